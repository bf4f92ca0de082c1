//! The verdict on a 3×3 state, with its proof.

use super::packed::Packed;
use super::search::{Search, range, start_fours};
use super::table::{BOARDS, Table};
use crate::game::{Board, Ledger};
use crate::reach::words::plural;
use crate::witness::{self, Rule, Totals, Witness};
use std::fmt;

/// Whether a game reaches a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A game does: this one, which [`witness::check()`] accepted for exactly this state.
    Reachable(Witness),
    /// No game does.
    Unreachable(Refutation),
}

/// Why no 3×3 game reaches a state. Both kinds rest on the enumeration of all boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The board is not among those that games reach.
    Board,
    /// Games reach the board, but not with so many 4s born.
    Fours {
        /// The 4s born, by board and score.
        fours: u64,
        /// The fewest of all games that reach the board.
        fewest: u64,
        /// The most of all games that reach the board.
        most: u64,
    },
}

impl Refutation {
    /// The id of the rule that the state breaks.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Board => "unreachable-3x3-board",
            Self::Fours { .. } => "unreachable-3x3-fours",
        }
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = Thousands(BOARDS);
        match *self {
            Self::Board => write!(
                f,
                "no game reaches this board with any score: it is not among the {all} boards \
                 (up to symmetry) of the whole 3x3 game"
            ),
            Self::Fours { fours, fewest, most } if fewest == most => write!(
                f,
                "games that reach this board have exactly {} (found by enumerating all {all} \
                 boards of the 3x3 game), but the score asks for {fours}",
                plural(fewest, "born 4", "born 4s")
            ),
            Self::Fours { fours, fewest, most } => write!(
                f,
                "games that reach this board have between {fewest} and {most} born 4s (found by \
                 enumerating all {all} boards of the 3x3 game), but the score asks for {fours}"
            ),
        }
    }
}

/// A number with commas.
struct Thousands(u64);

impl fmt::Display for Thousands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// Why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The board is not 3×3.
    Size,
    /// The game that was found does not stand up to [`witness::check()`]: a fault of the program.
    Game,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "the table holds the 3x3 game only",
            Self::Game => "internal error: the game that was found does not verify",
        })
    }
}

impl std::error::Error for Fault {}

impl Table {
    /// Why no game reaches `board` with `fours` 4s born; `None` if one does.
    ///
    /// # Errors
    /// If the board is not 3×3.
    pub fn refute(&self, board: &Board, fours: u64) -> Result<Option<Refutation>, Fault> {
        let Some(packed) = packed(board)? else { return Ok(Some(Refutation::Board)) };
        if start_fours(packed) == Some(fours) || Search::new(self).has_game(packed, fours) {
            return Ok(None);
        }
        Ok(Some(self.refutation(packed, fours)))
    }

    /// Decides whether a game reaches `board` with the score of `ledger`, and finds one.
    ///
    /// # Errors
    /// If the board is not 3×3, or by a fault of the program.
    pub fn decide(&self, board: &Board, ledger: &Ledger) -> Result<Verdict, Fault> {
        let Some(packed) = packed(board)? else {
            return Ok(Verdict::Unreachable(Refutation::Board));
        };
        let end = Totals { moves: ledger.moves, score: ledger.score, fours: ledger.fours };
        let (start, mut steps) = if start_fours(packed) == Some(end.fours) {
            (packed, Vec::new())
        } else if let Some(game) = Search::new(self).game(packed, end.fours) {
            (game.start, game.steps)
        } else {
            return Ok(Verdict::Unreachable(self.refutation(packed, end.fours)));
        };
        steps.reverse();
        let rules = vec![Rule::from_board(&start.board(), steps)];
        let witness = Witness { size: board.size(), rules, end };
        let verified = witness::check(&witness);
        if verified.is_ok_and(|v| v.board() == board && v.totals() == end) {
            Ok(Verdict::Reachable(witness))
        } else {
            Err(Fault::Game)
        }
    }

    fn refutation(&self, board: Packed, fours: u64) -> Refutation {
        range(self, board).map_or(Refutation::Board, |range| Refutation::Fours {
            fours,
            fewest: *range.start(),
            most: *range.end(),
        })
    }
}

/// The packed board; `None` if a tile is larger than any of the game.
fn packed(board: &Board) -> Result<Option<Packed>, Fault> {
    if board.size().side() == 3 { Ok(Packed::new(board)) } else { Err(Fault::Size) }
}

