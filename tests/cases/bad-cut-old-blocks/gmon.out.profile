version 0
hist 1000 1900 100 seconds s 576  1110:2
old-blocks 1110:3 1120:4
cut 6
