//! Full chains: boards whose tiles N+1, N, …, 2 lie along a snake, reached by games that no
//! search walks back (a 7×7 chain is 10^15 moves from its start). The builder makes such a game
//! with the number of born 4s that the score asks for, if its construction can.

use super::bridge::TOWERS;
use crate::build::{self, Fours, Recipe};
use crate::game::board::{Board, Symmetry};
use crate::game::ledger::Ledger;
use crate::witness::Witness;
use std::time::Duration;

/// A game to `board` with the 4s of `ledger`; `None` if the board is no full chain along a snake,
/// if the construction has no game with so many 4s, or if building it may take longer than
/// `budget`.
pub(super) fn chain(board: &Board, ledger: &Ledger, budget: Duration) -> Option<Witness> {
    let size = board.size();
    let snake = snake_chain(board);
    if board.canonical() != snake.canonical() || budget < building_time(size.side()) {
        return None;
    }
    let recipe = Recipe { fours: Fours::Exactly(ledger.fours), ..Recipe::full_chain(size) };
    let built = TOWERS.build(&recipe).ok()?;
    let onto = |symmetry: &Symmetry| built.verified.board().under(*symmetry) == *board;
    let symmetry = Symmetry::ALL.into_iter().find(onto)?;
    Some(build::turned(&built.witness, symmetry))
}

/// How long building a chain may take on a slow machine: it cannot be stopped half-way.
const fn building_time(side: usize) -> Duration {
    match side {
        0..=5 => Duration::from_secs(5),
        6 => Duration::from_secs(10),
        _ => Duration::from_secs(60),
    }
}

/// The full chain along the rows, every second row backwards.
fn snake_chain(board: &Board) -> Board {
    let size = board.size();
    let mut chain = Board::empty(size);
    for (at, rank) in (2..=size.top_rank()).rev().enumerate() {
        chain.set(size.snake_cell(at), rank);
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::witness;

    /// On 4x4: the largest score there is, and one with more 4s, on a turned board.
    #[test]
    fn full_chains_are_built() {
        let plain = snake_chain(&Board::empty(Size::new(4).unwrap()));
        for (symmetry, fours) in [(Symmetry::ALL[0], 16), (Symmetry::ALL[5], 1_000)] {
            let board = plain.under(symmetry);
            let score = 3_932_164 - 4 * fours;
            let ledger = Ledger::of(&board, score).unwrap();
            let game = chain(&board, &ledger, Duration::from_secs(10)).unwrap();
            let verified = witness::check(&game).unwrap();
            assert_eq!((verified.board(), verified.totals().score), (&board, score));
            assert_eq!(chain(&board, &ledger, Duration::from_secs(1)), None);
            assert_eq!(chain(&board.with(3, 0), &ledger, Duration::from_secs(10)), None);
        }
    }
}
