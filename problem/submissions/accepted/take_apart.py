# Another way than the closed form: takes the tiles apart down to 4s, remembering what was counted
# for each tile. Points that are left over come from 4s merged of two 2s.
from functools import lru_cache


@lru_cache(None)
def taken_apart(tile):
    """How many 4s a tile consists of, and the points of merging them."""
    if tile == 4:
        return 1, 0
    fours, points = taken_apart(tile // 2)
    return 2 * fours, 2 * points + tile


n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
score = int(input())
births = 0
for tile in tiles:
    if tile == 2:
        births += 1
    elif tile > 2:
        fours, points = taken_apart(tile)
        births += fours
        score -= points
# A 4 that was merged was born as two 2s.
print(births + score // 4 - 2)
