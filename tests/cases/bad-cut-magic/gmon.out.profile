cut 17
