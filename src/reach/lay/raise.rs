//! One piece from boards on which what comes before stands: a beam, layer by layer of equal sums.

use super::super::node::{Rows, half_sum, rank_in};
use super::cascade::cascade;
use super::flow::{Style, prospect, score};
use super::merge::merge;
use super::piece::{Kind, Piece};
use crate::game::board::Direction;
use crate::game::fast::Engine;
use rustc_hash::FxHashSet;

/// A settled board, and how the game came to it: with a 2 born in a cell, and a slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const N: usize> {
    pub(crate) rows: Rows<N>,
    pub(crate) parent: u32,
    pub(crate) cell: u8,
    pub(crate) slide: Direction,
}

/// All boards that were kept, and how many were looked at.
pub(super) struct Arena<const N: usize> {
    pub(super) nodes: Vec<Node<N>>,
    pub(super) looks: u64,
}

impl<const N: usize> Arena<N> {
    pub(super) fn rows(&self, at: u32) -> &Rows<N> {
        &self.nodes[at as usize].rows
    }

    pub(super) fn add(&mut self, node: Node<N>) -> u32 {
        self.nodes.push(node);
        // As many do not fit in memory.
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    /// Forgets the boards that none of `sets` comes from.
    pub(super) fn forget(&mut self, sets: &mut [&mut Vec<u32>]) {
        let mut needed = vec![false; self.nodes.len()];
        needed[0] = true;
        for &at in sets.iter().flat_map(|set| set.iter()) {
            needed[at as usize] = true;
        }
        // A parent comes before its children.
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if needed[at] {
                needed[node.parent as usize] = true;
            }
        }
        let mut places = vec![0u32; self.nodes.len()];
        let mut kept: Vec<Node<N>> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate().filter(|&(at, _)| needed[at]) {
            places[at] = u32::try_from(kept.len()).unwrap_or(u32::MAX);
            kept.push(Node { parent: places[node.parent as usize], ..*node });
        }
        self.nodes = kept;
        for at in sets.iter_mut().flat_map(|set| set.iter_mut()) {
            *at = places[*at as usize];
        }
    }
}

/// How a piece is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Boards a layer, and how many of the results are kept.
    pub(super) width: usize,
    pub(super) style: Style,
}

/// The free cells in which births are tried, in the order of the path.
pub(super) const BIRTHS: usize = 4;

/// For so many births after the first result others are still welcome.
const LATER: u64 = 6;

/// The same if nothing else may lie in the row, and at the end of a row.
const LATER_CLEAN: u64 = 20;
const LATER_LAST: u64 = 40;

/// Births beyond those that a piece is made of: a quarter of them, and so many.
const SPARE: u64 = 24;

/// The board as it is once the line of the piece is at its wall, if what stands does so then.
pub(super) fn at_wall<const N: usize>(rows: &Rows<N>, piece: &Piece<N>) -> Option<Rows<N>> {
    if piece.stands.are_on(rows) {
        return Some(*rows);
    }
    let slid = *Engine::of_rows(*rows).slide(piece.wall).rows();
    piece.stands.are_on(&slid).then_some(slid)
}

/// Whether the tile is there, but for what else may not be.
pub(super) fn is_in_place<const N: usize>(rows: &Rows<N>, piece: &Piece<N>) -> bool {
    rank_in(rows, piece.cell) == piece.rank && piece.stands.are_on(rows)
}

/// Whether the piece is made.
pub(super) fn is_made<const N: usize>(rows: &Rows<N>, piece: &Piece<N>) -> bool {
    is_in_place(rows, piece)
        && piece.clean.is_none_or(|most| {
            let with = piece.stands.with(piece.cell, piece.rank);
            let others = rows[piece.row] & !with.mask[piece.row];
            others.to_le_bytes().into_iter().all(|rank| rank <= most)
        })
}

/// How good it is to begin the next piece there once one is made; 0 if it cannot begin.
pub(super) fn quality<const N: usize>(
    rows: &Rows<N>,
    piece: &Piece<N>,
    next: Option<&Piece<N>>,
    style: Style,
) -> u64 {
    match next {
        None => {
            // What lies about is in the way of the next row, the more the larger it is.
            let loose = rows.iter().skip(piece.row + 1).flat_map(|row| row.to_le_bytes());
            let weight = |rank: u8| if rank == 0 { 0 } else { 1u64 << (3 * rank.min(12)) };
            (1 << 60) - loose.map(weight).sum::<u64>()
        }
        Some(next) => at_wall(rows, next).map_or(0, |rows| prospect(&rows, next, style)),
    }
}

/// The best results.
pub(super) fn best(mut made: Vec<(u64, u32)>, count: usize) -> Vec<u32> {
    made.sort_unstable_by(|a, b| b.cmp(a));
    made.truncate(count);
    made.into_iter().map(|made| made.1).collect()
}

