//! The order in which the tiles of a row are laid.
//!
//! They stand without a gap at one of the walls, and the next one is laid at the open end. A slide
//! across brings all of them to the other wall, where the other end is open.

use super::super::lines;
use super::super::node::Rows;
use super::super::random::mix;
use super::super::stands::Stands;
use super::maker::Maker;
use super::piece::{Kind, Piece, Place};
use super::price::{IMPOSSIBLE, NONE, room_above};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The tiles `first..=last` of a row, at the left or at the right wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Block {
    first: usize,
    last: usize,
    left: bool,
}

impl Block {
    pub(super) const fn len(self) -> usize {
        self.last - self.first + 1
    }

    /// The cells of the row behind it.
    pub(super) const fn behind<const N: usize>(self) -> Range<usize> {
        if self.left { self.len()..N } else { 0..N - self.len() }
    }

    /// Where one of its tiles stands.
    const fn column<const N: usize>(self, tile: usize) -> usize {
        if self.left { tile - self.first } else { N - 1 - self.last + tile }
    }

    /// The tile at its open end, which was laid last.
    const fn outer(self) -> usize {
        if self.left { self.last } else { self.first }
    }

    /// With one tile more.
    fn grown<const N: usize>(self) -> Option<Self> {
        if self.left {
            (self.last + 1 < N).then_some(Self { last: self.last + 1, ..self })
        } else {
            self.first.checked_sub(1).map(|first| Self { first, ..self })
        }
    }
}

/// What a slide across costs besides the room that it takes.
const ACROSS: u32 = 20;

/// A tile of at most this rank comes when nothing larger lies in the row.
const SMALL: u8 = 3;

/// The tiles of a row with which to begin, and the largest rank that lies in the row besides.
pub(super) type Begun = (Block, u8);

/// The pieces of a row, and what stands after so many of them.
pub(super) struct Plan<const N: usize> {
    pub(super) pieces: Vec<Piece<N>>,
    pub(super) blocks: Vec<(usize, Block)>,
}

/// The pieces of a row as `maker` makes them; other ones for each `variant`. `None` if there is no
/// way.
pub(super) fn plan<const N: usize>(
    rows: &Rows<N>,
    row: usize,
    maker: &mut Maker<'_, N>,
    variant: u64,
    begun: Option<Begun>,
) -> Option<Plan<N>> {
    let ranks = rows[row].to_le_bytes();
    let (_, blocks) = cheapest(rows, row, maker, variant, begun)?;
    let mut done: Vec<(usize, Block)> = Vec::new();
    let below = Stands::of(rows, 0..row * N);
    let mut pieces: Vec<Piece<N>> = Vec::new();
    for (nth, &block) in blocks.iter().enumerate() {
        let before = nth.checked_sub(1).map(|before| blocks[before]);
        if before.is_some_and(|before| before.left != block.left) || nth == 0 && begun.is_some() {
            continue;
        }
        let tile = block.outer();
        let mut stands = below;
        for tile in (block.first..=block.last).filter(|&other| other != tile) {
            stands = stands.with(row * N + block.column::<N>(tile), ranks[tile]);
        }
        let beside = before.map_or(NONE, |before| ranks[before.outer()]);
        let place = Place { left: block.left, at: block.len() - 1 };
        let from = pieces.len();
        maker.pieces((ranks[tile], place, beside), stands, &mut pieces);
        // What is still laid at this wall, this tile included.
        let rest = blocks[nth..].iter().take_while(|next| next.left == block.left);
        let rest: Vec<u8> = rest.map(|next| ranks[next.outer()]).collect();
        let most = rest.iter().copied().max().unwrap_or(0);
        for piece in &mut pieces[from..] {
            piece.most[row] = [most.max(piece.rank); 8];
        }
        let across = blocks.get(nth + 1).is_some_and(|next| next.left != block.left);
        let small = rest.get(1).copied().filter(|&rank| rank <= SMALL);
        if let Some(most) = if across { Some(0) } else { small } {
            for piece in pieces[from..].iter_mut().rev() {
                piece.make_clean(most);
                if piece.kind == Kind::Raise {
                    break;
                }
            }
        }
        done.push((pieces.len(), block));
    }
    let (head, lying) = maker.heads();
    limit(&mut pieces, rows, row, head, lying);
    Some(Plan { pieces, blocks: done })
}

