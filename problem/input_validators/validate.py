"""The format and the limits of an input, byte by byte; 42 accepts, 43 rejects.

That a game reaches the state is proved where the data are made; here only what board and score
say by themselves is tested.
"""
import re
import sys

MAX_SCORE = 108086391056891712


def reject(message):
    print(message, file=sys.stderr)
    sys.exit(43)


def number(word, name):
    if not re.fullmatch(rb"0|[1-9][0-9]{0,18}", word):
        reject(f"{name} is not a plain integer")
    return int(word)


def main():
    text = sys.stdin.buffer.read(4096)
    if not text.endswith(b"\n") or len(text) >= 4096:
        reject("the file does not end with a line feed, or is too long")
    lines = text[:-1].split(b"\n")
    n = number(lines[0], "n")
    if not 2 <= n <= 7:
        reject("n is not within 2..7")
    if len(lines) != n + 2:
        reject(f"there are {len(lines)} lines, expected {n + 2}")
    tiles = []
    for row in lines[1 : n + 1]:
        words = row.split(b" ")
        if len(words) != n:
            reject(f"a row has {len(words)} numbers, expected {n}")
        tiles += [number(word, "a tile") for word in words]
    for tile in tiles:
        if tile != 0 and (tile & (tile - 1) or not 2 <= tile <= 2**50):
            reject(f"{tile} is neither 0 nor a power of two from 2 to 2^50")
    score = number(lines[n + 1], "the score")
    if score > MAX_SCORE:
        reject(f"the score is above {MAX_SCORE}")
    potential = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)
    fours, rest = divmod(potential - score, 4)
    births = sum(tiles) // 2 - fours
    if rest or fours < 0 or births < max(2, fours):
        reject("no game has this board with this score")
    sys.exit(42)


main()
