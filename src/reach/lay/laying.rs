//! Lays the rows one after the other.

use super::super::limits::Limits;
use super::super::node::Rows;
use super::manner::MANNERS;
use super::order;
use super::raise::{Arena, Node};
use super::row::lay_row;
use crate::game::board::{Board, Direction, Size};
use crate::witness::Step;

/// The attempts at a row before the one before it is laid again.
const ATTEMPTS: usize = 10;

/// The attempts at a row in all.
const MOST_ATTEMPTS: usize = 100;

/// The boards to look at in one of the first attempts.
const LOOKS: u64 = 300_000;

/// What an attempt costs at least, in boards looked at.
const LEAST: u64 = 1000;

/// Rows in the making.
pub(super) struct Laying<const N: usize> {
    target: Rows<N>,
    count: usize,
    arena: Arena<N>,
    /// The boards in memory at most.
    most: usize,
    /// For each row the boards on which those before it stand, and after the last one those with
    /// all of them.
    sets: Vec<Vec<u32>>,
    /// By row.
    attempts: Vec<usize>,
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
            sets: vec![vec![0]],
            attempts: vec![0; count],
        }
    }

    /// The boards looked at.
    pub(super) const fn looks(&self) -> u64 {
        self.arena.looks
    }

    /// The boards that were kept.
    pub(super) const fn kept(&self) -> usize {
        self.arena.nodes.len()
    }

    pub(super) fn node(&self, at: u32) -> &Node<N> {
        &self.arena.nodes[at as usize]
    }

    /// Tries to lay one more row, or the last one once more. Returns whether it may go on.
    pub(super) fn advance(&mut self, limits: &Limits<'_>) -> bool {
        self.sets.truncate(self.count);
        let row = self.sets.len() - 1;
        let attempt = self.attempts[row];
        if attempt == MOST_ATTEMPTS || self.kept() > self.most {
            return false;
        }
        self.attempts[row] += 1;
        self.arena.looks += LEAST;
        let manner = MANNERS[attempt % MANNERS.len()];
        let variant = attempt as u64 / 3;
        let pieces = order::pieces(&self.target, row, manner, variant, self.lying(row));
        let looks = LOOKS << (attempt / ATTEMPTS).min(3);
        let from = &self.sets[row];
        let laid = pieces.and_then(|pieces| {
            lay_row(&pieces, &mut self.arena, from, manner.styles, looks, limits)
        });
        match laid {
            Some(set) => self.sets.push(set),
            None if row > 0 && (attempt + 1).is_multiple_of(ATTEMPTS) => {
                self.sets.pop();
            }
            None => {}
        }
        true
    }

    /// The boards with all rows, if there are some now.
    pub(super) fn ends(&self) -> Option<&[u32]> {
        self.sets.get(self.count).map(Vec::as_slice)
    }

    /// The largest rank that lies about on the boards with which a row begins.
    fn lying(&self, row: usize) -> u8 {
        let boards = self.sets[row].iter().map(|&at| self.node(at).rows);
        let loose = boards.flat_map(|rows| rows.into_iter().skip(row));
        loose.flat_map(u64::to_le_bytes).max().unwrap_or(0)
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
