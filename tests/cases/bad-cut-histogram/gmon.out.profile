arc 1120 1204 3
hist 1000 1900 100 seconds s 0
cut 1
