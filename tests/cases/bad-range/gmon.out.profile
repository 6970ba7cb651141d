hist 1900 1000 100 seconds s 4  1
