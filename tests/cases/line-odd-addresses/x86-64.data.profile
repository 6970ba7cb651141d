target x86-64
arc 1012 1000 1
