# Works in doubles, which round above 2^53.
n = int(input())
tiles = [float(word) for _ in range(n) for word in input().split()]
score = float(input())
total = sum(tiles)
all_twos = sum(tile * (int(tile).bit_length() - 2) for tile in tiles if tile)
print(int(total / 2 - (all_twos - score) / 4 - 2))
