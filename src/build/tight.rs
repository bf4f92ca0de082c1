//! The end of a full chain, where the last cells must hold one rank more than there are cells.
//!
//! With m cells left, a tile of rank m + 1 needs one born 4, as the last leaf. The regions are
//! small enough to look at every board.

use super::snake::{Region, Snake, replaced};
use crate::game::board::Direction;
use crate::game::fast::Engine;
use crate::witness::Step;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The last programs of a full chain.
#[derive(Clone, Debug)]
pub(super) struct Finale {
    /// From what a head of rank b at the place N − b leaves to another one beside it.
    pub(super) beside: Vec<Step>,
    /// From what their merge leaves to the end, in the last b − 1 cells: for each rank from b
    /// down to 3 the steps that make it.
    pub(super) last: Vec<Vec<Step>>,
}

/// A finale and what it was found for.
pub(super) struct Ending<const N: usize> {
    /// Which of the boards it starts from.
    pub(super) start: usize,
    /// The birth of the merge of the two heads, and the board after it.
    pub(super) birth: u8,
    pub(super) left: Engine<N>,
    pub(super) finale: Finale,
}

/// A board of a stage, the index of its origin, and how it came about.
struct Node<const N: usize> {
    board: Engine<N>,
    /// Born 4s in this stage.
    fours: u8,
    parent: Option<usize>,
    step: Option<Step>,
    /// Which of the stage's starts it comes from.
    start: usize,
}

/// Every board that a stage reaches.
struct Stage<const N: usize> {
    nodes: Vec<Node<N>>,
    /// The nodes with the tile that was to be made.
    goals: Vec<usize>,
}

impl<const N: usize> Stage<N> {
    fn steps(&self, goal: usize) -> (usize, Vec<Step>) {
        let mut steps = Vec::new();
        let mut at = goal;
        loop {
            let node = &self.nodes[at];
            steps.extend(node.step);
            match node.parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
        steps.reverse();
        (self.nodes[at].start, steps)
    }
}

/// More boards than any stage of a full chain has: a fault would not eat all memory.
const MOST: usize = 3_000_000;

/// From `starts`, all ways to a tile of `rank` at the first cell of the region, with `need` born 4s.
fn stage<const N: usize>(
    region: &Region<'_, N>,
    starts: &[Engine<N>],
    rank: u8,
    need: u8,
) -> Stage<N> {
    let cell = region.snake.cell(region.from);
    let mut nodes: Vec<Node<N>> = Vec::new();
    let mut goals = Vec::new();
    let mut waiting: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let mut seen: FxHashSet<(Engine<N>, u8)> = FxHashSet::default();
    for (start, &board) in starts.iter().enumerate() {
        if seen.insert((board, 0)) {
            waiting.entry(region.sum(&board)).or_default().push(nodes.len());
            nodes.push(Node { board, fours: 0, parent: None, step: None, start });
        }
    }
    while let Some((_, layer)) = waiting.pop_first() {
        for parent in layer {
            let Node { board, fours, start, .. } = nodes[parent];
            for direction in Direction::ALL {
                let Some(slid) = region.slide(&board, direction) else { continue };
                for born in 1..=if fours < need { 2 } else { 1 } {
                    for empty in region.snake.cells_from(region.from) {
                        if slid.rank(empty) != 0 || nodes.len() >= MOST {
                            continue;
                        }
                        let mut next = slid;
                        next.place(empty, born);
                        let fours = fours + born - 1;
                        let made = next.rank(cell) == rank;
                        if (made && fours != need)
                            || (!made && region.max_rank(&next, 0) >= rank)
                            || region.max_rank(&next, 1) >= rank
                            || !seen.insert((next, fours))
                        {
                            continue;
                        }
                        let birth = u8::try_from(empty).unwrap_or(u8::MAX);
                        let step = Step::Move { direction, cell: birth, rank: born };
                        let index = nodes.len();
                        if made {
                            goals.push(index);
                        } else {
                            waiting.entry(region.sum(&next)).or_default().push(index);
                        }
                        nodes.push(Node {
                            board: next,
                            fours,
                            parent: Some(parent),
                            step: Some(step),
                            start,
                        });
                    }
                }
            }
        }
    }
    Stage { nodes, goals }
}

/// The finale from one of `boards`, which heads of rank `head` at `place` left.
pub(super) fn finale<const N: usize>(
    snake: &Snake,
    place: usize,
    head: u8,
    boards: &[Engine<N>],
) -> Option<Ending<N>> {
    let beside = stage(&Region::<N>::new(snake, place + 1), boards, head, 1);
    let region = Region::<N>::new(snake, place + 1);
    // The goals with the smallest tiles left come first: they make for the fewest moves.
    let mut by_sum: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for &goal in &beside.goals {
        by_sum.entry(region.sum(&beside.nodes[goal].board)).or_default().push(goal);
    }
    by_sum.values().find_map(|goals| end(snake, place, &beside, goals))
}

/// The finale after one of `goals` of the stage that makes the second head.
fn end<const N: usize>(
    snake: &Snake,
    place: usize,
    beside: &Stage<N>,
    goals: &[usize],
) -> Option<Ending<N>> {
    // Any rank that occurs nowhere else.
    const PAIR: u8 = 12;
    // What the merge of the two leaves: the board, the goal it comes from, the birth.
    let mut merged: Vec<(Engine<N>, usize, u8)> = Vec::new();
    let (cell, next) = (snake.cell(place), snake.cell(place + 1));
    for &goal in goals {
        let pair = replaced(&replaced(&beside.nodes[goal].board, cell, PAIR), next, PAIR);
        let one = replaced(&pair.slide(snake.merge(place)), cell, Snake::frozen(place));
        for empty in snake.cells_from(place + 1).filter(|&empty| one.rank(empty) == 0) {
            let mut born = one;
            born.place(empty, 1);
            merged.push((born, goal, u8::try_from(empty).unwrap_or(u8::MAX)));
        }
    }
    // One stage for each further tile, down to the 3; the last birth is the 2.
    let mut starts: Vec<Engine<N>> = merged.iter().map(|merge| merge.0).collect();
    let mut stages: Vec<Stage<N>> = Vec::new();
    for at in place + 1..snake.len() - 1 {
        let rank = u8::try_from(snake.len() - at + 1).unwrap_or(u8::MAX);
        // The last stage also needs a 4 as the last birth of all.
        let need = if at + 2 == snake.len() { 2 } else { 1 };
        let stage = stage(&Region::<N>::new(snake, at), &starts, rank, need);
        let finished =
            |&goal: &usize| replaced(&stage.nodes[goal].board, snake.cell(at), Snake::frozen(at));
        starts = stage.goals.iter().map(finished).collect();
        stages.push(stage);
    }
    let mut goal = starts.iter().position(|board| board.rank(snake.cell(snake.len() - 1)) == 2)?;
    let mut last: Vec<Vec<Step>> = Vec::new();
    for stage in stages.iter().rev() {
        let (start, steps) = stage.steps(stage.goals[goal]);
        last.push(steps);
        goal = start;
    }
    last.reverse();
    let (left, from, birth) = merged[goal];
    let (start, steps) = beside.steps(from);
    Some(Ending { start, birth, left, finale: Finale { beside: steps, last } })
}
