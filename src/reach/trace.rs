//! The layers of a search, and the game that they spell.

use super::node::{Node, Rows, Step, half_sum, rows};
use super::reverse::Newborns;
use crate::game::board::{Board, Direction, Size};
use crate::game::ledger::Ledger;
use crate::game::slide::slide;
use crate::witness::{self, Rule, Totals, Witness};

/// The boards of a search, newest layer last: a layer holds boards with equally many births,
/// one fewer than the layer before.
#[derive(Clone)]
pub(crate) struct Layers<const N: usize> {
    pub(crate) all: Vec<Vec<Node<N>>>,
    /// The births of the state that is asked about; the first layer has one fewer.
    births: u64,
    end: Totals,
}

impl<const N: usize> Layers<N> {
    /// The boards before the last birth of the state: settled, without the newborn.
    pub(crate) fn from_state(board: &Board, ledger: &Ledger) -> Self {
        let roots = super::conditions::newborn_cells(board, ledger)
            .map(|cell| (cell, board.with(cell, 0)))
            .filter(|(_, before)| Direction::ALL.into_iter().any(|d| before.is_settled(d)))
            .map(|(cell, before)| Node {
                rows: rows(&before),
                parent: Node::<N>::ROOT,
                step: Step {
                    cell: u8::try_from(cell).unwrap_or(u8::MAX),
                    rank: board.rank(cell),
                    slide: Direction::Left,
                },
            })
            .collect();
        let end = Totals { moves: ledger.moves, score: ledger.score, fours: ledger.fours };
        Self { all: vec![roots], births: ledger.births(), end }
    }

    /// Some boards of `layer` and what follows them, alone.
    pub(crate) fn branch(&self, layer: usize, takes: impl Fn(&Node<N>) -> bool) -> Self {
        let mut all: Vec<Vec<Node<N>>> = Vec::with_capacity(layer + 1);
        let mut used: Vec<u32> = (0u32..)
            .zip(&self.all[layer])
            .filter(|(_, node)| takes(node))
            .map(|(at, _)| at)
            .collect();
        for nodes in self.all[..=layer].iter().rev() {
            let mut kept: Vec<Node<N>> = used.iter().map(|&at| nodes[at as usize]).collect();
            if all.len() < layer {
                used = keep_parents(&mut kept);
            }
            all.push(kept);
        }
        all.reverse();
        Self { all, births: self.births, end: self.end }
    }

    pub(crate) fn last(&self) -> &[Node<N>] {
        self.all.last().map_or(&[], Vec::as_slice)
    }

    /// The births of the boards in the last layer.
    pub(crate) fn births(&self) -> u64 {
        self.births.saturating_sub(self.all.len() as u64)
    }

    /// How many 4s were born on a board of the layer number `layer`.
    pub(crate) fn fours(&self, layer: usize, rows: &Rows<N>) -> u64 {
        (half_sum(rows) + layer as u64 + 1).saturating_sub(self.births)
    }

    /// The births of a board of the last layer, by size.
    pub(crate) fn newborns(&self, rows: &Rows<N>) -> Newborns {
        let fours = half_sum(rows).saturating_sub(self.births());
        Newborns { twos: self.births().saturating_sub(fours), fours }
    }

    /// Drops all boards from which no board of the last layer comes.
    pub(crate) fn forget_dead_ends(&mut self) {
        for at in (1..self.all.len()).rev() {
            let used = keep_parents(&mut self.all[at]);
            let mut nth = 0u32;
            self.all[at - 1].retain(|_| {
                nth += 1;
                used.binary_search(&(nth - 1)).is_ok()
            });
            self.all[at - 1].shrink_to_fit();
        }
    }

    /// The game to the state, if a game starts with one slide to the node `at` of the last layer.
    pub(crate) fn game(&self, at: usize) -> Option<Witness> {
        let size = Size::new(N)?;
        let (start, first) = start_before(size, &self.last().get(at)?.rows)?;
        let rules = vec![Rule::from_board(&start, self.moves(first, &[], self.all.len() - 1, at)?)];
        Some(Witness { size, rules, end: self.end })
    }

    /// What the state is to have.
    pub(crate) const fn end(&self) -> Totals {
        self.end
    }

    /// The moves that begin with the slide `first`, go on with `before` to the node `at` of `layer`,
    /// and from there to the state.
    pub(crate) fn moves(
        &self,
        first: Direction,
        before: &[Step],
        layer: usize,
        at: usize,
    ) -> Option<Vec<witness::format::Step>> {
        let mut after = Vec::with_capacity(layer + 1);
        let mut node = self.all.get(layer)?.get(at)?;
        for layer in (0..=layer).rev() {
            after.push(node.step);
            if layer > 0 {
                node = self.all[layer - 1].get(usize::try_from(node.parent).ok()?)?;
            }
        }
        let mut direction = first;
        let moves = before.iter().chain(&after).map(|&Step { cell, rank, slide }| {
            let made = witness::format::Step::Move { direction, cell, rank };
            direction = slide;
            made
        });
        Some(moves.collect())
    }
}

/// The parents of boards, in order; the boards refer to them as if there were no others.
fn keep_parents<const N: usize>(nodes: &mut [Node<N>]) -> Vec<u32> {
    let mut used: Vec<u32> = nodes.iter().map(|node| node.parent).collect();
    used.sort_unstable();
    used.dedup();
    for node in nodes {
        let place = used.partition_point(|&parent| parent < node.parent);
        node.parent = u32::try_from(place).unwrap_or(u32::MAX);
    }
    used
}

/// A start and the slide from it to the board of two births `rows`.
fn start_before<const N: usize>(size: Size, rows: &Rows<N>) -> Option<(Board, Direction)> {
    let mut after = Board::empty(size);
    for (row, word) in rows.iter().enumerate() {
        for column in 0..N {
            after.set(row * N + column, word.to_le_bytes()[column]);
        }
    }
    let mut tiles: Vec<u8> = after.ranks().iter().copied().filter(|&rank| rank != 0).collect();
    if let [merged] = tiles[..] {
        tiles = vec![merged.checked_sub(1)?; 2];
    }
    let &[one, other] = &tiles[..] else { return None };
    for first in 0..size.cells() {
        for second in (0..size.cells()).filter(|&second| second != first) {
            let start = Board::empty(size).with(first, one).with(second, other);
            if !start.is_start() {
                return None;
            }
            for direction in Direction::ALL {
                if start != after && slide(&start, direction).board == after {
                    return Some((start, direction));
                }
            }
        }
    }
    None
}
