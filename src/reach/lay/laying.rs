//! Lays the rows one after the other.

use super::super::limits::Limits;
use super::super::lines::rank;
use super::super::node::Rows;
use super::flow::Style;
use super::maker::Maker;
use super::manner::MANNERS;
use super::order::{self, Begun, Plan};
use super::price::Lying;
use super::raise::{Arena, Node};
use super::row::lay_row;
use super::trials::{Beginning, Trials};
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
const AGAIN: u64 = 1_000_000;

/// The attempts with which the order of the tiles is the cheapest one, and then with another one.
const SAME_ORDER: u64 = 12;

/// What an attempt came to.
pub(super) enum Laid {
    /// As many rows now.
    Rows(usize),
    Nothing,
    /// There is no room for more boards, or no row came for too long.
    Over,
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
    /// The first `count` rows of `rows`, with so much memory in bytes; `salt` lays them otherwise.
    pub(super) fn new(rows: &Rows<N>, count: usize, memory: usize, salt: usize) -> Self {
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
            trials: vec![Trials::new(salt); count],
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

    /// Tries to lay one more row, or the last one once more.
    pub(super) fn advance(&mut self, limits: &Limits<'_>) -> Laid {
        self.sets.truncate(self.count);
        let row = self.sets.len() - 1;
        let stale = self.since_most() > STALE * self.count as u64;
        if stale || !self.has_room() {
            return Laid::Over;
        }
        match self.attempt(row, limits) {
            Some(set) => {
                let looks = self.looks();
                let trials = &mut self.trials[row];
                trials.cost = trials.cost.max(looks - trials.began);
                if let Some(next) = self.trials.get_mut(row + 1) {
                    next.begin(looks);
                }
                if row + 1 > self.most_laid.0 {
                    self.most_laid = (row + 1, looks);
                }
                self.sets.push(set);
                return Laid::Rows(row + 1);
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
        Laid::Nothing
    }

    /// Whether more boards fit in memory, once those are forgotten that lead nowhere.
    fn has_room(&mut self) -> bool {
        let before = self.arena.nodes.len();
        if before <= self.most {
            return true;
        }
        let begun = self.trials.iter_mut().flat_map(Trials::boards_mut);
        let mut sets: Vec<&mut Vec<u32>> = begun.chain(&mut self.sets).collect();
        self.arena.forget(&mut sets);
        self.forgotten += before - self.arena.nodes.len();
        // Else the next time comes too soon.
        self.arena.nodes.len() <= self.most / 2
    }

    /// Tries to lay a row, each time in another way, or to go on where another attempt stopped.
    fn attempt(&mut self, row: usize, limits: &Limits<'_>) -> Option<Vec<u32>> {
        let attempt = self.trials[row].attempts;
        self.trials[row].attempts += 1;
        let at = self.trials[row].next();
        let (begun, boards) = self.beginning(row, at, attempt);
        let manner = MANNERS[attempt % MANNERS.len()];
        let lying = self.lying(row, *boards.first()?, begun);
        let mut maker = Maker::new(&self.target, row, manner, lying, &self.trials[row].failures);
        let variant = attempt as u64 / SAME_ORDER;
        let looks = self.looks();
        let laid = if let Some(plan) = order::plan(&self.target, row, &mut maker, variant, begun) {
            self.arena.looks += LEAST;
            self.follow(row, &plan, &boards, &manner.styles, limits)
        } else if begun.is_some() {
            // What lies behind what stands is in the way for good.
            self.arena.looks += LEAST;
            self.trials[row].remove(at);
            return None;
        } else {
            self.arena.looks += NO_PLAN;
            None
        };
        let looks = self.looks() - looks;
        self.trials[row].spend(at, looks);
        laid
    }

    /// The boards of a beginning to go on with, what stands on them, and what lies behind that:
    /// one board before a row, and of others those with the smallest tiles in the row.
    fn beginning(&self, row: usize, at: usize, attempt: usize) -> (Option<Begun>, Vec<u32>) {
        let Beginning { begun, .. } = self.trials[row].beginning(at);
        let Some((block, boards)) = begun else {
            let boards = &self.sets[row];
            return (None, vec![boards[attempt % boards.len()]]);
        };
        let lies = |board: u32| {
            let ranks = self.node(board).rows[row].to_le_bytes();
            ranks[block.behind::<N>()].iter().copied().max().unwrap_or(0)
        };
        let least = boards.iter().map(|&board| lies(board)).min().unwrap_or(0);
        let boards = boards.iter().copied().filter(|&board| lies(board) == least).collect();
        (Some((*block, least)), boards)
    }

    /// Makes the pieces of a plan from some boards. What it came to is a beginning of the next
    /// attempts if it comes to nothing.
    fn follow(
        &mut self,
        row: usize,
        plan: &Plan<N>,
        from: &[u32],
        styles: &[Style],
        limits: &Limits<'_>,
    ) -> Option<Vec<u32>> {
        let (failed, sets) =
            match lay_row(&plan.pieces, &mut self.arena, from, styles, LOOKS, limits) {
                Ok(set) => return Some(set),
                Err(stopped) => stopped,
            };
        let trials = &mut self.trials[row];
        for &(count, block) in &plan.blocks {
            if let Some(boards) = sets.get(count) {
                trials.add(block, boards.clone());
            }
        }
        let (task, means) = plan.pieces.get(failed)?.cause;
        trials.failures.add(task, means);
        None
    }

    /// The boards with the first `count` rows, if there are some now.
    pub(super) fn ends(&self, count: usize) -> Option<&[u32]> {
        self.sets.get(count).map(Vec::as_slice)
    }

    /// The boards looked at since the last time that one more row than ever was laid.
    pub(super) const fn since_most(&self) -> u64 {
        self.arena.looks - self.most_laid.1
    }

    /// What lies about on a board with which an attempt begins, and on the others of its set.
    fn lying(&self, row: usize, from: u32, begun: Option<Begun>) -> Lying {
        let boards = self.sets[row].iter().map(|&at| self.node(at).rows);
        let loose = boards.flat_map(|rows| rows.into_iter().skip(row));
        let board = Engine::of_rows(self.node(from).rows);
        let at_wall = |wall: Direction, column| rank(board.slide(wall).rows()[row], column);
        Lying {
            largest: loose.flat_map(u64::to_le_bytes).max().unwrap_or(0),
            at_walls: [at_wall(Direction::Left, 0), at_wall(Direction::Right, N - 1)],
            behind: begun.map_or((0, 0), |(block, lies)| (block.len(), lies)),
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