/// Makes the piece from some of the boards `from`. Returns the boards that are best for `next`.
pub(super) fn make<const N: usize>(
    piece: &Piece<N>,
    next: Option<&Piece<N>>,
    arena: &mut Arena<N>,
    from: &[u32],
    effort: Effort,
) -> Vec<u32> {
    if piece.kind == Kind::Cascade {
        return cascade(piece, next, arena, from, effort);
    }
    if piece.kind == Kind::Merge {
        let made = cascade(piece, next, arena, from, effort);
        if !made.is_empty() {
            return made;
        }
        let made = merge(piece, next, arena, from, effort);
        if !made.is_empty() {
            return made;
        }
    }
    let starts = from.iter().map(|&at| (half_sum(arena.rows(at)), at));
    let mut starts: Vec<(u64, u32)> = starts.collect();
    starts.sort_unstable();
    let (Some(first), Some(last)) = (starts.first(), starts.last()) else { return Vec::new() };
    let mut sum = first.0;
    let mut until = last.0 + (1 << piece.rank >> 1) + (1 << piece.rank >> 3) + SPARE;
    let mut starts = starts.into_iter().peekable();
    let mut made: Vec<(u64, u32)> = Vec::new();
    let mut seen_made = FxHashSet::<Rows<N>>::default();
    let mut layer: Vec<u32> = Vec::new();
    while sum <= until {
        while let Some((_, at)) = starts.next_if(|start| start.0 == sum) {
            if is_made(arena.rows(at), piece) {
                made.push((quality(arena.rows(at), piece, next, effort.style), at));
            } else {
                layer.push(at);
            }
        }
        if layer.is_empty() {
            let Some(start) = starts.peek() else { break };
            sum = start.0;
            continue;
        }
        let had = made.len();
        let found = births(piece, next, arena, &layer, effort, &mut |arena, quality, node| {
            if seen_made.insert(node.rows) {
                made.push((quality, arena.add(node)));
            }
        });
        if had == 0 && !made.is_empty() {
            let later = match (next, piece.clean) {
                (None, _) => LATER_LAST,
                (_, Some(_)) => LATER_CLEAN,
                (_, None) => LATER,
            };
            until = until.min(sum + later);
        }
        layer = keep(found, arena, effort.width);
        sum += 1;
    }
    made.retain(|made| made.0 > 0);
    best(made, effort.width)
}

/// What a birth and a slide make of the boards of a layer, with scores. Those with the piece are
/// told to `made` with their qualities.
fn births<const N: usize>(
    piece: &Piece<N>,
    next: Option<&Piece<N>>,
    arena: &mut Arena<N>,
    layer: &[u32],
    effort: Effort,
    made: &mut dyn FnMut(&mut Arena<N>, u64, Node<N>),
) -> Vec<(u64, Node<N>)> {
    let mut found: Vec<(u64, Node<N>)> = Vec::new();
    let stands = piece.stands.cells() != 0;
    for &parent in layer {
        let rows = *arena.rows(parent);
        let free = piece.path.iter().filter(|&&cell| rank_in(&rows, usize::from(cell)) == 0);
        for &cell in free.take(BIRTHS) {
            let mut born = Engine::of_rows(rows);
            born.place(usize::from(cell), 1);
            for slide in Direction::ALL {
                // What stands at the edge would leave it.
                if slide == Direction::Down && stands {
                    continue;
                }
                let after = born.slide(slide);
                if !after.differs(&born) {
                    continue;
                }
                arena.looks += 1;
                let node = Node { rows: *after.rows(), parent, cell, slide };
                if is_made(&node.rows, piece) {
                    let quality = quality(&node.rows, piece, next, effort.style);
                    if quality > 0 {
                        made(arena, quality, node);
                    }
                    continue;
                }
                if piece.clean.is_some() && is_in_place(&node.rows, piece) {
                    // What lies behind it in the row stays there.
                    continue;
                }
                let Some(seen) = at_wall(&node.rows, piece) else { continue };
                let score = score(&seen, piece, effort.style);
                if score > 0 {
                    found.push((score, node));
                }
            }
        }
    }
    found
}

/// Keeps the best ones of what was found, each board once.
fn keep<const N: usize>(
    mut found: Vec<(u64, Node<N>)>,
    arena: &mut Arena<N>,
    width: usize,
) -> Vec<u32> {
    // The same board is often found more than once.
    let most = 3 * width;
    if found.len() > most {
        found.select_nth_unstable_by(most, |a, b| b.0.cmp(&a.0));
        found.truncate(most);
    }
    found.sort_unstable_by(|a, b| (b.0, &b.1.rows).cmp(&(a.0, &a.1.rows)));
    let mut seen = FxHashSet::<Rows<N>>::default();
    let new = found.into_iter().filter(|(_, node)| seen.insert(node.rows));
    new.take(width).map(|(_, node)| arena.add(node)).collect()
}
