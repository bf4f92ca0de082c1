# Looks the logarithm up in a table that ends at 2^31.
RANK = {1 << rank: rank for rank in range(1, 32)}
n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
score = int(input())
all_twos = sum(tile * (RANK[tile] - 1) for tile in tiles if tile)
print(sum(tiles) // 2 - (all_twos - score) // 4 - 2)
