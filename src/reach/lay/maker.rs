//! How a tile of a row is made, piece by piece.
//!
//! A tile above a certain rank is made of smaller ones that stand in line behind its cell: two
//! halves, or a half and two quarters, and so on; slides to the wall merge them.
//!
//! A tile whose rank on the way equals that of the tile beside it or below it would merge with
//! that one. So such a rank b is passed in one go: tiles of the ranks b − 1, b − 2, … s are laid,
//! then a small one, then one of rank b. The small one is raised to s from above, and slides
//! away from the wall merge all of them to b + 1: they merge the pair farthest from the wall
//! first, and never drop a tile onto the one below.

use super::super::node::Rows;
use super::manner::Manner;
use super::piece::{Kind, Piece, Place, Stands};
use rustc_hash::FxHashMap;

/// No tile: larger than every rank.
pub(super) const NONE: u8 = u8::MAX;

/// More than anything that is tried may cost.
pub(super) const IMPOSSIBLE: u32 = 20_000;

// Prices are relative: how rarely a beam was seen to succeed.

/// To pass a tile below of that rank by chance.
const BELOW: [u32; 7] = [0, 15, 60, 150, 1500, 1500, 2500];
/// To pass a tile beside of that rank by chance.
const BESIDE: [u32; 7] = [0, 40, 40, 150, 400, 1000, 2000];
/// To pass a larger one by chance.
const LARGE: u32 = 3000;
/// To make a small tile at the wall, by rank: what lies about is in its place.
const FIRST: [u32; 6] = [0, 300, 300, 300, 100, 40];
/// To make ranks above the usual head at once.
const ABOVE_HEAD: [u32; 4] = [0, 30, 90, 250];
/// The largest rank made at once.
const LARGEST: u8 = 9;
/// To make a tile of so many parts in line, but for the last one.
const PARTS: [u32; 5] = [0, 0, 10, 40, 80];
/// To pass a rank on purpose.
const ON_PURPOSE: u32 = 100;
/// To raise the gap tile by one rank more than a column has cells.
const CRAMPED: u32 = 200;
/// A gap tile that does not begin as a 2, for each rank.
const GAP: u32 = 20;
/// A price from which on other ways are looked for.
const DEAR: u32 = 60;

/// What it costs that nothing else may lie in the row behind a place: it must lie above the tiles
/// up to there.
pub(super) const fn room_above(place: usize) -> u32 {
    match place {
        0 => 600,
        1 => 200,
        2 => 60,
        3 => 25,
        _ => 10,
    }
}

#[derive(Clone, Copy, Debug)]
enum Choice {
    /// At once.
    Direct,
    /// Of parts in line: so many, each half the one before, and the last one once more.
    Parts(u8),
    /// By a pass of the rank before. The ranks of the gap tile, first and in the end.
    Pass { base: u8, gap: u8 },
}

/// A rank, its place, and the rank of the tile beside it on the side of the wall.
type Task = (u8, Place, u8);

/// How tiles are made in one row.
pub(super) struct Maker<const N: usize> {
    row: usize,
    /// The row below.
    floor: Option<[u8; 8]>,
    manner: Manner,
    known: FxHashMap<Task, (u32, Choice)>,
}

impl<const N: usize> Maker<N> {
    pub(super) fn new(rows: &Rows<N>, row: usize, manner: Manner) -> Self {
        let floor = row.checked_sub(1).map(|below| rows[below].to_le_bytes());
        Self { row, floor, manner, known: FxHashMap::default() }
    }

    fn below(&self, place: Place) -> u8 {
        let Some(floor) = self.floor.filter(|_| place.at < N) else { return NONE };
        floor[if place.left { place.at } else { N - 1 - place.at }]
    }

    /// What it costs to make a tile of `rank` at a place, next to one of the rank `beside`.
    pub(super) fn cost(&mut self, rank: u8, place: Place, beside: u8) -> u32 {
        self.best((rank, place, beside)).0
    }

    fn best(&mut self, task: Task) -> (u32, Choice) {
        if let Some(&known) = self.known.get(&task) {
            return known;
        }
        let best = self.choose(task);
        self.known.insert(task, best);
        best
    }

    fn choose(&mut self, task: Task) -> (u32, Choice) {
        let (rank, place, beside) = task;
        let below = self.below(place);
        if rank == 0 || below == rank || beside == rank || place.cell::<N>(self.row).is_none() {
            return (IMPOSSIBLE, Choice::Direct);
        }
        let mut best = (self.direct(task).min(IMPOSSIBLE), Choice::Direct);
        if rank > self.manner.head || best.0 >= DEAR {
            let others = if below == rank - 1 || beside == rank - 1 {
                self.pass(task)
            } else {
                self.parts(task)
            };
            if let Some(other) = others.filter(|other| other.0 < best.0) {
                best = other;
            }
        }
        best
    }

    fn direct(&self, (rank, place, beside): Task) -> u32 {
        let above = usize::from(rank.saturating_sub(self.manner.head));
        let Some(above) = ABOVE_HEAD.get(above).filter(|_| rank <= LARGEST) else {
            return IMPOSSIBLE;
        };
        let price = |prices: &[u32], passed: u8| match passed {
            passed if passed >= rank => 0,
            passed => prices.get(usize::from(passed)).copied().unwrap_or(LARGE),
        };
        // In a column alone it can be made without slides along its row.
        let upright = usize::from(rank) + self.row + place.at / N < N;
        let beside = if upright { 0 } else { price(&BESIDE, beside) };
        let first = if place.at == 0 { FIRST.get(usize::from(rank)) } else { None };
        above + price(&BELOW, self.below(place)) + beside + first.copied().unwrap_or(0)
    }

