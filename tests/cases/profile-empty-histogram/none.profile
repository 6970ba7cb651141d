hist 1000 1900 100 seconds s 0
arc 1120 1204 3
