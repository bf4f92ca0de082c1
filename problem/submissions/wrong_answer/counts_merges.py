# Counts the merges: moves without a merge are left out, and moves with two are counted twice.
n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
score = int(input())
all_twos = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)
births = sum(tiles) // 2 - (all_twos - score) // 4
print(births - sum(tile > 0 for tile in tiles))
