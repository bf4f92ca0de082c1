//! Births: which tile appears where after a move.

use crate::game::{Direction, Engine};
use crate::seed::{Probability, Stream};
use std::fmt;

/// How tiles are born, the two of the start and the one after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Births {
    /// Any empty cell, a 4 with this chance and else a 2.
    Chance(Probability),
    /// Any empty cell, always a 2.
    AllTwos,
    /// Any empty cell, always a 4.
    AllFours,
    /// The cell and tile that leave the player the fewest legal directions and, of these, the
    /// fewest empty cells after the next move, summed over the legal directions; of equal ones
    /// the first cell, and a 2 before a 4. Start tiles are born as in the common game.
    Adversarial,
}

impl Default for Births {
    /// The common game: a 4 in one of ten births.
    fn default() -> Self {
        Self::Chance(Probability::TENTH)
    }
}

impl fmt::Display for Births {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chance(probability) => write!(f, "a 4 with probability {probability}"),
            Self::AllTwos => f.write_str("all 2s"),
            Self::AllFours => f.write_str("all 4s"),
            Self::Adversarial => f.write_str("adversarial"),
        }
    }
}

impl Births {
    /// The chance of a 4 that a player should reckon with.
    #[must_use]
    pub const fn fours(self) -> Probability {
        match self {
            Self::Chance(probability) => probability,
            Self::AllTwos => Probability::NEVER,
            Self::AllFours => Probability::ALWAYS,
            Self::Adversarial => Probability::TENTH,
        }
    }

    /// Puts a start tile on `board`, which must have an empty cell.
    pub(super) fn start<const N: usize>(
        self,
        board: &mut Engine<N>,
        stream: &mut Stream,
    ) -> (usize, u8) {
        let (cell, rank) = random(self, board, stream);
        board.place(cell, rank);
        (cell, rank)
    }

    /// Puts a tile on `board` after a move, which left an empty cell: the cell and the rank.
    #[inline]
    pub(super) fn give<const N: usize>(
        self,
        board: &mut Engine<N>,
        stream: &mut Stream,
    ) -> (usize, u8) {
        let (cell, rank) = match self {
            Self::Chance(_) | Self::AllTwos | Self::AllFours => random(self, board, stream),
            Self::Adversarial => adversarial(board),
        };
        board.place(cell, rank);
        (cell, rank)
    }
}

/// Any empty cell and a rank by the chance of a 4. The sure ones draw no number for the rank.
#[inline]
fn random<const N: usize>(births: Births, board: &Engine<N>, stream: &mut Stream) -> (usize, u8) {
    let cell = board.nth_empty(stream.below(board.empty_count()));
    let four = match births {
        Births::AllTwos => false,
        Births::AllFours => true,
        Births::Chance(_) | Births::Adversarial => stream.chance(births.fours()),
    };
    (cell, if four { 2 } else { 1 })
}

fn adversarial<const N: usize>(board: &Engine<N>) -> (usize, u8) {
    let births =
        (0..N * N).filter(|&cell| board.rank(cell) == 0).flat_map(|cell| [(cell, 1), (cell, 2)]);
    // `min_by_key` gives the first of equal ones. A move always leaves an empty cell.
    births.min_by_key(|&(cell, rank)| options(board, cell, rank)).unwrap_or((0, 1))
}

/// What a birth leaves the player: the legal directions, then the empty cells after them.
fn options<const N: usize>(board: &Engine<N>, cell: usize, rank: u8) -> (u32, u32) {
    let mut born = *board;
    born.place(cell, rank);
    let mut options = (0, 0);
    for direction in Direction::ALL {
        if let Some((after, _)) = born.advance(direction) {
            options.0 += 1;
            options.1 += after.empty_count();
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Size};

    #[test]
    fn the_adversary_ends_the_game_where_it_can() {
        // Only a 2 in the empty corner leaves the board dead: a 4 has equal neighbours.
        let ranks = [3, 4, 5, 1, 6, 2, 5, 2, 0];
        let board = Board::from_ranks(Size::new(3).unwrap(), &ranks).unwrap();
        let mut engine = Engine::<3>::new(&board).unwrap();
        let mut stream = Stream::from_key([0; 32]);
        assert_eq!(Births::Adversarial.give(&mut engine, &mut stream), (8, 1));
        assert!(engine.is_dead());
    }

    #[test]
    fn cells_are_even_and_ranks_as_asked() {
        let size = Size::new(3).unwrap();
        let board = Board::from_ranks(size, &[3, 0, 5, 0, 6, 0, 0, 2, 4]).unwrap();
        let empty = [1, 3, 5, 6];
        for (births, fours) in [
            (Births::Chance(Probability::new(0.25).unwrap()), 1800..2200),
            (Births::default(), 690..910),
            (Births::AllTwos, 0..1),
            (Births::AllFours, 8000..8001),
        ] {
            let mut stream = Stream::from_key([9; 32]);
            let mut seen = [0; 9];
            let mut got = 0;
            for _ in 0..8000 {
                let mut engine = Engine::<3>::new(&board).unwrap();
                let (cell, rank) = births.give(&mut engine, &mut stream);
                assert_eq!(engine.board(), board.with(cell, rank));
                seen[cell] += 1;
                got += usize::from(rank == 2);
            }
            assert!(fours.contains(&got), "{births}: {got}");
            assert!(empty.iter().all(|&cell| (1850..2150).contains(&seen[cell])), "{seen:?}");
        }
    }
}
