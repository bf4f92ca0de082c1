"""The format, the limits and the arithmetic of an input: 42 accepts, 43 rejects.

Usage: validate.py [--constraints_file FILE] < INPUT

The first fault goes to stderr as `LINE:COLUMN: RULE: message`, with the rules and the places of
`game-moves validate`. That a game reaches the state is proved where the data are made; here only
what can be counted on the board and in the score is tested.
"""
import sys

MIN_SIDE, MAX_SIDE = 2, 7
MAX_TILE_RANK = 50
MAX_SCORE = 108086391056891712
# No valid input is nearly as long; what lies beyond can only be a fault that shows before.
MAX_BYTES = 1 << 16

ACCEPT, REJECT = 42, 43


class Fault(Exception):
    """A broken rule, and the byte where it shows."""

    def __init__(self, rule, at, message):
        super().__init__(message)
        self.rule = rule
        self.at = at


class Reader:
    """The bytes of an input, read from the front, strictly."""

    def __init__(self, text):
        self.text = text
        self.at = 0

    def byte(self, ahead=0):
        """The next byte, empty at the end."""
        return self.text[self.at + ahead : self.at + ahead + 1]

    def unexpected(self, expected):
        """The fault of the byte that stands where `expected` should."""
        byte = self.byte()
        if not byte:
            return Fault("format-end", self.at, "the file ends, expected " + expected)
        rules = {
            b" ": "format-space",
            b"\n": "format-newline",
            b"\r": "format-carriage-return",
            b"+": "format-sign",
            b"-": "format-sign",
        }
        rule = rules.get(byte, "format-character")
        return Fault(rule, self.at, "found byte 0x%02x, expected %s" % (byte[0], expected))

    def number(self, name):
        """Where a number starts, and its value; no value if it has more digits than any limit."""
        start = self.at
        while self.byte() and self.byte() in b"0123456789":
            self.at += 1
        digits = self.text[start : self.at]
        if not digits:
            raise self.unexpected(name)
        if len(digits) > 1 and digits[:1] == b"0":
            raise Fault("format-leading-zero", start, name + " has a leading zero")
        return start, int(digits) if len(digits) <= 20 else None

    def space(self, row):
        """The space between two numbers of a row."""
        if self.byte() == b"\n":
            raise Fault("format-row-length", self.at, row + " has too few numbers")
        if self.byte() != b" ":
            raise self.unexpected("a space")
        self.at += 1

    def line_end(self, line):
        """The line feed after the last number of a line."""
        byte, after = self.byte(), self.byte(1)
        if byte == b" " and after and after in b"0123456789":
            raise Fault("format-row-length", self.at + 1, line + " has too many numbers")
        if not byte:
            raise Fault("format-newline", self.at, "the last line has no line feed")
        if byte != b"\n":
            raise self.unexpected("the end of the line")
        self.at += 1


def read_tile(reader, name):
    """A tile, or 0 for an empty cell."""
    start, tile = reader.number(name)
    if tile is None or tile == 1 or tile > 1 << MAX_TILE_RANK:
        raise Fault("limit-tile", start, name + " is neither 0 nor within 2..2^50")
    if tile & (tile - 1):
        raise Fault("tile-power-of-two", start, name + " is no power of two")
    return tile


def read(text):
    """The board, row by row, and the score, with the place where the score starts."""
    if not text:
        raise Fault("format-empty", 0, "the file is empty")
    if text.startswith(b"\xef\xbb\xbf"):
        raise Fault("format-byte-order-mark", 0, "the file starts with a byte order mark")
    reader = Reader(text)
    start, side = reader.number("n")
    if side is None or not MIN_SIDE <= side <= MAX_SIDE:
        raise Fault("limit-size", start, "n is not within 2..7")
    reader.line_end("the line of n")
    rows = []
    for number in range(1, side + 1):
        name = "row %d" % number
        row = []
        for column in range(side):
            if column > 0:
                reader.space(name)
            row.append(read_tile(reader, "tile %d of %s" % (column + 1, name)))
        reader.line_end(name)
        rows.append(row)
    start, score = reader.number("the score")
    if score is None or score > MAX_SCORE:
        raise Fault("limit-score", start, "the score is not within 0..%d" % MAX_SCORE)
    reader.line_end("the line of the score")
    if reader.byte():
        raise Fault("format-extra", reader.at, "the file goes on after the score")
    return rows, score, start


def count(rows, score, at):
    """Holds the score against the tiles: what every game keeps to, whatever was played.

    A tile v built from born 2s alone brings v * (log2 v - 1) to the score, and a born 4 saves the
    4 points of the merge that would have made it. So the score tells how many 4s were born, and
    the sum of the tiles how many tiles: two at the start, then one a move.
    """
    tiles = [tile for row in rows for tile in row if tile]
    potential = sum(tile * (tile.bit_length() - 2) for tile in tiles)
    if score > potential:
        raise Fault("unreachable-score-too-high", at, "2s alone score only %d" % potential)
    fours, rest = divmod(potential - score, 4)
    if rest:
        raise Fault("unreachable-score-residue", at, "%d - score is no multiple of 4" % potential)
    births = sum(tiles) // 2 - fours
    if births < 0:
        raise Fault("unreachable-score-too-low", at, "the score asks for %d born 4s" % fours)
    if births < 2:
        raise Fault("unreachable-too-few-births", at, "a game starts with two tiles")
    if max(tiles) > 2 << len(rows) ** 2:
        raise Fault("unreachable-top-tile", None, "the board is too small for its largest tile")
    if fours > births:
        raise Fault("unreachable-fours", None, "%d 4s among %d births" % (fours, births))
    if births == 2:
        if len(tiles) != 2 or max(tiles) > 4:
            raise Fault("unreachable-start", None, "no move was made, but it is no start")
    elif tiles.count(2) > births - fours:
        raise Fault("unreachable-twos", None, "only %d 2s were born" % (births - fours))


def judge(text):
    """The first fault as (rule, line, column), with its message; no place for the whole state."""
    try:
        count(*read(text[: MAX_BYTES + 1]))
    except Fault as fault:
        if fault.at is None:
            return (fault.rule, 0, 0), str(fault)
        before = text[: fault.at]
        line = before.count(b"\n") + 1
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        return (fault.rule, line, column), str(fault)
    return None, ""


def constraints(text):
    """The bounds that the input meets: where, name, hits, values seen, limits, one a line."""
    rows, score, _ = read(text)
    tiles = [tile for row in rows for tile in row if tile]
    values = [
        ("n", [len(rows)], MIN_SIDE, MAX_SIDE),
        ("v", tiles, 2, 1 << MAX_TILE_RANK),
        ("s", [score], 0, MAX_SCORE),
    ]
    for name, seen, low, high in values:
        hits = "%d %d" % (min(seen) == low, max(seen) == high)
        yield "validate.py:%s %s %s %d %d %d %d\n" % (name, name, hits, min(seen), max(seen), low, high)


def main(arguments):
    text = sys.stdin.buffer.read(MAX_BYTES + 1)
    fault, message = judge(text)
    if fault:
        rule, line, column = fault
        sys.stderr.write("%d:%d: %s: %s\n" % (line, column, rule, message))
        return REJECT
    if "--constraints_file" in arguments[:-1]:
        with open(arguments[arguments.index("--constraints_file") + 1], "w") as file:
            file.writelines(constraints(text))
    return ACCEPT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
