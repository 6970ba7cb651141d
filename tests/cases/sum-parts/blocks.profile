blocks
