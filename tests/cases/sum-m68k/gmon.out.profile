target m68k
# main calls parse and emit; both call hash, parse also calls next_token, emit
# also calls write_out.  A bin is 4 bytes wide.
hist 1000 1900 100 seconds s 576  1110:2 1210:7 1230:4 1310:31 1350:9 1410:24 1510:6 1610:12 1620:1
arc 1120 1204 3
arc 1140 1504 1
arc 1220 1304 40
arc 1240 1404 25
arc 1520 1404 10
arc 1540 1604 5
