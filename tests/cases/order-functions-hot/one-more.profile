# f00 calls f40.
arc 1008 1280 1
