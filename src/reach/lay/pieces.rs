//! The pieces of a row: the tiles that a beam makes, one after the other.
//!
//! A tile above a certain rank is made of halves: one in its cell, one in the next cell of the
//! snake that begins there, and one merge. Where such a half would equal the tile beside it or
//! below it on the way, it would merge with that one. So it passes this rank b in one go: falling
//! ranks b − 1, b − 2, … s are laid, then a gap tile, then b; the gap tile is raised to s from
//! above, and slides away from the wall alone merge all of them to b + 1.

use super::manner::Manner;
use super::super::node::Rows;
use crate::game::board::Direction;
use rustc_hash::FxHashMap;

/// No tile: larger than every rank.
pub(super) const NONE: u8 = 99;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Made by a beam.
    Raise,
    /// Made by a merge of what was made before.
    Merge,
    /// Made by slides away from the wall.
    Cascade,
}

/// A tile to be made.
#[derive(Clone, Debug)]
pub(super) struct Piece<const N: usize> {
    pub(super) row: usize,
    pub(super) cell: usize,
    pub(super) rank: u8,
    /// What stands, and the bytes of that.
    pub(super) mask: Rows<N>,
    pub(super) want: Rows<N>,
    /// The wall at which the tiles of the row stand.
    pub(super) wall: Direction,
    /// The free cells, in the order in which smaller tiles best follow the one that is made.
    pub(super) path: Vec<u8>,
    /// The largest ranks that may lie in the cells.
    pub(super) most: [[u8; 8]; N],
    /// Whether nothing else may lie in the row in the end.
    pub(super) clean: bool,
    pub(super) kind: Kind,
}

impl<const N: usize> Piece<N> {
    /// Asks that nothing else lies in the row in the end: what is born for it should lie above it
    /// or above the tiles that stand.
    pub(super) fn make_clean(&mut self) {
        self.clean = true;
        let (row, column) = (self.cell / N, self.cell % N);
        let key = |cell: u8| {
            let (at, across) = (usize::from(cell) / N, usize::from(cell) % N);
            let before = if self.wall == Direction::Left { across <= column } else { across >= column };
            (usize::from(cell) != self.cell, at == row, !before, across.abs_diff(column), at)
        };
        let mut path = self.path.clone();
        path.sort_by_key(|&cell| key(cell));
        self.path = path;
    }
}

#[derive(Clone, Copy, Debug)]
enum Choice {
    Direct,
    /// Tiles whose ranks fall by one from the next smaller one on, so many of them, and the last
    /// one once more: as many slides to the wall merge them.
    Fall(u8),
    /// The rank that the gap tile has first, and the one that it is raised to.
    Pass(u8, u8),
}

/// The cell at a place of the snake that begins at the wall of a row and goes away from the edge.
pub(super) fn cell<const N: usize>(row: usize, left: bool, place: usize) -> Option<usize> {
    let (up, along) = (place / N, place % N);
    let along = if up.is_multiple_of(2) == left { along } else { N - 1 - along };
    (row + up < N).then(|| (row + up) * N + along)
}

/// What it costs to pass a tile of that rank by chance.
const PASS: [u32; 7] = [0, 0, 2, 6, 20, 60, 200];
/// The same for larger ones.
const PASS_LARGE: u32 = 1000;
/// What it costs to pass a tile on purpose.
const ON_PURPOSE: u32 = 100;
/// More than anything possible.
pub(super) const IMPOSSIBLE: u32 = 20_000;

/// What it costs that nothing else may lie in the row behind a place: it must lie above the tiles
/// before it.
pub(super) const fn room_above(place: usize) -> u32 {
    match place {
        0 => 600,
        1 => 200,
        2 => 60,
        3 => 25,
        _ => 10,
    }
}

