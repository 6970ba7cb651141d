hist 1000 10ff 100 seconds s 37 3*37
