//! 3×3 boards in 36 bits: symmetries, slides and steps back by a few bit operations.

use crate::game::{Board, Direction, Size, slide};
use std::sync::LazyLock;

/// A 3×3 board: the rank of cell `i` (row by row) in bits `4i..4i+4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed(u64);

/// The cells of the board.
pub(super) const CELLS: usize = 9;

/// The largest rank that a game makes on so many cells.
const TOP_RANK: u8 = 10;

/// The bits of the first row.
const ROW: u64 = 0xfff;

/// The bits of the first column.
const COLUMN: u64 = 0x00f_00f_00f;

/// The lowest bit of every cell.
const CELL: u64 = 0x111_111_111;

impl Packed {
    /// The packed board; `None` if it is not 3×3 or holds a rank that no 3×3 game makes.
    pub(super) fn new(board: &Board) -> Option<Self> {
        if board.size().side() != 3 || board.max_rank() > TOP_RANK {
            return None;
        }
        let ranks = board.ranks().iter().enumerate();
        Some(Self(ranks.map(|(cell, &rank)| u64::from(rank) << (4 * cell)).sum()))
    }

    /// The board of these 36 bits.
    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The 36 bits.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The board in its common form.
    pub(super) fn board(self) -> Board {
        let mut board = Board::empty(Size::ALL[1]);
        for cell in 0..CELLS {
            board.set(cell, self.rank(cell));
        }
        board
    }

    /// The rank in a cell.
    pub(super) const fn rank(self, cell: usize) -> u8 {
        (self.0 >> (4 * cell)).to_le_bytes()[0] & 15
    }

    /// The board with a tile in the cell, which must be empty.
    pub(super) const fn with(self, cell: usize, rank: u8) -> Self {
        Self(self.0 | (rank as u64) << (4 * cell))
    }

    /// The board with the cell emptied.
    pub(super) const fn without(self, cell: usize) -> Self {
        Self(self.0 & !(15 << (4 * cell)))
    }

    /// S/2, half the sum of the tiles.
    pub(super) fn half_sum(self) -> usize {
        (0..CELLS).map(|cell| (1 << self.rank(cell)) >> 1).sum()
    }

    /// How many cells hold a tile of this rank (0 for none).
    pub(super) const fn count(self, rank: u8) -> u32 {
        let unlike = self.0 ^ (CELL * rank as u64);
        let unlike = unlike | unlike >> 1 | unlike >> 2 | unlike >> 3;
        (!unlike & CELL).count_ones()
    }

    /// Rows for columns: cells 1 and 5 change places with 3 and 7, and 2 with 6.
    const fn transposed(self) -> Self {
        const fn exchange(bits: u64, mask: u64, shift: u32) -> u64 {
            let delta = (bits >> shift ^ bits) & mask;
            bits ^ delta ^ delta << shift
        }
        Self(exchange(exchange(self.0, 0xf0_00f0, 8), 0xf00, 16))
    }

    /// Left for right.
    const fn mirrored(self) -> Self {
        Self((self.0 & COLUMN) << 8 | self.0 & COLUMN << 4 | self.0 >> 8 & COLUMN)
    }

    /// Top for bottom.
    const fn flipped(self) -> Self {
        Self((self.0 & ROW) << 24 | self.0 & ROW << 12 | self.0 >> 24)
    }

    /// The least of the eight symmetric boards.
    pub(super) fn canonical(self) -> Self {
        let mirrored = self.mirrored();
        [self, mirrored, self.flipped(), mirrored.flipped()]
            .into_iter()
            .map(|board| board.min(board.transposed()))
            .fold(self, Self::min)
    }

    /// The board turned so that a move toward `direction` becomes one to the left.
    const fn turned(self, direction: Direction) -> Self {
        match direction {
            Direction::Left => self,
            Direction::Right => self.mirrored(),
            Direction::Up => self.transposed(),
            Direction::Down => self.transposed().mirrored(),
        }
    }

    /// Undoes [`Packed::turned`].
    const fn turned_back(self, direction: Direction) -> Self {
        match direction {
            Direction::Left => self,
            Direction::Right => self.mirrored(),
            Direction::Up => self.transposed(),
            Direction::Down => self.mirrored().transposed(),
        }
    }

    fn rows(self) -> [usize; 3] {
        [0, 12, 24].map(|shift| {
            let row = (self.0 >> shift & ROW).to_le_bytes();
            usize::from(u16::from_le_bytes([row[0], row[1]]))
        })
    }

    /// The board after a slide; the same board if the move is not legal.
    pub(super) fn slid(self, direction: Direction) -> Self {
        let [first, second, third] = self.turned(direction).rows().map(|row| LINES.slid[row]);
        let rows = u64::from(first) | u64::from(second) << 12 | u64::from(third) << 24;
        Self(rows).turned_back(direction)
    }