/// How tiles are made in a row.
pub(super) struct Maker<const N: usize> {
    row: usize,
    /// The row below.
    floor: Option<[u8; 8]>,
    /// The largest rank that a beam makes where nothing is in the way.
    head: u8,
    upright: bool,
    known: FxHashMap<(u8, usize, bool, u8), (u32, Choice)>,
}

impl<const N: usize> Maker<N> {
    pub(super) fn new(rows: &Rows<N>, row: usize, manner: Manner) -> Self {
        let floor = row.checked_sub(1).map(|below| rows[below].to_le_bytes());
        Self { row, floor, head: manner.head, upright: manner.upright, known: FxHashMap::default() }
    }

    fn below(&self, left: bool, place: usize) -> u8 {
        match self.floor {
            Some(floor) if place < N => floor[if left { place } else { N - 1 - place }],
            _ => NONE,
        }
    }

    /// What it costs to make a tile at a place behind one of the rank `beside`.
    pub(super) fn cost(&mut self, rank: u8, place: usize, left: bool, beside: u8) -> u32 {
        self.best(rank, place, left, beside).0
    }

    fn best(&mut self, rank: u8, place: usize, left: bool, beside: u8) -> (u32, Choice) {
        let key = (rank, place, left, beside);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let best = self.choose(rank, place, left, beside);
        self.known.insert(key, best);
        best
    }

    fn choose(&mut self, rank: u8, place: usize, left: bool, beside: u8) -> (u32, Choice) {
        let below = self.below(left, place);
        if below == rank || beside == rank || cell::<N>(self.row, left, place).is_none() {
            return (IMPOSSIBLE, Choice::Direct);
        }
        let mut passed: Vec<u8> = [below, beside].into_iter().filter(|&other| other < rank).collect();
        passed.dedup();
        let mut best = (IMPOSSIBLE, Choice::Direct);
        if rank <= (self.head + 3).min(9) {
            let more = [0, 30, 90, 250][usize::from(rank.saturating_sub(self.head)).min(3)];
            let upright = usize::from(rank) + self.row + place / N + 1 <= N;
            let floor = if below < rank { [0, 15, 60, 150, 1500, 1500, 2500].get(usize::from(below)).copied().unwrap_or(3000) } else { 0 };
            let side = if beside < rank && !upright { [0, 40, 40, 150, 400, 1000, 2000].get(usize::from(beside)).copied().unwrap_or(3000) } else { 0 };
            best.0 = floor + side + more + if place == 0 { [0, 300, 300, 300, 100, 40][usize::from(rank.min(5))] * u32::from(rank <= 5) } else { 0 };
        }
        if rank > self.head || best.0 >= 60 {
            if !passed.contains(&(rank - 1)) {
                for length in 1..=4u8.min(rank - 1) {
                    let mut cost = [0, 0, 10, 40, 80][usize::from(length)];
                    for at in 0..=length {
                        let part = rank - (at + 1).min(length);
                        let beside = if at == 0 { beside } else { NONE };
                        cost += self.cost(part, place + usize::from(at), left, beside);
                    }
                    if cost < best.0 {
                        best = (cost, Choice::Fall(length));
                    }
                }
            } else if place < N {
                let passes = rank - 1;
                let room = u8::try_from(N - self.row).unwrap_or(0);
                for gap in 2..=(room + 1).min(passes.saturating_sub(1)).min(7) {
                    let length = usize::from(passes - gap);
                    if place + length + 2 > N {
                        continue;
                    }
                    let mut cost = ON_PURPOSE + room_above(place + length - 1);
                    for at in 0..length {
                        let beside = if at == 0 { beside } else { NONE };
                        cost += self.cost(passes - 1 - u8::try_from(at).unwrap_or(0), place + at, left, beside);
                    }
                    if gap > room { cost += 200; }
                    // It must not equal the tile below it on the way.
                    let under = self.below(left, place + length);
                    let base = if under >= gap { 1 } else { under + 1 };
                    if under == gap || base >= gap { continue; }
                    cost += self.cost(passes, place + length + 1, left, base) + 20 * u32::from(base - 1);
                    if cost < best.0 {
                        best = (cost, Choice::Pass(base, gap));
                    }
                }
            }
        }
        (best.0.min(IMPOSSIBLE), best.1)
    }

