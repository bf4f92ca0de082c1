//! Boards in order: large tiles along a snake from a corner, largest first, and small ones behind
//! them. What the builder makes are such boards.

use super::lines;
use super::node::{Rows, half_sum, rank_in};
use crate::game::board::{Size, Symmetry};
use crate::game::fast::transpose;

/// The rows as `symmetry` turns them.
pub(crate) fn turned<const N: usize>(rows: &Rows<N>, symmetry: Symmetry) -> Rows<N> {
    let [transposed, flipped, mirrored] = symmetry.parts();
    let mut turned = if transposed { transpose(*rows) } else { *rows };
    if flipped {
        turned.reverse();
    }
    if mirrored {
        turned = turned.map(lines::mirrored::<N>);
    }
    turned
}

/// The cells along the snake.
pub(crate) fn snake<const N: usize>() -> impl Iterator<Item = usize> {
    Size::new(N).into_iter().flat_map(|size| (0..N * N).map(move |at| size.snake_cell(at)))
}

/// A board in order, turned so that its snake begins in the first cell.
#[derive(Clone, Debug)]
pub(crate) struct Ordered<const N: usize> {
    /// How the board was turned.
    pub(crate) symmetry: Symmetry,
    pub(crate) rows: Rows<N>,
    /// The ranks along the snake that are to be built.
    pub(crate) chain: Vec<u8>,
    /// Half the sum of the other tiles.
    pub(crate) rest: u64,
}

/// The half sum of the tiles behind the chain: enough to make them by free play after the builder,
/// which leaves small tiles of its own, and no more than a search makes.
const REST: std::ops::RangeInclusive<u64> = 20..=700;

/// The least rank that is left to the builder.
const LEAST: u8 = 7;

/// The ways to see the board as a chain along a snake and a rest, the shortest rest first.
pub(crate) fn orders<const N: usize>(rows: &Rows<N>) -> Vec<Ordered<N>> {
    // The largest tile stands in a corner.
    let largest = rows.iter().flat_map(|row| row.to_le_bytes()).max().unwrap_or(0);
    let corners = [(0, 0), (0, N - 1), (N - 1, 0), (N - 1, N - 1)];
    let mut orders = Vec::new();
    if corners.iter().all(|&(row, column)| lines::rank(rows[row], column) != largest) {
        return orders;
    }
    for symmetry in Symmetry::ALL {
        let rows = turned(rows, symmetry);
        if lines::rank(rows[0], 0) == largest {
            let (mut chain, mut rest) = chain(&rows);
            while !chain.is_empty() && rest <= *REST.end() {
                if rest >= *REST.start() {
                    orders.push(Ordered { symmetry, rows, chain: chain.clone(), rest });
                }
                let last = chain.pop().unwrap_or(0);
                rest += 1 << (last.max(1) - 1);
            }
        }
    }
    orders.sort_by_key(|order| order.rest);
    orders
}

/// The ranks that fall along the snake, and the half sum of the others.
fn chain<const N: usize>(rows: &Rows<N>) -> (Vec<u8>, u64) {
    let mut chain: Vec<u8> = Vec::new();
    let mut rest = half_sum(rows);
    for cell in snake::<N>() {
        let rank = rank_in(rows, cell);
        // The builder can make two equal tiles at the end.
        let pair = chain.len() > 1 && chain[chain.len() - 1] == chain[chain.len() - 2];
        if rank < LEAST || pair || chain.last().is_some_and(|&before| rank > before) {
            break;
        }
        chain.push(rank);
        rest -= 1 << (rank - 1);
    }
    (chain, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::reach::node::rows;
    use std::collections::HashSet;

    /// Rows turn as the cells of boards do, and each edge comes first once.
    #[test]
    fn rows_turn_as_boards_do() {
        let size = Size::new(5).unwrap();
        let ranks: Vec<u8> = (1..=25).collect();
        let board = Board::from_ranks(size, &ranks).unwrap();
        for symmetry in Symmetry::ALL {
            assert_eq!(turned(&rows::<5>(&board), symmetry), rows(&board.under(symmetry)));
        }
        let first = |symmetry| {
            let mut row = turned(&rows::<5>(&board), symmetry)[0].to_le_bytes();
            row.sort_unstable();
            row
        };
        assert_eq!(Symmetry::EDGES.map(first).into_iter().collect::<HashSet<_>>().len(), 4);
    }
}
