version 1
