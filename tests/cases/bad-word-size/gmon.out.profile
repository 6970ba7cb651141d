target i386
hist 1000 1900 100 seconds s 8  1110:2
arc 1120 1204 3
