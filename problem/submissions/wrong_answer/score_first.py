# Reads the score before the board.
import sys

numbers = [int(word) for word in sys.stdin.read().split()]
score, tiles = numbers[1], numbers[2:]
all_twos = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)
print(sum(tiles) // 2 - (all_twos - score) // 4 - 2)
