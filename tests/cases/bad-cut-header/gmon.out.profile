cut 1
