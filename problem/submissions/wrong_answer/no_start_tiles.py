# Counts the births, and forgets that the two start tiles were born before the first move.
n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
score = int(input())
all_twos = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)
print(sum(tiles) // 2 - (all_twos - score) // 4)