    fn parts(&mut self, (rank, place, beside): Task) -> Option<(u32, Choice)> {
        let lengths = 1..=rank.saturating_sub(1).min(4);
        let cost = |length: u8| {
            let parts = parts(rank, length).enumerate();
            let cost = parts.map(|(at, part)| {
                self.cost(part, place.further(at), if at == 0 { beside } else { NONE })
            });
            (PARTS[usize::from(length)] + cost.sum::<u32>(), Choice::Parts(length))
        };
        lengths.map(cost).min_by_key(|choice| choice.0)
    }

    fn pass(&mut self, (rank, place, beside): Task) -> Option<(u32, Choice)> {
        let passed = rank - 1;
        let column = u8::try_from(N - self.row).unwrap_or(0);
        let mut best: Option<(u32, Choice)> = None;
        for gap in 2..=(column + 1).min(passed.saturating_sub(1)).min(7) {
            let length = usize::from(passed - gap);
            if place.at + length + 2 > N {
                continue;
            }
            // The gap tile must not equal the one below it on the way.
            let under = self.below(place.further(length));
            let base = if under >= gap { 1 } else { under + 1 };
            if under == gap || base >= gap {
                continue;
            }
            let falling: u32 = falling(passed, gap)
                .enumerate()
                .map(|(at, part)| {
                    self.cost(part, place.further(at), if at == 0 { beside } else { NONE })
                })
                .sum();
            let cost = ON_PURPOSE
                + room_above(place.at + length - 1)
                + falling
                + if gap > column { CRAMPED } else { 0 }
                + GAP * u32::from(base - 1)
                + self.cost(passed, place.further(length + 1), base);
            if best.is_none_or(|best| cost < best.0) {
                best = Some((cost, Choice::Pass { base, gap }));
            }
        }
        best
    }

    /// Adds the pieces for a tile.
    pub(super) fn pieces(&mut self, task: Task, stands: Stands<N>, out: &mut Vec<Piece<N>>) {
        let (rank, place, beside) = task;
        let row = self.row;
        let with = |stands: Stands<N>, at: usize, rank: u8| {
            place.further(at).cell::<N>(row).map_or(stands, |cell| stands.with(cell, rank))
        };
        match self.best(task).1 {
            Choice::Direct => out.extend(self.piece(Kind::Raise, rank, place, stands, false)),
            Choice::Parts(length) => {
                let mut laid = stands;
                for (at, part) in parts(rank, length).enumerate() {
                    let beside = if at == 0 { beside } else { NONE };
                    self.pieces((part, place.further(at), beside), laid, out);
                    laid = with(laid, at, part);
                }
                out.extend(self.piece(Kind::Merge, rank, place, stands, false));
            }
            Choice::Pass { base, gap } => {
                let passed = rank - 1;
                let length = usize::from(passed - gap);
                let mut laid = stands;
                for (at, part) in falling(passed, gap).enumerate() {
                    let beside = if at == 0 { beside } else { NONE };
                    self.pieces((part, place.further(at), beside), laid, out);
                    laid = with(laid, at, part);
                }
                if let Some(last) = out.last_mut() {
                    last.make_clean();
                }
                let between = place.further(length);
                out.extend(self.piece(Kind::Raise, base, between, laid, true));
                let with_gap = with(laid, length, base);
                self.pieces((passed, between.further(1), base), with_gap, out);
                let but_gap = with(laid, length + 1, passed);
                out.extend(self.piece(Kind::Raise, gap, between, but_gap, true));
                out.extend(self.piece(Kind::Cascade, rank, place, stands, false));
            }
        }
    }

    /// A piece; births are tried in its column first if `upright`.
    fn piece(
        &self,
        kind: Kind,
        rank: u8,
        place: Place,
        stands: Stands<N>,
        upright: bool,
    ) -> Option<Piece<N>> {
        let cell = place.cell::<N>(self.row)?;
        // Along the snake, and only then what is before it.
        let snake = (place.at..N * N).map_while(|at| Place { at, ..place }.cell::<N>(self.row));
        let mut path: Vec<usize> = snake.collect();
        for row in (self.row..N).rev() {
            for before in row * N..(row + 1) * N {
                if !path.contains(&before) {
                    path.push(before);
                }
            }
        }
        if upright || self.manner.upright {
            let away = |other: usize| (other % N).abs_diff(cell % N);
            path.sort_by_key(|&other| (other != cell, away(other), other / N));
        }
        path.retain(|&cell| !stands.has(cell));
        Some(Piece {
            kind,
            row: self.row,
            cell,
            rank,
            stands,
            wall: place.wall::<N>(),
            path: path.into_iter().filter_map(|cell| u8::try_from(cell).ok()).collect(),
            most: [[NONE; 8]; N],
            clean: false,
        })
    }
}

/// The ranks of the parts of a tile: each half the one before, and the last one once more.
fn parts(rank: u8, length: u8) -> impl Iterator<Item = u8> {
    (1..=length).chain([length]).map(move |below| rank - below)
}

/// The ranks that lead up to the one that is passed, from the wall on.
fn falling(passed: u8, gap: u8) -> impl Iterator<Item = u8> {
    (gap..passed).rev()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the parts are worth is what they merge to.
    #[test]
    fn parts_add_up() {
        let worth =
            |ranks: &mut dyn Iterator<Item = u8>| ranks.map(|rank| 1u64 << rank).sum::<u64>();
        for rank in 5..14 {
            for length in 1..=4 {
                assert_eq!(worth(&mut parts(rank, length)), 1 << rank);
            }
            for gap in 2..rank {
                let all = worth(&mut falling(rank, gap)) + (1 << gap) + (1 << rank);
                assert_eq!(all, 1 << (rank + 1));
            }
        }
    }
}
