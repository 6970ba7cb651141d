# main lies in two histograms, the upper one first.
hist 1118 1800 100 seconds s 884 1510:10
hist 1000 1118 100 seconds s 140 1100:20
arc 1010 1100 1
