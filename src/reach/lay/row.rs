//! One row, piece by piece.

use super::super::limits::Limits;
use super::flow::Style;
use super::piece::Piece;
use super::raise::{Arena, Effort, make};

/// Boards a layer, and those with which the next piece begins.
const WIDTH: usize = 14;

/// How often a beam is made wider, to twice the boards, before another beginning is tried.
const WIDER: usize = 2;

/// What a piece costs at least, in boards looked at.
const LEAST: u64 = 50;

/// Makes the pieces from some of the boards `from`. Returns the boards with all of them.
///
/// # Errors
///
/// The first piece that was not made, and the boards at hand with each number of pieces, if `looks` boards were looked at since the one before it
/// was, and half as many as until then: what took long to come to is worth some patience.
pub(super) fn lay_row<const N: usize>(
    pieces: &[Piece<N>],
    arena: &mut Arena<N>,
    from: &[u32],
    styles: &[Style],
    looks: u64,
    limits: &Limits<'_>,
) -> Result<Vec<u32>, (usize, Vec<Vec<u32>>)> {
    let began = arena.looks;
    let mut until = arena.looks + looks;
    let ways = WIDER * styles.len();
    let mut sets = vec![from.to_vec()];
    let mut tries = vec![0usize; pieces.len() + 1];
    let (mut furthest, mut back) = (0, 1);
    while let Some(piece) = pieces.get(sets.len() - 1) {
        let at = sets.len() - 1;
        let effort = Effort {
            width: WIDTH << (tries[at] / styles.len()),
            style: styles[tries[at] % styles.len()],
        };
        let made = make(piece, pieces.get(at + 1), arena, &sets[at], effort);
        arena.looks += LEAST;
        if limits.are_reached() {
            return Err((furthest, sets));
        }
        if !made.is_empty() {
            if at + 1 > furthest {
                furthest = at + 1;
                back = 1;
                until = arena.looks + looks + (arena.looks - began) / 2;
            }
            sets.push(made);
            continue;
        }
        tries[at] += 1;
        if arena.looks > until && tries[at].is_multiple_of(styles.len()) {
            return Err((furthest, sets));
        }
        if tries[at] == ways {
            // Back some pieces, the next time further, and on from there in another way.
            tries[at] = 0;
            let to = at.saturating_sub(back);
            back += 1;
            sets.truncate(to + 1);
            tries[to] = (tries[to] + 1) % ways;
        }
    }
    Ok(sets.pop().unwrap_or_default())
}
