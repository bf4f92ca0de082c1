//! How a tile of a row is made, piece by piece.
//!
//! A tile above a certain rank is made of smaller ones that stand in line behind its cell: two
//! halves, or a half and two quarters, and so on; slides to the wall merge them.
//!
//! A tile whose rank on the way equals that of the tile beside it or below it would merge with
//! that one. So such a rank b is passed in one go: tiles of the ranks b − 1, b − 2, … s are laid,
//! then a small one, then one of rank b. The small one is raised to s from above, and slides
//! away from the wall merge all of them to b + 1: they merge the pair farthest from the wall
//! first, and never drop a tile onto the one below. Where there is no room for falling tiles the
//! small one itself becomes b, and the next slide takes it away.

mod pass;

use super::super::node::Rows;
use super::super::stands::Stands;
use super::failures::Failures;
use super::manner::Manner;
use super::piece::{Kind, Means, Piece, Place, Task};
use super::price::{self, IMPOSSIBLE, Lying, NONE};
use rustc_hash::FxHashMap;

// Prices as in `price`.

/// To make a tile of so many parts in line, but for the last one.
const PARTS: [u32; 5] = [0, 0, 10, 40, 80];
/// A price from which on other ways are looked for.
const DEAR: u32 = 60;

#[derive(Clone, Copy, Debug)]
enum Choice {
    /// At once.
    Direct,
    /// Of parts in line: so many, each half the one before, and the last one once more.
    Parts(u8),
    /// By a pass of the rank before. The ranks of the gap tile, first and in the end.
    Pass { base: u8, gap: u8 },
}

/// How tiles are made in one row.
pub(super) struct Maker<'a, const N: usize> {
    row: usize,
    /// The row below.
    floor: Option<[u8; 8]>,
    manner: Manner,
    lying: Lying,
    failures: &'a Failures,
    known: FxHashMap<Task, (u32, Choice)>,
}

impl<'a, const N: usize> Maker<'a, N> {
    pub(super) fn new(
        rows: &Rows<N>,
        row: usize,
        manner: Manner,
        lying: Lying,
        failures: &'a Failures,
    ) -> Self {
        let floor = row.checked_sub(1).map(|below| rows[below].to_le_bytes());
        Self { row, floor, manner, lying, failures, known: FxHashMap::default() }
    }

    /// The largest rank that is made at once, and the largest that lies about before.
    pub(super) const fn heads(&self) -> (u8, u8) {
        (self.manner.head, self.lying.largest)
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
        let (behind, lies) = self.lying.behind;
        if rank == 0
            || below == rank
            || beside == rank
            || place.at == behind && lies > 0 && rank <= lies
            || place.cell::<N>(self.row).is_none()
        {
            return (IMPOSSIBLE, Choice::Direct);
        }
        let direct = self.direct(task) + self.failures.price(task, Means::Direct);
        let mut best = (direct.min(IMPOSSIBLE), Choice::Direct);
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
        let Some(height) = price::height(rank, self.manner.head) else { return IMPOSSIBLE };
        let below = self.below(place);
        // In a column alone it can be made without slides along its row.
        let upright = usize::from(rank) + self.row + place.at / N + 1 < N;
        height
            + match place.at {
                0 if self.lying.at_wall(place.left) == rank => return 0,
                0 => price::first(rank, below, place.left, &self.lying),
                at if at + 1 == N && below < rank => price::LAST,
                1 if beside == 1 && rank > 1 => price::above(rank, below) + price::BESIDE_FIRST,
                _ if upright => price::above(rank, below),
                _ => price::above(rank, below) + price::next_to(rank, beside),
            }
    }

    fn parts(&mut self, task: Task) -> Option<(u32, Choice)> {
        let (rank, place, beside) = task;
        let failed = self.failures.price(task, Means::Parts);
        let lengths = 1..=rank.saturating_sub(1).min(4);
        let cost = |length: u8| {
            let line = self.line_cost(parts(rank, length), place, beside);
            (failed + PARTS[usize::from(length)] + line, Choice::Parts(length))
        };
        lengths.map(cost).min_by_key(|choice| choice.0)
    }

    /// What it costs to make tiles in line, the first one next to one of the rank `beside`.
    fn line_cost(&mut self, ranks: impl Iterator<Item = u8>, place: Place, beside: u8) -> u32 {
        line(ranks, place, beside).map(|(rank, place, beside)| self.cost(rank, place, beside)).sum()
    }

    /// Adds the pieces for tiles in line, and returns what stands with them.
    fn line_pieces(
        &mut self,
        ranks: impl Iterator<Item = u8>,
        (place, beside): (Place, u8),
        mut stands: Stands<N>,
        out: &mut Vec<Piece<N>>,
    ) -> Stands<N> {
        for task in line(ranks, place, beside) {
            self.pieces(task, stands, out);
            stands = self.with(stands, task.1, task.0);
        }
        stands
    }

    /// With a tile at a place, if that is on the board.
    fn with(&self, stands: Stands<N>, place: Place, rank: u8) -> Stands<N> {
        place.cell::<N>(self.row).map_or(stands, |cell| stands.with(cell, rank))
    }

    /// Adds the pieces for a tile.
    pub(super) fn pieces(&mut self, task: Task, stands: Stands<N>, out: &mut Vec<Piece<N>>) {
        let (rank, place, beside) = task;
        match self.best(task).1 {
            Choice::Direct => {
                out.extend(self.piece(Kind::Raise, rank, place, stands, (task, Means::Direct)));
            }
            Choice::Parts(length) => {
                self.line_pieces(parts(rank, length), (place, beside), stands, out);
                out.extend(self.piece(Kind::Merge, rank, place, stands, (task, Means::Parts)));
            }
            Choice::Pass { base, gap } => {
                let cause = (task, Means::Pass);
                let passed = rank - 1;
                let length = usize::from(passed - gap);
                let falling = falling(passed, gap);
                let laid = self.line_pieces(falling, (place, beside), stands, out);
                if let Some(last) = out.last_mut() {
                    last.make_clean(0);
                }
                let between = place.further(length);
                out.extend(self.piece(Kind::Gap, base, between, laid, cause));
                let behind = between.further(1);
                self.pieces((passed, behind, base), self.with(laid, between, base), out);
                let but_gap = self.with(laid, behind, passed);
                out.extend(self.piece(Kind::Gap, gap, between, but_gap, cause));
                out.extend(self.piece(Kind::Cascade, rank, place, stands, cause));
            }
        }
    }

    /// A piece.
    fn piece(
        &self,
        kind: Kind,
        rank: u8,
        place: Place,
        stands: Stands<N>,
        cause: (Task, Means),
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
        if kind == Kind::Gap || self.manner.upright {
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
            clean: None,
            ahead: self.manner.ahead,
            cause,
        })
    }
}

/// Tiles in line from a place on, the first one next to one of the rank `beside`.
fn line(ranks: impl Iterator<Item = u8>, place: Place, beside: u8) -> impl Iterator<Item = Task> {
    ranks
        .enumerate()
        .map(move |(at, rank)| (rank, place.further(at), if at == 0 { beside } else { NONE }))
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
