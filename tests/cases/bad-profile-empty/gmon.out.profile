cut 20
