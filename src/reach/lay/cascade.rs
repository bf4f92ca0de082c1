//! Slides along the row that merge tiles in line: to the wall; or away from it, which merges
//! falling tiles, the farthest pair first.

use super::super::node::{Rows, rank_in};
use super::piece::{Kind, Piece};
use super::raise::{Arena, BIRTHS, Effort, Node, best, is_in_place, is_made, quality};
use crate::game::board::Direction;
use crate::game::fast::Engine;
use rustc_hash::FxHashSet;

/// Slides until the piece is made, and back to the wall then. All births are outside the row.
pub(super) fn cascade<const N: usize>(
    piece: &Piece<N>,
    next: Option<&Piece<N>>,
    arena: &mut Arena<N>,
    from: &[u32],
    effort: Effort,
) -> Vec<u32> {
    let along = match (piece.kind, piece.wall) {
        (Kind::Cascade, Direction::Left) => Direction::Right,
        (Kind::Cascade, _) => Direction::Left,
        (_, wall) => wall,
    };
    let mut made: Vec<(u64, u32)> = Vec::new();
    for &start in from {
        let mut layer = vec![start];
        // A merge a slide, and a line has fewer pairs than cells.
        for _ in 0..=N {
            let mut further: Vec<u32> = Vec::new();
            let mut seen = FxHashSet::<Rows<N>>::default();
            for &parent in &layer {
                let rows = *arena.rows(parent);
                let back = *Engine::of_rows(rows).slide(piece.wall).rows();
                let is_ready = is_in_place(&back, piece);
                let slide = if is_ready { piece.wall } else { along };
                let outside = N * (piece.row + 1)..N * N;
                let free = outside.filter(|&cell| rank_in(&rows, cell) == 0);
                for cell in free.take(BIRTHS) {
                    let mut born = Engine::of_rows(rows);
                    born.place(cell, 1);
                    let after = born.slide(slide);
                    arena.looks += 1;
                    if !after.differs(&born) {
                        continue;
                    }
                    let cell = u8::try_from(cell).unwrap_or(u8::MAX);
                    let node = Node { rows: *after.rows(), parent, cell, slide };
                    if is_made(&node.rows, piece) {
                        let quality = quality(&node.rows, piece, next, effort.style);
                        if quality > 0 {
                            made.push((quality, arena.add(node)));
                        }
                    } else if !is_ready && further.len() < effort.width && seen.insert(node.rows) {
                        further.push(arena.add(node));
                    }
                }
            }
            layer = further;
        }
    }
    best(made, effort.width)
}
