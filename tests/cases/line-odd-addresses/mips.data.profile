target mips
arc 1012 1000 1