    /// Calls `found` with every other board that a slide toward `direction` makes this one.
    pub(super) fn before(self, direction: Direction, mut found: impl FnMut(Self)) {
        let [first, second, third] = self.turned(direction).rows().map(|row| LINES.before(row));
        for &third in third {
            for &second in second {
                let rows = u64::from(second) << 12 | u64::from(third) << 24;
                for &first in first {
                    let before = Self(rows | u64::from(first)).turned_back(direction);
                    if before != self {
                        found(before);
                    }
                }
            }
        }
    }

    /// Whether no line has a gap before a tile toward some direction: whether a slide can have
    /// left the board, as far as gaps show.
    pub(super) fn is_settled(self) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            self.turned(direction).rows().into_iter().all(|row| !LINES.before(row).is_empty())
        })
    }
}

/// What happens to a line of three cells, in 12 bits, slid toward its first cell.
struct Lines {
    slid: Vec<u16>,
    /// Where the lines before each line begin in `sources`; one more for the end.
    first: Vec<usize>,
    sources: Vec<u16>,
}

static LINES: LazyLock<Lines> = LazyLock::new(Lines::new);

impl Lines {
    fn new() -> Self {
        let mut slid = vec![0; 1 << 12];
        let mut sources = vec![Vec::new(); 1 << 12];
        for line in 0..1u16 << 12 {
            let ranks = [line & 15, line >> 4 & 15, line >> 8].map(|rank| rank.to_le_bytes()[0]);
            if ranks.iter().any(|&rank| rank > TOP_RANK) {
                continue;
            }
            let mut board = Board::empty(Size::ALL[1]);
            for (cell, rank) in ranks.into_iter().enumerate() {
                board.set(cell, rank);
            }
            let after = slide::slide(&board, Direction::Left).board;
            let after = (0..3).map(|cell| u16::from(after.rank(cell)) << (4 * cell)).sum::<u16>();
            slid[usize::from(line)] = after;
            sources[usize::from(after)].push(line);
        }
        let mut first = vec![0];
        for lines in &sources {
            first.push(first.last().copied().unwrap_or(0) + lines.len());
        }
        Self { slid, first, sources: sources.concat() }
    }

    fn before(&self, line: usize) -> &[u16] {
        &self.sources[self.first[line]..self.first[line + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Symmetry;

    fn boards() -> impl Iterator<Item = Board> {
        // A full period of a small generator shows every residue of ranks in every cell.
        (0..20_000u64).map(|seed| {
            let mut board = Board::empty(Size::ALL[1]);
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for cell in 0..CELLS {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let rank = (state >> 40).to_le_bytes()[0] % if seed % 2 == 0 { 4 } else { 11 };
                board.set(cell, rank);
            }
            board
        })
    }

    #[test]
    fn packing_keeps_the_board_and_its_symmetries() {
        for board in boards() {
            let packed = Packed::new(&board).unwrap();
            assert_eq!(packed.board(), board);
            for rank in 0..=TOP_RANK {
                let count = board.ranks().iter().filter(|&&other| other == rank).count();
                assert_eq!(usize::try_from(packed.count(rank)), Ok(count));
            }
            for symmetry in Symmetry::ALL {
                let image = Packed::new(&board.under(symmetry)).unwrap();
                assert_eq!(image.canonical(), packed.canonical());
            }
            let images = Symmetry::ALL.map(|symmetry| Packed::new(&board.under(symmetry)).unwrap());
            assert!(images.contains(&packed.canonical()));
        }
    }

    #[test]
    fn slides_are_those_of_the_rules_and_steps_back_undo_them() {
        for board in boards() {
            let packed = Packed::new(&board).unwrap();
            for direction in Direction::ALL {
                let after = slide::slide(&board, direction).board;
                let slid = packed.slid(direction);
                if after.max_rank() <= TOP_RANK {
                    assert_eq!(slid.board(), after, "{board:?} {direction}");
                    assert!(slid.is_settled());
                    let mut found = false;
                    slid.before(direction, |before| {
                        assert_eq!(before.slid(direction), slid);
                        assert_ne!(before, slid);
                        found |= before == packed;
                    });
                    assert_eq!(found, slid != packed, "{board:?} {direction}");
                }
                let settled = Direction::ALL.into_iter().any(|d| board.is_settled(d));
                assert!(settled || !packed.is_settled());
            }
        }
    }

    #[test]
    fn other_boards_do_not_pack() {
        assert_eq!(Packed::new(&Board::empty(Size::ALL[0])), None);
        assert_eq!(Packed::new(&Board::empty(Size::ALL[1]).with(4, 11)), None);
    }
}
