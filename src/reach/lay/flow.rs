//! How good a board looks while a tile is made in a cell.

use super::super::lines;
use super::super::node::{Rows, half_sum};
use super::piece::Piece;
use crate::game::board::Direction;
use crate::game::fast::Engine;

/// What counts for a tile in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// What can flow into the cell: its tile, and `share` 256ths of the best one of the nearest
    /// tiles in sight that are no larger, with what flows into that one in turn; and `merged`
    /// hundredths of what all tiles are worth, which is more the larger they are.
    Flow {
        /// In 256ths.
        share: u64,
        /// In hundredths.
        merged: u64,
    },
    /// The tiles along the path, as long as they fall.
    Chain,
}

/// What lies about weighs so much against what flows, in tenths: before a piece, and while one is
/// made after which nothing else may lie in the row.
const LOOSE: u64 = 15;
const LOOSE_CLEAN: u64 = 5;

/// More than any flow.
const BASE: u64 = 1 << 40;

/// How good the board is for the piece, more is better; 0 if a tile is too large for its cell.
pub(super) fn score<const N: usize>(rows: &Rows<N>, piece: &Piece<N>, style: Style) -> u64 {
    let now = worth(rows, piece, style);
    let blocked = blocked(rows, piece);
    if now == 0 || blocked == 0 {
        return now;
    }
    // A finished tile would merge: only the other axis can be played, unless the next slide takes
    // away what it would merge with.
    let later = if piece.ahead { later(rows, piece, style) } else { 0 };
    let now = (0..blocked).fold(now, |now, _| now - now / 4);
    now.max(later - later / 64)
}

/// What a board on which a finished tile would merge is worth after a slide, if then none would;
/// 0 if there is no such slide.
fn later<const N: usize>(rows: &Rows<N>, piece: &Piece<N>, style: Style) -> u64 {
    let board = Engine::of_rows(*rows);
    let slid = [piece.wall, Direction::Up].map(|slide| *board.slide(slide).rows());
    let open = slid.iter().filter(|rows| piece.stands.are_on(rows) && blocked(rows, piece) == 0);
    open.map(|rows| worth(rows, piece, style)).max().unwrap_or(0)
}

/// The same, whatever a finished tile would merge with.
fn worth<const N: usize>(rows: &Rows<N>, piece: &Piece<N>, style: Style) -> u64 {
    let Some(loose) = Loose::of(rows, piece) else { return 0 };
    match style {
        Style::Flow { share, .. } if piece.clean.is_some() => {
            loose.against(flow(rows, piece, share), LOOSE_CLEAN)
        }
        Style::Flow { share, merged: 0 } => loose.ranked(flow(rows, piece, share)),
        Style::Flow { share, merged } => {
            loose.ranked(flow(rows, piece, share) + loose.merged() * merged / 100)
        }
        Style::Chain => chain(rows, piece),
    }
}

/// The same for a board with which to begin the piece.
pub(super) fn prospect<const N: usize>(rows: &Rows<N>, piece: &Piece<N>, style: Style) -> u64 {
    let Some(loose) = Loose::of(rows, piece) else { return 0 };
    match style {
        Style::Flow { share, .. } => loose.against(flow(rows, piece, share), LOOSE),
        Style::Chain => chain(rows, piece),
    }
}

/// The tiles that do not stand.
struct Loose<const N: usize> {
    rows: Rows<N>,
    count: u64,
}

impl<const N: usize> Loose<N> {
    /// `None` if one is too large for its cell.
    fn of(rows: &Rows<N>, piece: &Piece<N>) -> Option<Self> {
        let mut loose = Self { rows: [0; N], count: 0 };
        for (at, (row, mask)) in rows.iter().zip(&piece.stands.mask).enumerate() {
            let tiles = row & !mask;
            if !lines::is_within(tiles, u64::from_le_bytes(piece.most[at])) {
                return None;
            }
            loose.rows[at] = tiles;
            loose.count += lines::tiles(tiles) as u64;
        }
        Some(loose)
    }

    /// Fewer tiles are better among equals.
    const fn ranked(&self, worth: u64) -> u64 {
        (worth << 8) + 200 - self.count
    }