    /// The pieces for a tile. What stands is in `mask` and `want`.
    pub(super) fn pieces(&mut self, rank: u8, place: usize, left: bool, beside: u8, stands: (Rows<N>, Rows<N>), out: &mut Vec<Piece<N>>) {
        let row = self.row;
        let with = |(mut mask, mut want): (Rows<N>, Rows<N>), at: usize, rank: u8| {
            if let Some(cell) = cell::<N>(row, left, at) {
                mask[cell / N] |= 0xff << (8 * (cell % N));
                want[cell / N] |= u64::from(rank) << (8 * (cell % N));
            }
            (mask, want)
        };
        match self.best(rank, place, left, beside).1 {
            Choice::Direct => out.push(self.piece(rank, place, left, stands, Kind::Raise, false)),
            Choice::Fall(length) => {
                let mut laid = stands;
                for at in 0..=length {
                    let part = rank - (at + 1).min(length);
                    let beside = if at == 0 { beside } else { NONE };
                    self.pieces(part, place + usize::from(at), left, beside, laid, out);
                    laid = with(laid, place + usize::from(at), part);
                }
                out.push(self.piece(rank, place, left, stands, Kind::Merge, false));
            }
            Choice::Pass(base, gap) => {
                let passes = rank - 1;
                let mut laid = stands;
                let length = usize::from(passes - gap);
                let mut falling = Vec::new();
                for at in 0..length {
                    let rank = passes - 1 - u8::try_from(at).unwrap_or(0);
                    falling.push((rank, at, laid));
                    laid = with(laid, place + at, rank);
                }
                let between = laid;
                let all_but_gap = with(laid, place + length + 1, passes);
                let with_gap = with(laid, place + length, base);
                for (rank, at, laid) in falling {
                    self.pieces(rank, place + at, left, if at == 0 { beside } else { NONE }, laid, out);
                }
                if let Some(last) = out.last_mut() { last.make_clean(); }
                out.push(self.piece(base, place + length, left, between, Kind::Raise, true));
                self.pieces(passes, place + length + 1, left, base, with_gap, out);
                out.push(self.piece(gap, place + length, left, all_but_gap, Kind::Raise, true));
                out.push(self.piece(rank, place, left, stands, Kind::Cascade, false));
            }
        }
    }

    fn piece(&self, rank: u8, place: usize, left: bool, (mask, want): (Rows<N>, Rows<N>), kind: Kind, column: bool) -> Piece<N> {
        let is_free = |cell: &usize| mask[cell / N] >> (8 * (cell % N)) & 0xff == 0;
        let target = cell::<N>(self.row, left, place).unwrap_or(0);
        // Along the snake, and only then what is before it.
        let mut path: Vec<usize> = (place..N * N).map_while(|at| cell::<N>(self.row, left, at)).collect();
        for row in (self.row..N).rev() {
            path.extend((0..N).map(|column| row * N + column).filter(|cell| !path.contains(cell)).collect::<Vec<_>>());
        }
        if column || self.upright {
            let away = |cell: usize| (cell % N).abs_diff(target % N);
            path.sort_by_key(|&cell| (cell / N < self.row, away(cell), cell / N));
            if let Some(at) = path.iter().position(|&cell| cell == target) { path[..=at].rotate_right(1); }
        }
        let path = path.into_iter().filter(is_free).map(|cell| u8::try_from(cell).unwrap_or(0)).collect();
        let wall = if left == (place / N).is_multiple_of(2) { Direction::Left } else { Direction::Right };
        Piece { row: self.row, cell: target, rank, mask, want, wall, path, most: [[NONE; 8]; N], clean: false, kind }
    }
}
