//! States to try on smaller boards, and all of the smallest.

use super::{Reached, Source};
use crate::game::board::{Board, Direction, Size};
use crate::game::slide::slide;
use crate::witness::{Rule, Step, Totals, Witness};
use rustc_hash::FxHashSet;

/// How many drawn states of a size are tried, beside the first boards and the extremes.
const DRAWN: u64 = 10;

/// Of the states of 2×2 each one of so many is tried.
const THINNED: usize = 48;

/// A few states of a size, small and large ones, that tell whether anything of the size fails: the
/// first boards, some that are drawn, and the ends of the long games.
#[must_use]
pub fn probes(source: &Source, size: Size) -> Vec<Reached> {
    if size.side() == 2 {
        let all = all_of_2x2();
        let last = all.last().cloned();
        return all.into_iter().step_by(THINNED).chain(last).collect();
    }
    let mut states = starts(size);
    let drawn = (0..DRAWN).filter_map(|index| source.state_of(size, 2 * index));
    states.extend(drawn);
    states.extend(source.extremes(size).cloned());
    states.sort_by_key(Reached::measure);
    states
}

/// Two tiles side by side in the corner, each kind once.
fn starts(size: Size) -> Vec<Reached> {
    [(1, 1), (1, 2), (2, 2)]
        .into_iter()
        .filter_map(|(first, second)| {
            let board = Board::empty(size).with(0, first).with(1, second);
            game(&board, Vec::new(), 0)
        })
        .collect()
}

/// All states that games on 2×2 reach, one of each eight that are alike, by [`Reached::measure`].
#[must_use]
pub fn all_of_2x2() -> Vec<Reached> {
    let [size, ..] = Size::ALL;
    struct Node {
        board: Board,
        score: u64,
        from: Option<(usize, Step)>,
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut seen: FxHashSet<(Board, u64)> = FxHashSet::default();
    for cell in 1..size.cells() {
        for (first, second) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let board = Board::empty(size).with(0, first).with(cell, second);
            if seen.insert((board.canonical(), 0)) {
                nodes.push(Node { board, score: 0, from: None });
            }
        }
    }
    let mut at = 0;
    while at < nodes.len() {
        let (board, score) = (nodes[at].board, nodes[at].score);
        for direction in Direction::ALL {
            let slid = slide(&board, direction);
            if slid.board == board {
                continue;
            }
            for cell in slid.board.empty_cells() {
                for rank in [1, 2] {
                    let next = slid.board.with(cell, rank);
                    let score = score + slid.gain;
                    if seen.insert((next.canonical(), score)) {
                        let cell = u8::try_from(cell).unwrap_or(u8::MAX);
                        let from = Some((at, Step::Move { direction, cell, rank }));
                        nodes.push(Node { board: next, score, from });
                    }
                }
            }
        }
        at += 1;
    }
    let reached = |end: &Node| {
        let (mut steps, mut node) = (Vec::new(), end);
        while let Some((parent, step)) = node.from {
            steps.push(step);
            node = &nodes[parent];
        }
        steps.reverse();
        game(&node.board, steps, end.score)
    };
    let mut states: Vec<Reached> = nodes.iter().filter_map(reached).collect();
    states.sort_by_key(Reached::measure);
    states
}

/// The game from a start board by moves, without calls, to this score.
fn game(start: &Board, steps: Vec<Step>, score: u64) -> Option<Reached> {
    let fours = start.ranks().iter().filter(|&&rank| rank == 2).count();
    let born = steps.iter().filter(|step| matches!(step, Step::Move { rank: 2, .. })).count();
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let end = Totals { moves: count(steps.len()), score, fours: count(fours + born) };
    let rules = vec![Rule::from_board(start, steps)];
    Reached::new(Witness { size: start.size(), rules, end })
}
