hist 0 1288 100 seconds s 1188 124e:3
