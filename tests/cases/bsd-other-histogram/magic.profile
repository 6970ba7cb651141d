hist 1900 1a00 100 seconds s 64
hist 1000 1900 100 seconds s 576
