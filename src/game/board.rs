//! Boards of ranks: the size, the cells, the directions and the eight symmetries.

use std::fmt;

/// The largest rank a board can hold: 2^61 is the largest tile that one base-62 digit names.
pub const MAX_RANK: u8 = 61;

/// The most cells a board has (7×7).
pub const MAX_CELLS: usize = 49;

/// The side of a board, in cells: 2 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// Every size the statement allows, ascending.
    pub const ALL: [Self; 6] = [Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The size of `n` cells a side, `None` outside 2..=7.
    #[must_use]
    pub fn new(n: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.side() == n)
    }

    /// Cells along one side.
    #[must_use]
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// Cells in all, `N` in the mathematics.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// The largest rank a game on this board can make: `N + 1`.
    #[must_use]
    pub const fn top_rank(self) -> u8 {
        self.0 * self.0 + 1
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// Where the tiles go in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Toward the first column.
    Left,
    /// Toward the last column.
    Right,
    /// Toward the first row.
    Up,
    /// Toward the last row.
    Down,
}

impl Direction {
    /// All four, in the order in which they are tried everywhere.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The letter of a witness step.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Up => 'U',
            Self::Down => 'D',
        }
    }

    /// The direction of a witness step's letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.letter() == letter)
    }

    /// The direction after the board was changed by `symmetry`.
    #[must_use]
    pub fn under(self, symmetry: Symmetry) -> Self {
        let (row, column) = match self {
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
        };
        match symmetry.turn_vector((row, column)) {
            (0, -1) => Self::Left,
            (0, 1) => Self::Right,
            (-1, 0) => Self::Up,
            _ => Self::Down,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        })
    }
}

/// One of the eight symmetries of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { transpose: false, flip_rows: false, flip_columns: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] =
                Self { transpose: i & 1 != 0, flip_rows: i & 2 != 0, flip_columns: i & 4 != 0 };
            i += 1;
        }
        all
    };

    /// The four that keep rows rows and columns columns.
    pub const MIRRORS: [Self; 4] = [Self::ALL[0], Self::ALL[2], Self::ALL[4], Self::ALL[6]];

    /// One for each edge, which becomes the first row.
    pub(crate) const EDGES: [Self; 4] = [Self::ALL[0], Self::ALL[1], Self::ALL[2], Self::ALL[3]];

    /// Whether it swaps rows and columns, and whether it then turns the order of the rows and that
    /// of the columns around.
    pub(crate) const fn parts(self) -> [bool; 3] {
        [self.transpose, self.flip_rows, self.flip_columns]
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.transpose {
            Self { transpose: true, flip_rows: self.flip_columns, flip_columns: self.flip_rows }
        } else {
            self
        }
    }

    /// Where the cell `index` (row by row) of a board goes: transposed first, then flipped.
    #[must_use]
    pub const fn cell(self, size: Size, index: usize) -> usize {
        let n = size.side();
        let (mut row, mut column) = (index / n, index % n);
        if self.transpose {
            (row, column) = (column, row);
        }
        if self.flip_rows {
            row = n - 1 - row;
        }
        if self.flip_columns {
            column = n - 1 - column;
        }
        row * n + column
    }

    const fn turn_vector(self, (mut row, mut column): (i8, i8)) -> (i8, i8) {
        if self.transpose {
            (row, column) = (column, row);
        }
        if self.flip_rows {
            row = -row;
        }
        if self.flip_columns {
            column = -column;
        }
        (row, column)
    }
}

/// A board: for each cell, row by row, a rank (log2 of the tile) or 0 for an empty cell.
///
/// Any arrangement is a board; whether a game reaches it is another question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    /// Cells past the board's own stay 0, so that equality and hashing see only the board.
    ranks: [u8; MAX_CELLS],
}

impl Board {
    /// A board without tiles.
    #[must_use]
    pub const fn empty(size: Size) -> Self {
        Self { size, ranks: [0; MAX_CELLS] }
    }

    /// The board with these ranks, row by row.
    ///
    /// `None` if there are not exactly `size.cells()` of them or one is above [`MAX_RANK`].
    #[must_use]
    pub fn from_ranks(size: Size, ranks: &[u8]) -> Option<Self> {
        if ranks.len() != size.cells() || ranks.iter().any(|&rank| rank > MAX_RANK) {
            return None;
        }
        let mut board = Self::empty(size);
        board.ranks[..ranks.len()].copy_from_slice(ranks);
        Some(board)
    }

