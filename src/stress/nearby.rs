//! Smaller states near a given one, whether or not a game reaches them.

use super::Reached;
use crate::game::ledger::{Ledger, potential};
use crate::input::State;
use crate::reach::{self, Decision, Options};
use std::time::Duration;

/// Games with more moves than this are not looked for.
pub const MOST_MOVES: u64 = 60;

/// How long one game is looked for.
const BUDGET: Duration = Duration::from_millis(200);

/// The states with one tile less, one tile halved, or one born 4 less, whose totals are those of
/// some game with fewer moves or points.
#[must_use]
pub fn nearby(reached: &Reached) -> Vec<State> {
    let (board, score) = (*reached.board(), reached.totals().score);
    let (moves, fours) = (reached.totals().moves, reached.totals().fours);
    let mut states = Vec::new();
    let tiles = (0..board.ranks().len()).filter(|&cell| board.rank(cell) != 0);
    for cell in tiles {
        let rank = board.rank(cell);
        for smaller in [0, rank - 1] {
            let board = board.with(cell, smaller);
            // Born 4s up to as many as there were: which ones can be is for the search to say.
            let Ok(potential) = u64::try_from(potential(&board)) else { continue };
            for fewer in 0..=fours.min(2) {
                let saved = 4 * (fours - fewer);
                if let Some(score) = potential.checked_sub(saved) {
                    states.push(State { board, score });
                }
            }
        }
    }
    states.retain(|state| {
        let ledger = Ledger::of(&state.board, state.score);
        ledger.is_ok_and(|ledger| (ledger.moves, ledger.score) < (moves, score))
    });
    states.dedup();
    states
}

/// The state with a game that reaches it, if one is found soon.
#[must_use]
pub fn prove(state: &State) -> Option<Reached> {
    let options = Options { budget: BUDGET, ..Options::default() };
    match reach::decide(&state.board, state.score, &options) {
        Decision::Reachable { witness, .. } => Reached::new(witness),
        Decision::Unreachable { .. } | Decision::Undecided { .. } => None,
    }
}
