# Takes every board for one of 4x4, as the game has it: stops early, or looks for rows that are not there.
import sys

numbers = [int(word) for word in sys.stdin.read().split()]
tiles = numbers[1:17]
score = numbers[17] if len(numbers) > 17 else 0
all_twos = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)
print(sum(tiles) // 2 - (all_twos - score) // 4 - 2)
