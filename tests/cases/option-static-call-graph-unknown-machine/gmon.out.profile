target m68k
# main calls parse, which calls hash and itself.
hist 1000 1800 100 seconds s 512  1110:20 1210:30 1310:40 1510:10
arc 1010 1100 1
arc 1115 1204 6
arc 1215 1304 12
arc 1240 1204 5
