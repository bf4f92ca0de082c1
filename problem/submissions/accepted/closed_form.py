n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
score = int(input())
total = sum(tiles)
# What the tiles would have scored if only 2s had been born; each born 4 saves four points.
all_twos = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)
fours = (all_twos - score) // 4
print(total // 2 - fours - 2)
