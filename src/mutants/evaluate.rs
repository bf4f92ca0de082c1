//! Mutants on states.

use super::formula::Formula;
use crate::game::Ledger;
use crate::input::State;

/// A state and its right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The state.
    pub state: State,
    /// The moves made.
    pub moves: u64,
}

impl Question {
    /// The question with the answer by the closed form; `None` if no game has such totals.
    #[must_use]
    pub fn new(state: State) -> Option<Self> {
        let moves = Ledger::of(&state.board, state.score).ok()?.moves;
        Some(Self { state, moves })
    }

    /// Whether `formula` answers otherwise.
    #[must_use]
    pub fn kills(&self, formula: &Formula) -> bool {
        formula.answer(&self.state) != self.moves.to_string()
    }
}

/// Which of the questions kill `formula`, by their index.
#[must_use]
pub fn killers(formula: &Formula, questions: &[Question]) -> Vec<usize> {
    let kills = |(index, question): (usize, &Question)| question.kills(formula).then_some(index);
    questions.iter().enumerate().filter_map(kills).collect()
}
