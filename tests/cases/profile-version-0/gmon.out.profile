version 0
hist 1000 1900 100 seconds s 576  1110:2
arc 1120 1204 3