    /// The side of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The ranks, row by row, 0 for an empty cell.
    #[must_use]
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.size.cells()]
    }

    /// The rank in the cell `index` (row by row), 0 if it is empty.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn rank(&self, index: usize) -> u8 {
        self.ranks()[index]
    }

    /// Puts `rank` (0 to empty it) into the cell `index`.
    ///
    /// # Panics
    /// If the board has no such cell or the rank is above [`MAX_RANK`].
    pub fn set(&mut self, index: usize, rank: u8) {
        assert!(rank <= MAX_RANK, "rank {rank} is above {MAX_RANK}");
        let cells = self.size.cells();
        self.ranks[..cells][index] = rank;
    }

    /// The board with `rank` in the cell `index`; see [`Board::set`].
    #[must_use]
    pub fn with(mut self, index: usize, rank: u8) -> Self {
        self.set(index, rank);
        self
    }

    /// The empty cells, row by row.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.ranks().iter().enumerate().filter(|&(_, &rank)| rank == 0).map(|(index, _)| index)
    }

    /// How many cells hold a tile.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.ranks().iter().filter(|&&rank| rank != 0).count()
    }

    /// The largest rank, 0 for a board without tiles.
    #[must_use]
    pub fn max_rank(&self) -> u8 {
        self.ranks().iter().copied().max().unwrap_or(0)
    }

    /// The board changed by `symmetry`.
    #[must_use]
    pub fn under(&self, symmetry: Symmetry) -> Self {
        let mut turned = Self::empty(self.size);
        for (index, &rank) in self.ranks().iter().enumerate() {
            turned.ranks[symmetry.cell(self.size, index)] = rank;
        }
        turned
    }

    /// The least of the eight symmetric boards: the same for all of them.
    #[must_use]
    pub fn canonical(&self) -> Self {
        Symmetry::ALL.into_iter().map(|symmetry| self.under(symmetry)).min().unwrap_or(*self)
    }

    /// Whether the board is one that a game can start from: two tiles, each 2 or 4.
    #[must_use]
    pub fn is_start(&self) -> bool {
        self.tile_count() == 2 && self.max_rank() <= 2
    }

    /// Whether in every line no empty cell lies between a tile and the edge that `direction`
    /// moves toward. Equal neighbours are allowed: `2 2 2 2` slides to a settled `4 4`.
    ///
    /// Every board is settled right after a slide in `direction`, before the birth.
    #[must_use]
    pub fn is_settled(&self, direction: Direction) -> bool {
        let n = self.size.side();
        (0..n).all(|line| {
            let mut gap = false;
            (0..n).all(|at| {
                let empty = self.ranks[self.size.line_cell(direction, line, at)] == 0;
                gap |= empty;
                !gap || empty
            })
        })
    }
}

impl Size {
    /// The cell at the place `at` of the snake: row by row, the first row from left to right, the
    /// next one back, and so on, so that neighbours along it are neighbours on the board.
    #[must_use]
    pub const fn snake_cell(self, at: usize) -> usize {
        let n = self.side();
        let (row, along) = (at / n, at % n);
        row * n + if row.is_multiple_of(2) { along } else { n - 1 - along }
    }

    /// The cell `at` of a line, counted from the edge that `direction` moves toward; lines are
    /// rows for left and right, columns for up and down.
    #[must_use]
    pub const fn line_cell(self, direction: Direction, line: usize, at: usize) -> usize {
        let n = self.side();
        match direction {
            Direction::Left => line * n + at,
            Direction::Right => line * n + (n - 1 - at),
            Direction::Up => at * n + line,
            Direction::Down => (n - 1 - at) * n + line,
        }
    }
}

impl fmt::Display for Board {
    /// The tiles as the statement prints them: one row a line, single spaces, 0 for empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.ranks().chunks(self.size.side()) {
            for (column, &rank) in row.iter().enumerate() {
                if column > 0 {
                    f.write_str(" ")?;
                }
                tile_value(rank).fmt(f)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.size)?;
        for row in self.ranks().chunks(self.size.side()) {
            write!(f, " {row:?}")?;
        }
        Ok(())
    }
}

/// The value of a tile: 2^rank, and 0 for rank 0, which is an empty cell.
#[must_use]
pub const fn tile_value(rank: u8) -> u64 {
    if rank == 0 { 0 } else { 1 << rank }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(ranks: &[u8]) -> Board {
        let side = (2..=7).find(|n| n * n == ranks.len()).unwrap();
        Board::from_ranks(Size::new(side).unwrap(), ranks).unwrap()
    }

    #[test]
    fn sizes_are_those_of_the_statement() {
        assert_eq!(Size::new(1), None);
        assert_eq!(Size::new(8), None);
        assert_eq!(Size::ALL.map(Size::side), [2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn symmetries_are_eight_and_inverse() {
        let odd = board(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let mut seen: Vec<Board> = Symmetry::ALL.iter().map(|&s| odd.under(s)).collect();
        for symmetry in Symmetry::ALL {
            assert_eq!(odd.under(symmetry).under(symmetry.inverse()), odd);
            assert_eq!(odd.under(symmetry).canonical(), odd.canonical());
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn directions_turn_with_the_board() {
        for symmetry in Symmetry::ALL {
            for direction in Direction::ALL {
                let settled = board(&[1, 2, 1, 3, 0, 0, 0, 0, 0]);
                assert_eq!(
                    settled.is_settled(direction),
                    settled.under(symmetry).is_settled(direction.under(symmetry)),
                    "{direction} under {symmetry:?}"
                );
            }
        }
    }

    #[test]
    fn settled_allows_equal_neighbours_but_no_gap() {
        assert!(board(&[2, 2, 0, 0]).is_settled(Direction::Left));
        assert!(board(&[2, 2, 0, 0]).is_settled(Direction::Up));
        assert!(!board(&[0, 2, 0, 0]).is_settled(Direction::Left));
        assert!(!board(&[2, 2, 0, 0]).is_settled(Direction::Down));
    }
}
