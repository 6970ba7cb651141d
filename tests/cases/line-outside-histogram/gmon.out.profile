# Only hash was sampled; parse and emit call it.
hist 1100 1200 100 seconds s 32  1118:20 1130:4
arc 1094 1100 30
arc 120c 1100 5
