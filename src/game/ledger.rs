//! The arithmetic that ties a board and its score to the moves that were made.
//!
//! With S the sum of the tiles, Φ = Σ v·(log2 v − 1) over the tiles v, and f the number of 4s
//! born, the two start tiles included:
//!
//! - a tile v built from 2s alone has brought v·(log2 v − 1) to the score, and each born 4 saves
//!   the 4 points of the merge that would have made it: score = Φ − 4f;
//! - the births (two at the start, one a move) number S/2 − f: moves = S/2 − f − 2.

use super::board::{Board, tile_value};
use std::fmt;

/// The totals of a state, all in plain counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// S, the sum of the tiles.
    pub tile_sum: u64,
    /// Φ, the score if every tile were built from born 2s.
    pub potential: u64,
    /// The score that was given.
    pub score: u64,
    /// f, the number of 4s born, start tiles included.
    pub fours: u64,
    /// The moves made.
    pub moves: u64,
}

impl Ledger {
    /// The totals of `board` with `score`: the closed form.
    ///
    /// # Errors
    /// Says which count would not be a whole number, negative, or more than 64 bits hold.
    pub fn of(board: &Board, score: u64) -> Result<Self, LedgerError> {
        let sum = tile_sum(board);
        let potential = potential(board);
        let gap = potential
            .checked_sub(u128::from(score))
            .ok_or(LedgerError::ScoreAbovePotential { potential, score })?;
        if !gap.is_multiple_of(4) {
            return Err(LedgerError::Residue { potential, score });
        }
        let fours = gap / 4;
        let births = (sum / 2)
            .checked_sub(fours)
            .ok_or(LedgerError::TooManyFours { half_sum: sum / 2, fours })?;
        let moves = births.checked_sub(2).ok_or(LedgerError::TooFewBirths { births })?;
        let narrow = |count: u128| u64::try_from(count).map_err(|_| LedgerError::Overflow);
        Ok(Self {
            tile_sum: narrow(sum)?,
            potential: narrow(potential)?,
            score,
            fours: narrow(fours)?,
            moves: narrow(moves)?,
        })
    }

    /// The tiles born so far: the two at the start, then one a move.
    #[must_use]
    pub const fn births(&self) -> u64 {
        self.moves + 2
    }

    /// The 2s born so far.
    #[must_use]
    pub const fn twos(&self) -> u64 {
        self.births() - self.fours
    }
}

/// S, the sum of the tiles.
#[must_use]
pub fn tile_sum(board: &Board) -> u128 {
    board.ranks().iter().map(|&rank| u128::from(tile_value(rank))).sum()
}

/// Φ = Σ v·(log2 v − 1), the score if every tile were built from born 2s.
#[must_use]
pub fn potential(board: &Board) -> u128 {
    board
        .ranks()
        .iter()
        .map(|&rank| u128::from(tile_value(rank)) * u128::from(rank.saturating_sub(1)))
        .sum()
}

/// Why no game has this board with this score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerError {
    /// Even births of 2s alone score less.
    ScoreAbovePotential {
        /// Φ of the board.
        potential: u128,
        /// The score given.
        score: u64,
    },
    /// Φ − score is not a multiple of 4.
    Residue {
        /// Φ of the board.
        potential: u128,
        /// The score given.
        score: u64,
    },
    /// The 4s born would sum to more than all tiles.
    TooManyFours {
        /// Half the sum of the tiles.
        half_sum: u128,
        /// The 4s born by the score.
        fours: u128,
    },
    /// A game has at least the two tiles of its start.
    TooFewBirths {
        /// The births by the closed form.
        births: u128,
    },
    /// A total needs more than 64 bits.
    Overflow,
}

impl LedgerError {
    /// The rule id of a diagnostic: no game reaches such a state.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::ScoreAbovePotential { .. } => "unreachable-score-too-high",
            Self::Residue { .. } => "unreachable-score-residue",
            Self::TooManyFours { .. } => "unreachable-score-too-low",
            Self::TooFewBirths { .. } => "unreachable-too-few-births",
            Self::Overflow => "unreachable-overflow",
        }
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ScoreAbovePotential { potential, score } => write!(
                f,
                "the score is {score}, but merging born 2s alone into these tiles scores only {potential}"
            ),
            Self::Residue { potential, score } => write!(
                f,
                "the score is {score}, but it must leave the remainder {} when divided by 4, as {potential} does \
                 (each born 4 saves exactly 4 points)",
                potential % 4
            ),
            Self::TooManyFours { half_sum, fours } => write!(
                f,
                "the score asks for {fours} born 4s, but the tiles sum to only {}",
                half_sum * 2
            ),
            Self::TooFewBirths { births } => write!(
                f,
                "board and score leave {births} births, but every game starts with two tiles"
            ),
            Self::Overflow => f.write_str("a total needs more than 64 bits"),
        }
    }
}

impl std::error::Error for LedgerError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    fn ledger(tiles: &[u64], score: u64) -> Result<Ledger, LedgerError> {
        let side = (2..=7).find(|n| n * n == tiles.len()).unwrap();
        let ranks: Vec<u8> = tiles
            .iter()
            .map(|&tile| if tile == 0 { 0 } else { u8::try_from(tile.ilog2()).unwrap() })
            .collect();
        Ledger::of(&Board::from_ranks(Size::new(side).unwrap(), &ranks).unwrap(), score)
    }

    /// Figure 1 of the statement, and full chains with published scores.
    #[test]
    fn known_states() {
        let chain: Vec<u64> = (2..=17).rev().map(|rank| 1 << rank).collect();
        let table: [(&[u64], u64, u64, u64); 9] = [
            (&[0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 2, 4, 0, 0, 2, 8], 16, 1, 7),
            (&[0, 0, 0, 0, 0, 2, 0, 4, 0, 0, 0, 4, 0, 0, 4, 8], 24, 1, 8),
            (&[0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0], 4, 2, 2),
            (&chain, 3_867_072, 16_273, 114_795),
            (&chain, 3_670_024, 65_535, 65_533),
            (&chain, 3_925_224, 1_735, 129_333),
            (&chain, 3_932_100, 16, 131_052),
            (&[32, 16, 8, 2], 180, 3, 24),
            (&[2, 2, 0, 0], 0, 0, 0),
        ];
        for (tiles, score, fours, moves) in table {
            let got = ledger(tiles, score).unwrap();
            assert_eq!((got.fours, got.moves), (fours, moves), "{tiles:?}");
        }
    }

    #[test]
    fn impossible_totals() {
        assert!(matches!(ledger(&[2, 2, 0, 0], 4), Err(LedgerError::ScoreAbovePotential { .. })));
        assert!(matches!(ledger(&[2, 8, 0, 0], 13), Err(LedgerError::Residue { .. })));
        assert!(matches!(ledger(&[2, 0, 0, 0], 0), Err(LedgerError::TooFewBirths { births: 1 })));
        assert!(matches!(ledger(&[0, 0, 0, 0], 0), Err(LedgerError::TooFewBirths { births: 0 })));
        assert!(matches!(ledger(&[1 << 30, 0, 0, 0], 0), Err(LedgerError::TooManyFours { .. })));
    }
}
