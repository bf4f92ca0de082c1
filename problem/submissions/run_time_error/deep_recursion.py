# Takes the game back by recursion, one call a move: too deep after some thousand moves.
n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
score = int(input())
twos = tiles.count(2)
fours = sum(tile // 4 for tile in tiles if tile > 2)
points = sum(tile * (tile.bit_length() - 3) for tile in tiles if tile > 2)


def births(twos, fours, score):
    if score > 0:
        # A 4 that was merged is two 2s.
        return births(twos + 2, fours - 1, score - 4)
    if fours > 0:
        return 1 + births(twos, fours - 1, 0)
    return 1 + births(twos - 1, 0, 0) if twos > 0 else 0


print(births(twos, fours, score - points) - 2)
