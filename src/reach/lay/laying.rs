//! Lays the rows one after the other.

use super::super::limits::Limits;
use super::super::lines::rank;
use super::super::node::Rows;
use super::failures::Failures;
use super::maker::Maker;
use super::manner::MANNERS;
use super::order;
use super::price::Lying;
use super::raise::{Arena, Node};
use super::row::lay_row;
use crate::game::board::{Board, Direction, Size};
use crate::game::fast::Engine;
use crate::witness::Step;

/// The boards to look at in an attempt at a row that comes to nothing.
const LOOKS: u64 = 30_000;

/// What an attempt costs at least, in boards looked at, and one for which there is no plan.
const LEAST: u64 = 1000;
const NO_PLAN: u64 = 50_000;

/// The boards to look at, for each row, until one more row than before is laid.
const STALE: u64 = 7_000_000;

/// A row is laid again once the next one took twice as long as it did in vain, and so many boards.
const AGAIN: u64 = 300_000;

/// The attempts with which the order of the tiles is the cheapest one, and then with another one.
const SAME_ORDER: u64 = 12;

/// The attempts at one row.
#[derive(Clone, Debug, Default)]
struct Trials {
    attempts: usize,
    /// The boards looked at before the first one on what is below it now.
    began: u64,
    /// The boards looked at until it was laid.
    cost: u64,
    failures: Failures,
}

/// Rows in the making.
pub(super) struct Laying<const N: usize> {
    target: Rows<N>,
    count: usize,
    arena: Arena<N>,
    /// The boards in memory at most, and how many were forgotten.
    most: usize,
    forgotten: usize,
    /// For each row the boards on which those before it stand, and after the last one those with
    /// all of them.
    sets: Vec<Vec<u32>>,
    /// By row.
    trials: Vec<Trials>,
    /// The most rows that were laid, and the boards looked at then.
    most_laid: (usize, u64),
}

impl<const N: usize> Laying<N> {
    /// The first `count` rows of `rows`, with so much memory in bytes.
    pub(super) fn new(rows: &Rows<N>, count: usize, memory: usize) -> Self {
        let mut first = [0; N];
        first[0] = 1;
        let start = Node { rows: first, parent: 0, cell: 0, slide: Direction::Left };
        let mut target = [0; N];
        target[..count].copy_from_slice(&rows[..count]);
        Self {
            target,
            count,
            arena: Arena { nodes: vec![start], looks: 0 },
            // A vector that grows takes twice as much.
            most: memory / size_of::<Node<N>>() / 2,
            forgotten: 0,
            sets: vec![vec![0]],
            trials: vec![Trials::default(); count],
            most_laid: (0, 0),
        }
    }

    /// The most rows that were laid.
    pub(super) const fn rows(&self) -> usize {
        self.most_laid.0
    }

    /// The boards looked at.
    pub(super) const fn looks(&self) -> u64 {
        self.arena.looks
    }

    /// The boards that were kept at first.
    pub(super) const fn kept(&self) -> usize {
        self.forgotten + self.arena.nodes.len()
    }

    pub(super) fn node(&self, at: u32) -> &Node<N> {
        &self.arena.nodes[at as usize]
    }

    /// Tries to lay one more row, or the last one once more. Returns whether it may go on.
    pub(super) fn advance(&mut self, limits: &Limits<'_>) -> bool {
        self.sets.truncate(self.count);
        let row = self.sets.len() - 1;
        let stale = self.looks() - self.most_laid.1 > STALE * self.count as u64;
        if stale || !self.has_room() {
            return false;
        }
        match self.attempt(row, limits) {
            Some(set) => {
                let looks = self.looks();
                let trials = &mut self.trials[row];
                trials.cost = looks - trials.began;
                if let Some(next) = self.trials.get_mut(row + 1) {
                    next.began = looks;
                }
                if row + 1 > self.most_laid.0 {
                    self.most_laid = (row + 1, looks);
                }
                self.sets.push(set);
            }
            None if row > 0 => {
                let before = &self.trials[row - 1];
                if self.looks() - self.trials[row].began > (2 * before.cost).max(AGAIN) {
                    self.trials[row - 1].began = self.looks();
                    self.sets.pop();
                }
            }
            None => {}
        }
        true
    }

    /// Whether more boards fit in memory, once those are forgotten that lead nowhere.
    fn has_room(&mut self) -> bool {
        let before = self.arena.nodes.len();
        if before <= self.most {
            return true;
        }
        self.arena.forget(&mut self.sets);
        self.forgotten += before - self.arena.nodes.len();
        // Else the next time comes too soon.
        self.arena.nodes.len() <= self.most / 2
    }

    /// Tries to lay a row, each time in another way.
    fn attempt(&mut self, row: usize, limits: &Limits<'_>) -> Option<Vec<u32>> {
        let attempt = self.trials[row].attempts;
        self.trials[row].attempts += 1;
        let from = self.sets[row][attempt % self.sets[row].len()];
        let manner = MANNERS[attempt % MANNERS.len()];
        let lying = self.lying(row, from);
        let mut maker = Maker::new(&self.target, row, manner, lying, &self.trials[row].failures);
        let pieces = order::pieces(&self.target, row, &mut maker, attempt as u64 / SAME_ORDER);
        self.arena.looks += if pieces.is_some() { LEAST } else { NO_PLAN };
        let pieces = pieces?;
        match lay_row(&pieces, &mut self.arena, &[from], manner.styles, LOOKS, limits) {
            Ok(set) => Some(set),
            Err(at) => {
                let (task, means) = pieces.get(at)?.cause;
                self.trials[row].failures.add(task, means);
                None
            }
        }
    }

    /// The boards with all rows, if there are some now.
    pub(super) fn ends(&self) -> Option<&[u32]> {
        self.sets.get(self.count).map(Vec::as_slice)
    }

    /// What lies about on a board with which a row begins, and on the others of its set.
    fn lying(&self, row: usize, from: u32) -> Lying {
        let boards = self.sets[row].iter().map(|&at| self.node(at).rows);
        let loose = boards.flat_map(|rows| rows.into_iter().skip(row));
        let board = Engine::of_rows(self.node(from).rows);
        let at_wall = |wall: Direction, column| rank(board.slide(wall).rows()[row], column);
        Lying {
            largest: loose.flat_map(u64::to_le_bytes).max().unwrap_or(0),
            at_walls: [at_wall(Direction::Left, 0), at_wall(Direction::Right, N - 1)],
        }
    }

    /// The game up to the birth before the slide that makes a board: a start and what follows.
    pub(super) fn game(&self, end: u32) -> Option<(Board, Vec<Step>)> {
        let mut way: Vec<&Node<N>> = Vec::new();
        let mut at = end;
        while at != 0 {
            way.push(self.node(at));
            at = self.node(at).parent;
        }
        way.reverse();
        let first = usize::from(way.first()?.cell);
        let start = Board::empty(Size::new(N)?).with(0, 1).with(first, 1);
        let pairs = way.windows(2);
        let steps =
            pairs.map(|pair| Step::Move { direction: pair[0].slide, cell: pair[1].cell, rank: 1 });
        Some((start, steps.collect()))
    }
}