/// What the cheapest way to a row costs.
pub(super) fn price<const N: usize>(rows: &Rows<N>, row: usize, maker: &mut Maker<'_, N>) -> u32 {
    cheapest(rows, row, maker, 0, None).map_or(IMPOSSIBLE, |(cost, _)| cost)
}

/// No tile that lies about may be larger than what is still to be made.
fn limit<const N: usize>(pieces: &mut [Piece<N>], rows: &Rows<N>, row: usize, head: u8, lying: u8) {
    let later = rows.iter().skip(row + 1).flat_map(|row| row.to_le_bytes()).max().unwrap_or(0);
    let mut most = later.max(SMALL).min(head).max(lying);
    for piece in pieces.iter_mut().rev() {
        most = most.max(piece.rank.min(head));
        let above = most.max(piece.rank);
        for (at, cells) in piece.most.iter_mut().enumerate() {
            *cells = if at == row { cells.map(|cell| cell.min(above)) } else { [above; 8] };
        }
        let line = piece.cell / N;
        if piece.stands.mask[line] == 0 {
            // Nothing stands there yet: what is too large may still go elsewhere.
            piece.most[line] = [above; 8];
        } else {
            // Behind what stands no larger tile can be passed.
            piece.most[line] = piece.most[line].map(|most| most.min(piece.rank));
        }
    }
}

/// The cheapest way to the whole row, block by block.
fn cheapest<const N: usize>(
    rows: &Rows<N>,
    row: usize,
    maker: &mut Maker<'_, N>,
    variant: u64,
    begun: Option<Begun>,
) -> Option<(u32, Vec<Block>)> {
    let ranks = rows[row].to_le_bytes();
    let stays = |block: Block| {
        let below = |tile: usize| lines::rank(rows[row - 1], block.column::<N>(tile));
        row == 0 || (block.first..=block.last).all(|tile| below(tile) != ranks[tile])
    };
    let mut laid = |block: Block, beside: u8| {
        let (rank, place) = (ranks[block.outer()], block.len() - 1);
        let small = if rank <= SMALL && place > 0 { room_above(place - 1) } else { 0 };
        let cost = maker.cost(rank, Place { left: block.left, at: place }, beside) + small;
        jittered(cost, block, variant)
    };
    let mut open: Vec<(u32, Block, Option<Block>)> = Vec::new();
    if let Some((block, _)) = begun {
        open.push((0, block, None));
    } else {
        for tile in 0..N {
            for left in [true, false] {
                let block = Block { first: tile, last: tile, left };
                open.push((laid(block, NONE), block, None));
            }
        }
    }
    let mut known: FxHashMap<Block, Option<Block>> = FxHashMap::default();
    loop {
        let at = (0..open.len()).min_by_key(|&at| (open[at].0, open[at].1))?;
        let (cost, block, from) = open.swap_remove(at);
        if cost >= IMPOSSIBLE {
            return None;
        }
        if known.contains_key(&block) || !stays(block) {
            continue;
        }
        known.insert(block, from);
        if block.len() == N {
            let mut way = vec![block];
            while let Some(from) = known[way.last()?] {
                way.push(from);
            }
            way.reverse();
            return Some((cost, way));
        }
        let across = Block { left: !block.left, ..block };
        let price = jittered(ACROSS + room_above(block.len() - 1), across, variant);
        // What lies behind what stands would come before it.
        if begun.is_none_or(|(begun, lies)| begun != block || lies == 0) {
            open.push((cost + price, across, Some(block)));
        }
        if let Some(next) = block.grown::<N>() {
            open.push((cost + laid(next, ranks[block.outer()]), next, Some(block)));
        }
    }
}

/// A cost that differs by variant, up to twice as much.
fn jittered(cost: u32, block: Block, variant: u64) -> u32 {
    if variant == 0 {
        return cost;
    }
    let salt = (block.first * 64 + block.last * 2 + usize::from(block.left)) as u64;
    let noise = u32::from(mix(variant << 20 ^ salt).to_le_bytes()[0]);
    cost + cost / 256 * noise + noise / 8
}