    fn against(&self, flow: u64, tenths: u64) -> u64 {
        let sum = half_sum(&self.rows) << 17;
        self.ranked((BASE + flow).saturating_sub(sum / 10 * tenths))
    }

    /// What they are worth merged, in 65,536ths.
    fn merged(&self) -> u64 {
        let tiles = self.rows.iter().flat_map(|&row| lines::placed(row));
        tiles.map(|(_, rank)| rank << (16 + rank)).sum()
    }
}

/// How many of the two axes cannot be played, as a finished tile would merge.
fn blocked<const N: usize>(rows: &Rows<N>, piece: &Piece<N>) -> u32 {
    // Of each column what stands last, and whether nothing else was seen yet.
    let (mut finished, mut open) = (0, u64::MAX);
    let mut up = false;
    for (row, mask) in rows.iter().zip(&piece.stands.mask) {
        finished = (finished & !mask) | (row & mask);
        let first = lines::occupied(row & !mask) & open;
        up |= first & !lines::occupied(row ^ finished) != 0;
        open &= !first;
    }
    let line = piece.cell / N;
    let (mut tiles, mut mask) = (rows[line], piece.stands.mask[line]);
    if piece.wall != Direction::Left {
        (tiles, mask) = (lines::mirrored::<N>(tiles), lines::mirrored::<N>(mask));
    }
    let first = lines::occupied(tiles & !mask);
    let before = (first & first.wrapping_neg()).wrapping_sub(1);
    let aside = first != 0 && {
        let at = first.trailing_zeros() as usize / 8;
        let finished = lines::length(tiles & mask & before);
        finished > 0 && lines::rank(tiles, finished - 1) == lines::rank(tiles, at)
    };
    u32::from(up) + u32::from(aside)
}

fn chain<const N: usize>(rows: &Rows<N>, piece: &Piece<N>) -> u64 {
    let mut before = u64::MAX;
    let mut weight = BASE;
    let mut worth = 1;
    for (at, &cell) in piece.path.iter().enumerate() {
        let cell = usize::from(cell);
        let rank = rows[cell / N] >> (8 * (cell % N)) & 0xff;
        if rank > 0 && rank <= before {
            before = rank;
            worth += weight << rank;
        } else if at > 0 && before == u64::MAX {
            before = 1;
        }
        weight = (weight * 9 / 20).max(1);
    }
    worth
}

/// What flows into the cell of the piece, in 65,536ths of a tile's value.
fn flow<const N: usize>(rows: &Rows<N>, piece: &Piece<N>, share: u64) -> u64 {
    let tiles: [[u8; 8]; N] = std::array::from_fn(|row| rows[row].to_le_bytes());
    let seen = piece.stands.cells();
    into::<N>(&tiles, piece.cell, u8::MAX, seen, share)
}

/// What flows into a cell with a tile up to `most`, but for what comes through the cells `seen`.
fn into<const N: usize>(tiles: &[[u8; 8]; N], cell: usize, most: u8, seen: u64, share: u64) -> u64 {
    let (row, column) = (cell / N, cell % N);
    let own = tiles[row][column];
    if own > most {
        return 0;
    }
    let seen = seen | 1 << cell;
    let most = if own == 0 { most } else { own };
    let mut best = 0u64;
    let mut look = |step: usize, count: usize| {
        let mut at = cell;
        for _ in 0..count {
            at = at.wrapping_add(step);
            if seen >> at & 1 != 0 {
                return;
            }
            let rank = tiles[at / N][at % N];
            if rank > 0 {
                // No more than it would be with as large tiles one behind the other.
                let bound = (256 << (16 + rank)) / (256 - share);
                if rank <= most && bound > best {
                    best = best.max(into::<N>(tiles, at, most, seen, share));
                }
                return;
            }
        }
    };
    look(1, N - 1 - column);
    look(N, N - 1 - row);
    look(1usize.wrapping_neg(), column);
    look(N.wrapping_neg(), row);
    let own = if own == 0 { 0 } else { 1 << (16 + own) };
    own + ((best * share) >> 8)
}
