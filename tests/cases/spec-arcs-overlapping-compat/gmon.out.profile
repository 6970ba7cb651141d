# main, and init of main.c, call load and show; init of file.c does, too.
hist 1000 1700 100 seconds s 896  1210:3 1410:5
arc 1010 1204 1
arc 1020 1404 2
arc 1110 1204 3
arc 1120 1404 4
arc 1310 1204 5
arc 1320 1404 6
