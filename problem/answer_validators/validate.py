"""The answer of an input: 42 accepts, 43 rejects.

Usage: validate.py INPUT [--constraints_file FILE] < ANSWER

An answer is one number and a line feed, and it is the number of moves by the arithmetic of the
game: the score tells how many 4s were born, the sum of the tiles how many tiles, and all but two
of them came with a move. (Its bounds follow from those of the input, so none are reported.)
"""
import sys

ACCEPT, REJECT = 42, 43


def moves(numbers):
    """The moves of the game that the numbers of an input describe."""
    side, tiles, score = numbers[0], [tile for tile in numbers[1:-1] if tile], numbers[-1]
    if len(numbers) != side * side + 2:
        raise ValueError("%d numbers, expected %d" % (len(numbers), side * side + 2))
    potential = sum(tile * (tile.bit_length() - 2) for tile in tiles)
    fours = (potential - score) // 4
    return sum(tiles) // 2 - fours - 2


def main(arguments):
    with open(arguments[0]) as file:
        expected = moves([int(word) for word in file.read().split()])
    answer = sys.stdin.buffer.read(64)
    if answer == b"%d\n" % expected:
        return ACCEPT
    sys.stderr.write("the answer is %r, expected %d and a line feed\n" % (answer, expected))
    return REJECT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
