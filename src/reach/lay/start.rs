//! What laid rows may lead to: boards of other searches, the most promising first.

use super::super::node::{Rows, rows};
use super::super::trace::Layers;
use super::ground::{Ground, grounds};
use crate::game::{Board, Ledger};
use rustc_hash::FxHashSet;

/// Boards with the rows of a ground, and what follows them.
pub(super) struct Start<const N: usize> {
    /// The rows at one edge, one more each time.
    pub(super) grounds: Vec<Ground<N>>,
    pub(super) layers: Layers<N>,
    /// Whether they are of another search, and not the state itself.
    pub(super) is_offered: bool,
    /// What its rows cost, and that one of another search may lead to nothing.
    cost: u64,
}

/// The most that a row of the state itself may cost: rows of boards full of small tiles among
/// large ones cost more and are not laid.
const DEAREST: u32 = 3600;

/// The most rest with which rows of the state itself are laid at first, as half a sum.
const FIRST_REST: u64 = 250;

/// The starts from the state itself, one for each edge, the cheapest one last.
pub(super) fn own<const N: usize>(board: &Board, ledger: &Ledger) -> Vec<Start<N>> {
    let mut edges: Vec<Vec<Ground<N>>> = Vec::new();
    for ground in grounds(&rows::<N>(board)) {
        match edges.iter_mut().find(|edge| edge[0].symmetry == ground.symmetry) {
            Some(edge) => edge.push(ground),
            None => edges.push(vec![ground]),
        }
    }
    // What the rows cost, if they are worth it.
    let cost = |ground: &Ground<N>| {
        let price = (ground.rest <= FIRST_REST).then(|| ground.price())?;
        (price as usize <= DEAREST as usize * ground.count).then(|| u64::from(price))
    };
    let mut starts: Vec<Start<N>> = Vec::new();
    for mut grounds in edges {
        grounds.sort_by_key(|ground| ground.count);
        while let Some(most) = grounds.last() {
            if let Some(cost) = cost(most) {
                let layers = Layers::from_state(board, ledger);
                starts.push(Start { grounds, layers, is_offered: false, cost });
                break;
            }
            grounds.pop();
        }
    }
    starts.sort_by_key(|start| std::cmp::Reverse(start.cost));
    starts
}

/// The most starts that wait.
const MOST: usize = 16;

/// The rest of a board that is offered, as half a sum: less than what lies about when rows are
/// laid is of no use, and of more a search does not come back.
const REST: std::ops::RangeInclusive<u64> = 20..=120;

/// The most rows in which the rest lies: a rest along a column beside the rows cannot be taken
/// apart while they stay.
const ROWS_OF_REST: usize = 2;

/// The most that all rows of a ground may cost.
const MOST_COST: u32 = 2500;

/// What each half of a 4 of the rest costs, and a rest that is almost too small.
const REST_COST: u64 = 4;
const SMALL_REST: u64 = 30;
const SMALL_REST_COST: u64 = 300;

/// The least bits of the ranks: rows that differ in them hardly differ.
const LEAST_BITS: u64 = 0x0101_0101_0101_0101;

/// Starts that other searches offer.
#[derive(Default)]
pub(super) struct Offers<const N: usize> {
    /// The cheapest one last.
    waiting: Vec<Start<N>>,
    /// The rows that were offered, those that hardly differ as one.
    known: FxHashSet<Rows<N>>,
}

impl<const N: usize> Offers<N> {
    /// Takes what is promising in the layers of a search from the layer `from` on.
    pub(super) fn add(&mut self, layers: &Layers<N>, from: usize) {
        for (depth, nodes) in layers.all.iter().enumerate().skip(from.max(1)) {
            for ground in nodes.iter().flat_map(|node| grounds(&node.rows)) {
                if REST.contains(&ground.rest)
                    && (1..=ROWS_OF_REST).contains(&ground.rows_of_rest())
                    && self.known.insert(coarse(&ground))
                {
                    self.add_ground(layers, depth, ground);
                }
            }
        }
    }

    fn add_ground(&mut self, layers: &Layers<N>, depth: usize, ground: Ground<N>) {
        let price = ground.price();
        if price > MOST_COST {
            return;
        }
        let small = if ground.rest < SMALL_REST { SMALL_REST_COST } else { 0 };
        let cost = u64::from(price) + REST_COST * ground.rest + small;
        let place = self.waiting.partition_point(|other| other.cost > cost);
        if self.waiting.len() == MOST && place == 0 {
            return;
        }
        let stands = ground.stands();
        let layers = layers.branch(depth, |node| stands.are_on(&node.rows));
        self.waiting.insert(place, Start { grounds: vec![ground], layers, is_offered: true, cost });
        if self.waiting.len() > MOST {
            self.waiting.remove(0);
        }
    }

    /// Whether none waits.
    pub(super) const fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The cheapest one.
    pub(super) fn next(&mut self) -> Option<Start<N>> {
        self.waiting.pop()
    }
}

/// The rows of a ground, tiles of about the same size as one.
fn coarse<const N: usize>(ground: &Ground<N>) -> Rows<N> {
    let mut rows = [0; N];
    for (coarse, row) in rows.iter_mut().zip(&ground.rows).take(ground.count) {
        *coarse = row & !LEAST_BITS;
    }
    rows
}
