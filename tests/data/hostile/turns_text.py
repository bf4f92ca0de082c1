# Its last words turn the direction of writing, clear a line and break it.
import sys

sys.exit("AC\u202e\x1b[2K\u2028\u200f\u2069done")
