//! The full chain on 3×3, whose tiles take all the room there is.
//!
//! The tower needs more room than nine cells have, so the game is searched for as a whole. With
//! the fewest 4s every birth is forced to be a 2 or a 4 by the sum of the tiles alone: a 4 is born
//! exactly where the sum comes to 2^11 − 2^(j+2), when the nine finished and growing tiles must
//! make room for the tile of rank j + 2. A beam over boards up to symmetry, one layer a birth,
//! finds the way: the boards that gather the large tiles along a bent snake are kept.

use crate::game::board::{Board, Size};
use crate::game::{Direction, slide};
use crate::witness::{Rule, Step};
use rustc_hash::FxHashSet;

/// How many boards a layer keeps.
const WIDTH: usize = 500;

/// The cells in the order in which the large tiles should stand on them: the largest in the
/// middle of a side, where the others can pass it on two sides.
const SNAKE: [usize; 9] = [3, 0, 1, 4, 6, 7, 2, 5, 8];

/// The cells as each of the eight symmetries sees them.
const VIEWS: [[usize; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

struct Node {
    board: Board,
    /// The node before, in the layer before, and the step from there.
    from: Option<(usize, Step)>,
}

/// The game to the chain 10, 9, …, 2 with nine born 4s, as one rule and the boards after its
/// start and after each step; `None` if the beam loses its way.
pub(super) fn chain() -> Option<(Rule, Vec<Board>)> {
    let size = Size::new(3)?;
    let mut layers = vec![starts(size)];
    let mut sum = 4;
    let end = (1u32 << 11) - 4;
    while sum < end {
        let rank = if is_forced_four(sum + 4) { 2 } else { 1 };
        let next = step(layers.last()?, rank);
        sum += 1 << rank;
        layers.push(next);
    }
    let mut here = layers.last()?.iter().position(|node| is_chain(&node.board))?;
    let (mut boards, mut steps) = (Vec::new(), Vec::new());
    for layer in layers.iter().rev() {
        let Node { board, from } = &layer[here];
        boards.push(*board);
        if let Some((parent, step)) = *from {
            steps.push(step);
            here = parent;
        }
    }
    boards.reverse();
    steps.reverse();
    Some((Rule::from_board(boards.first()?, steps), boards))
}

/// Whether the sum of the tiles comes to this by a born 4 in every game with the fewest 4s.
fn is_forced_four(sum: u32) -> bool {
    (0..9).any(|j| sum == (1 << 11) - (1 << (j + 2)))
}

/// Two 2s, once for each pair of cells up to symmetry.
fn starts(size: Size) -> Vec<Node> {
    let mut seen = FxHashSet::default();
    let mut nodes = Vec::new();
    for first in 0..9 {
        for second in first + 1..9 {
            let board = Board::empty(size).with(first, 1).with(second, 1);
            if seen.insert(view(&board).0) {
                nodes.push(Node { board, from: None });
            }
        }
    }
    nodes
}

/// The best boards after one more move and the birth of `rank`.
fn step(layer: &[Node], rank: u8) -> Vec<Node> {
    let mut seen = FxHashSet::default();
    let mut next: Vec<(u64, Node)> = Vec::new();
    for (parent, node) in layer.iter().enumerate() {
        for direction in Direction::ALL {
            let slid = slide::slide(&node.board, direction).board;
            if slid == node.board {
                continue;
            }
            for cell in (0u8..9).filter(|&cell| slid.rank(usize::from(cell)) == 0) {
                let board = slid.with(usize::from(cell), rank);
                let (key, order) = view(&board);
                if seen.insert(key) {
                    let from = Some((parent, Step::Move { direction, cell, rank }));
                    next.push((order, Node { board, from }));
                }
            }
        }
    }
    // A stable sort: of equal boards the first found are kept, on every machine.
    next.sort_by_key(|&(order, _)| std::cmp::Reverse(order));
    next.truncate(WIDTH);
    next.into_iter().map(|(_, node)| node).collect()
}

/// The same for all symmetric boards: a key that tells boards apart, and how well the large tiles
/// stand along the snake, in the best of the views (each place weighs half of the one before).
fn view(board: &Board) -> (u64, u64) {
    let ranks = board.ranks();
    let (mut key, mut order) = (0, 0);
    for view in &VIEWS {
        let packed = view.iter().fold(0, |key, &cell| (key << 6) | u64::from(ranks[cell]));
        key = key.max(packed);
        let weighed = SNAKE.iter().enumerate().map(|(at, &cell)| {
            let rank = ranks[view[cell]];
            if rank == 0 { 0 } else { 1u64 << (usize::from(rank) + 8 - at) }
        });
        order = order.max(weighed.sum());
    }
    (key, order)
}

/// Whether the nine cells hold the ranks 10, 9, …, 2 in some order.
fn is_chain(board: &Board) -> bool {
    let mut ranks = board.ranks().to_vec();
    ranks.sort_unstable();
    ranks.into_iter().eq(2..=10)
}
