//! Boards of 2×2 and 3×3, which are too small for the tower.
//!
//! All games on 2×2 are looked through. On 3×3 only the tiles that take all the room there is
//! need more than the tower: the game to the full chain is found as a whole, and cut where the
//! tiles asked for stand.

use super::recipe::BuildError;
use super::three;
use crate::game::board::{Board, Direction, Size};
use crate::game::slide::slide;
use crate::witness::{Rule, Step};
use rustc_hash::FxHashSet;

/// Cuts the game to the full 3×3 chain where its largest tiles are first these; `None` if they
/// never are, or if the game was not found.
pub(super) fn cut(ranks: &[u8]) -> Option<Vec<Rule>> {
    let (mut game, boards) = three::chain()?;
    let there = |board: &Board| {
        let mut tiles: Vec<u8> = board.ranks().to_vec();
        tiles.sort_unstable_by(|a, b| b.cmp(a));
        tiles.starts_with(ranks) && tiles.get(ranks.len()) < ranks.last()
    };
    let moves = boards.iter().position(there)?;
    game.steps.truncate(moves);
    Some(vec![game])
}

/// A game on 2×2 and the number of its born 4s.
pub(super) struct Game {
    pub(super) fours: u64,
    pub(super) rules: Vec<Rule>,
}

/// Every number of 4s with which a 2×2 board can begin with `ranks` along the snake, in ascending
/// order, each with a shortest game.
///
/// # Errors
/// [`BuildError::NotFound`] if there is none at all.
pub(super) fn games(size: Size, ranks: &[u8]) -> Result<Vec<Game>, BuildError> {
    struct Node {
        board: Board,
        fours: u64,
        from: Option<(usize, Step)>,
    }
    // The cells of the snake.
    const SNAKE: [usize; 4] = [0, 1, 3, 2];
    let mut nodes: Vec<Node> = Vec::new();
    let mut seen: FxHashSet<(Board, u64)> = FxHashSet::default();
    for first in 0..size.cells() {
        for second in first + 1..size.cells() {
            for (a, b) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
                let board = Board::empty(size).with(first, a).with(second, b);
                let fours = u64::from(a == 2) + u64::from(b == 2);
                if seen.insert((board, fours)) {
                    nodes.push(Node { board, fours, from: None });
                }
            }
        }
    }
    let last = ranks.last().copied().unwrap_or(0);
    let mut games: Vec<Game> = Vec::new();
    let mut at = 0;
    while at < nodes.len() {
        let (board, fours) = (nodes[at].board, nodes[at].fours);
        let begins = SNAKE.iter().zip(ranks).all(|(&cell, &rank)| board.rank(cell) == rank);
        let rest_smaller = SNAKE.iter().skip(ranks.len()).all(|&cell| board.rank(cell) < last);
        if begins && rest_smaller && games.iter().all(|game| game.fours != fours) {
            let mut steps = Vec::new();
            let mut here = at;
            while let Some((parent, step)) = nodes[here].from {
                steps.push(step);
                here = parent;
            }
            steps.reverse();
            games.push(Game { fours, rules: vec![Rule::from_board(&nodes[here].board, steps)] });
        }
        for direction in Direction::ALL {
            let slid = slide(&board, direction).board;
            if slid == board {
                continue;
            }
            for cell in slid.empty_cells() {
                for rank in [1, 2] {
                    let next = slid.with(cell, rank);
                    let fours = fours + u64::from(rank == 2);
                    if seen.insert((next, fours)) {
                        let birth = u8::try_from(cell).unwrap_or(u8::MAX);
                        let step = Step::Move { direction, cell: birth, rank };
                        nodes.push(Node { board: next, fours, from: Some((at, step)) });
                    }
                }
            }
        }
        at += 1;
    }
    games.sort_by_key(|game| game.fours);
    if games.is_empty() { Err(BuildError::NotFound { at: 0 }) } else { Ok(games) }
}
