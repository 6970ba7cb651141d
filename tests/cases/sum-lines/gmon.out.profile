# The second and the third arc come from one line.
hist 1000 1400 100 seconds s 128  1010:3 1118:20
arc 1014 1060 4
arc 1024 1060 3
arc 103f 1060 2
arc 1044 1200 2
arc 1094 1100 30
