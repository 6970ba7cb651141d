hist 1000 1900 100 seconds s 576  1110:2
raw 02 ffffffff
