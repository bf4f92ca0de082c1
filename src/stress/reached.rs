//! A state with its proof.

use crate::game::{Board, Size};
use crate::input::{self, State};
use crate::policy::Game;
use crate::witness::{self, Totals, Verified, Witness};

/// A state within the statement's limits that a game reaches, with the witness that proves it.
#[derive(Clone, Debug)]
pub struct Reached {
    witness: Witness,
    verified: Verified,
}

impl Reached {
    /// The state that a witness proves; `None` if it proves nothing, or a state beyond the limits.
    #[must_use]
    pub fn new(witness: Witness) -> Option<Self> {
        let verified = witness::check(&witness).ok()?;
        Self::within_limits(witness, verified)
    }

    /// The same of a witness that was just checked, to this.
    pub(super) fn within_limits(witness: Witness, verified: Verified) -> Option<Self> {
        let reached = Self { witness, verified };
        input::parse(reached.state().to_string().as_bytes()).ok()?;
        Some(reached)
    }

    /// The last state of a game that was recorded from its start on.
    #[must_use]
    pub fn of_game(game: &Game) -> Option<Self> {
        Self::new(game.witness())
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> State {
        State { board: *self.board(), score: self.totals().score }
    }

    /// Its board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.verified.board()
    }

    /// The side of its board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.board().size()
    }

    /// The moves, the score and the born 4s of its game.
    #[must_use]
    pub const fn totals(&self) -> Totals {
        self.verified.totals()
    }

    /// The proof.
    #[must_use]
    pub const fn witness(&self) -> &Witness {
        &self.witness
    }

    /// What makes a state a small counterexample, the most important first: the side, the moves,
    /// the points, the tiles, and the order of boards so that no two are alike.
    #[must_use]
    pub fn measure(&self) -> (Size, u64, u64, usize, Board) {
        let totals = self.totals();
        (self.size(), totals.moves, totals.score, self.board().tile_count(), *self.board())
    }
}
