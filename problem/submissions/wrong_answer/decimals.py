# Divides with `/` and prints the moves with a decimal.
n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
score = int(input())
all_twos = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)
print(sum(tiles) / 2 - (all_twos - score) / 4 - 2)
