hist 1000 1000 100 seconds s 2
arc 1120 1204 3