#[cfg(test)]
mod tests {
    use super::super::layers::layers;
    use super::*;
    use crate::game::{Direction, Size, slide};
    use std::collections::{BTreeMap, BTreeSet};

    fn board(tiles: [u64; 9]) -> Board {
        let ranks = tiles.map(|tile| if tile == 0 { 0 } else { tile.ilog2().to_le_bytes()[0] });
        Board::from_ranks(Size::ALL[1], &ranks).unwrap()
    }

    /// Every f of every board up to half-sum `last`, by plain play from the start boards.
    fn played(last: usize) -> BTreeMap<Board, BTreeSet<u64>> {
        let mut found: BTreeMap<Board, BTreeSet<u64>> = BTreeMap::new();
        let mut open = Vec::new();
        for (first, second) in
            (0..9).flat_map(|first| (0..first).map(move |second| (first, second)))
        {
            for (one, other) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
                let start = Board::empty(Size::ALL[1]).with(first, one).with(second, other);
                open.push((start.canonical(), u64::from(one + other) - 2));
            }
        }
        while let Some((board, fours)) = open.pop() {
            let half_sum = Packed::new(&board).unwrap().half_sum();
            if half_sum > last || !found.entry(board).or_default().insert(fours) {
                continue;
            }
            for direction in Direction::ALL {
                let after = slide::slide(&board, direction).board;
                if after != board {
                    for cell in after.empty_cells() {
                        open.push((after.with(cell, 1).canonical(), fours));
                        open.push((after.with(cell, 2).canonical(), fours + 1));
                    }
                }
            }
        }
        found
    }

    /// All states of the small layers, and their neighbours that are none.
    #[test]
    fn small_states_are_decided_as_play_finds_them() {
        const LAST: usize = 13;
        let table = Table::small(LAST);
        let played = played(LAST);
        let mut enumerated = 0;
        layers(LAST, |layer| enumerated += layer.boards);
        assert_eq!(enumerated, played.len());
        let mut asked = BTreeSet::new();
        for (board, fours) in &played {
            // Two cells changed: the same sum, often out of reach.
            let (first, second) = (board.rank(0), board.rank(4));
            asked.insert(*board);
            asked.insert(board.with(0, second).with(4, first));
            assert!(!fours.is_empty());
        }
        for board in asked {
            let truth = played.get(&board.canonical());
            let potential = u64::try_from(crate::game::ledger::potential(&board)).unwrap();
            for fours in 0..8 {
                let Some(score) = potential.checked_sub(4 * fours) else { continue };
                let Ok(ledger) = Ledger::of(&board, score) else { continue };
                let is_reached = truth.is_some_and(|truth| truth.contains(&fours));
                let refutation = table.refute(&board, fours).unwrap();
                assert_eq!(refutation.is_none(), is_reached, "{board:?} {fours}");
                let expected = truth.map_or(Refutation::Board, |truth| Refutation::Fours {
                    fours,
                    fewest: *truth.first().unwrap(),
                    most: *truth.last().unwrap(),
                });
                match table.decide(&board, &ledger).unwrap() {
                    Verdict::Reachable(_) => assert!(is_reached),
                    Verdict::Unreachable(refutation) => assert_eq!(refutation, expected),
                }
            }
        }
    }

    #[test]
    fn what_the_table_cannot_hold_is_refused() {
        let table = Table::small(8);
        assert_eq!(table.refute(&Board::empty(Size::ALL[2]), 0), Err(Fault::Size));
        let large = board([2048, 2, 2, 0, 0, 0, 0, 0, 0]);
        assert_eq!(table.refute(&large, 0), Ok(Some(Refutation::Board)));
        let empty = Board::empty(Size::ALL[1]);
        assert_eq!(table.refute(&empty, 0), Ok(Some(Refutation::Board)));
        assert_eq!(table.refute(&empty.with(0, 1), u64::MAX), Ok(Some(Refutation::Board)));
    }

    #[test]
    fn refutations_name_their_numbers() {
        let text = |fewest, most| Refutation::Fours { fours: 41, fewest, most }.to_string();
        assert_eq!(
            text(12, 40),
            "games that reach this board have between 12 and 40 born 4s (found by enumerating all \
             48,713,519 boards of the 3x3 game), but the score asks for 41"
        );
        assert!(text(1, 1).starts_with("games that reach this board have exactly 1 born 4 ("));
    }
}
