//! A few slides in any direction that merge what was made just before.

use super::super::node::{Rows, rank_in};
use super::piece::Piece;
use super::raise::{Arena, Effort, Node, at_wall, best, is_made, quality};
use crate::game::board::Direction;
use crate::game::fast::Engine;
use rustc_hash::FxHashSet;

/// The slides at most.
const SLIDES: usize = 5;

/// The boards after as many slides that are followed at most.
const BOARDS: usize = 200;

/// The cells in which births are tried, from the end of the path.
const BIRTHS: usize = 2;

/// Boards that differ only in tiles below that rank are one.
const LARGE: u8 = 4;

/// Tries all slides, the births as far away as can be.
pub(super) fn merge<const N: usize>(
    piece: &Piece<N>,
    next: Option<&Piece<N>>,
    arena: &mut Arena<N>,
    from: &[u32],
    effort: Effort,
) -> Vec<u32> {
    let mut made: Vec<(u64, u32)> = Vec::new();
    for &start in from {
        let mut layer = vec![start];
        let had = made.len();
        for _ in 0..SLIDES {
            let mut further: Vec<u32> = Vec::new();
            let mut seen = FxHashSet::<Rows<N>>::default();
            for &parent in &layer {
                for node in steps(piece, arena, parent) {
                    if is_made(&node.rows, piece) {
                        let quality = quality(&node.rows, piece, next, effort.style);
                        if quality > 0 {
                            made.push((quality, arena.add(node)));
                        }
                    } else if let Some(rows) = at_wall(&node.rows, piece)
                        && further.len() < BOARDS
                        && seen.insert(large(&rows))
                    {
                        further.push(arena.add(node));
                    }
                }
            }
            if made.len() > had {
                break;
            }
            layer = further;
        }
    }
    best(made, effort.width)
}

/// Births and slides.
fn steps<const N: usize>(piece: &Piece<N>, arena: &mut Arena<N>, parent: u32) -> Vec<Node<N>> {
    let rows = *arena.rows(parent);
    let mut steps: Vec<Node<N>> = Vec::new();
    let free = piece.path.iter().rev().filter(|&&cell| rank_in(&rows, usize::from(cell)) == 0);
    for &cell in free.take(BIRTHS) {
        let mut born = Engine::of_rows(rows);
        born.place(usize::from(cell), 1);
        for slide in Direction::ALL {
            let after = born.slide(slide);
            if after.differs(&born) {
                arena.looks += 1;
                steps.push(Node { rows: *after.rows(), parent, cell, slide });
            }
        }
    }
    steps
}

fn large<const N: usize>(rows: &Rows<N>) -> Rows<N> {
    let large = |rank: u8| if rank < LARGE { 0 } else { rank };
    rows.map(|row| u64::from_le_bytes(row.to_le_bytes().map(large)))
}
