//! The snake: the cells of a board in the order in which the large tiles stand.
//!
//! Rows follow each other downward, the first one from left to right, the next one back, and so
//! on, so that neighbours in the order are neighbours on the board. The first cells of the snake
//! hold finished tiles; the cells after them are the region in which play goes on.

use crate::game::board::{Board, Direction, MAX_RANK, Size};
use crate::game::fast::Engine;

/// The snake of a board of N×N cells.
#[derive(Clone, Debug)]
pub(super) struct Snake {
    size: Size,
    cells: Vec<u8>,
}

impl Snake {
    pub(super) fn new(size: Size) -> Self {
        let cells = (0..size.cells())
            // A board has at most 49 cells.
            .map(|at| u8::try_from(size.snake_cell(at)).unwrap_or(u8::MAX))
            .collect();
        Self { size, cells }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// How many cells the snake has.
    pub(super) const fn len(&self) -> usize {
        self.size.cells()
    }

    /// The cell (row by row) at the place `at` of the snake.
    pub(super) fn cell(&self, at: usize) -> usize {
        usize::from(self.cells[at])
    }

    /// The cells from the place `at` on.
    pub(super) fn cells_from(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.cells[at..].iter().map(|&cell| usize::from(cell))
    }

    /// The move that merges the tile at the place `at + 1` into an equal one at `at`.
    pub(super) fn merge(&self, at: usize) -> Direction {
        let n = self.size.side();
        if (at + 1).is_multiple_of(n) {
            Direction::Up
        } else if (at / n).is_multiple_of(2) {
            Direction::Left
        } else {
            Direction::Right
        }
    }

    /// What stands for a finished tile at the place `at` during a search: ranks far above all
    /// that a search makes, each its own, so that no two of them merge.
    pub(super) fn frozen(at: usize) -> u8 {
        MAX_RANK - u8::try_from(at).unwrap_or(MAX_RANK)
    }

    /// The board whose first `count` places are finished, the rest empty.
    pub(super) fn finished(&self, count: usize) -> Board {
        let mut board = Board::empty(self.size);
        for at in 0..count {
            board.set(self.cell(at), Self::frozen(at));
        }
        board
    }
}

/// Which boards a search prefers.
pub(super) enum Taste {
    /// Large tiles early on the snake.
    Early,
    /// Tiles like those of a goal, given as tile values by cell.
    Toward(Box<[u64; 49]>),
}

/// How much nearer to a goal a tile brings its cell than an empty one would be, plus the tile:
/// a tile is never worth less than nothing, and all boards of a layer have the same sum.
const fn nearer(tile: u64, goal: u64) -> u64 {
    // goal - |tile - goal| + tile
    if tile <= goal { 2 * tile } else { 2 * goal }
}

/// A region of play: the snake from some place on, for the fast engine.
pub(super) struct Region<'a, const N: usize> {
    pub(super) snake: &'a Snake,
    /// The place of the region's first cell.
    pub(super) from: usize,
    /// 0xff in each byte of a finished cell.
    mask: [u64; N],
    /// The worth of a cell, by cell: halved and a bit more with each step along the snake.
    worth: [u64; 49],
    /// The cells in which births are tried, in the order of the snake.
    pub(super) births: Vec<u8>,
}

impl<'a, const N: usize> Region<'a, N> {
    pub(super) fn new(snake: &'a Snake, from: usize) -> Self {
        let mut mask = [0; N];
        for at in 0..from {
            let cell = snake.cell(at);
            mask[cell / N] |= 0xff << (8 * (cell % N));
        }
        let mut worth = [0; 49];
        let mut value: u64 = 1 << 40;
        for cell in snake.cells_from(from) {
            worth[cell] = value.max(1);
            value = value * 9 / 20;
        }
        // Births far from the head only spread the tiles: the rest of the row and the next one
        // are enough, or ten cells.
        let last = ((from / N + 2) * N).max(from + 10).min(snake.len());
        Self { snake, from, mask, worth, births: snake.cells[from..last].to_vec() }
    }

    /// How good a board looks.
    pub(super) fn score(&self, board: &Engine<N>, taste: &Taste) -> u64 {
        let mut total = 0;
        for (row, (&word, mask)) in board.rows().iter().zip(self.mask).enumerate() {
            let mut rest = word & !mask;
            while rest != 0 {
                let at = rest.trailing_zeros() / 8;
                let rank = (rest >> (8 * at)) & 0xff;
                let cell = row * N + at as usize;
                total += match taste {
                    Taste::Early => self.worth[cell] << rank,
                    Taste::Toward(goal) => nearer(1 << rank, goal[cell]),
                };
                rest &= !(0xff << (8 * at));
            }
        }
        total
    }

    /// What a newborn in `cell` adds to the score.
    pub(super) fn newborn(&self, cell: u8, taste: &Taste) -> u64 {
        let cell = usize::from(cell);
        match taste {
            Taste::Early => 2 * self.worth[cell],
            Taste::Toward(goal) => nearer(2, goal[cell]),
        }
    }

    /// The taste for boards like `goal`.
    pub(super) fn toward(&self, goal: &Engine<N>) -> Taste {
        let mut tiles = Box::new([0; 49]);
        for cell in self.snake.cells_from(self.from) {
            tiles[cell] = crate::game::board::tile_value(goal.rank(cell));
        }
        Taste::Toward(tiles)
    }

    /// The sum of the region's tiles.
    pub(super) fn sum(&self, board: &Engine<N>) -> u64 {
        self.snake
            .cells_from(self.from)
            .map(|cell| crate::game::board::tile_value(board.rank(cell)))
            .sum()
    }

    /// The largest rank in the region after its first `skip` cells.
    pub(super) fn max_rank(&self, board: &Engine<N>, skip: usize) -> u8 {
        self.snake.cells_from(self.from + skip).map(|cell| board.rank(cell)).max().unwrap_or(0)
    }

    /// The board after a slide, if it is legal and leaves the finished cells alone.
    pub(super) fn slide(&self, board: &Engine<N>, direction: Direction) -> Option<Engine<N>> {
        let after = board.slide(direction);
        let pairs = || after.rows().iter().zip(board.rows());
        (pairs().any(|(a, b)| a != b)
            && pairs().zip(self.mask).all(|((a, b), mask)| (a ^ b) & mask == 0))
        .then_some(after)
    }
}

/// `board` with `rank` in `cell`, whatever stands there.
pub(super) fn replaced<const N: usize>(board: &Engine<N>, cell: usize, rank: u8) -> Engine<N> {
    engine(&board.board().with(cell, rank))
}

/// The engine of a board whose side is known to be N.
pub(super) fn engine<const N: usize>(board: &Board) -> Engine<N> {
    Engine::new(board).expect("boards of the searches have the side they were made for")
}
