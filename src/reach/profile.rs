//! What the conditions ask of a board: how many tiles of each rank it holds, wherever they stand.

use crate::game::board::{Board, MAX_RANK};

/// The tiles of a board by rank, and how many of them were born as 2s and 4s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    counts: [u8; MAX_RANK as usize + 1],
    /// Bit r: there is a tile of rank r.
    present: u64,
    cells: usize,
    fours: u64,
    births: u64,
}

/// Whether the newest tile has slid yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// After a birth: a state of the game.
    Born,
    /// After a slide, before the birth.
    Slid,
}

/// Where the small tiles hold the fewest births in comparison to those that must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// The small tiles are those up to this rank.
    pub rank: u8,
    /// How many births they hold at most.
    pub held: u64,
    /// How many of the last births must be in them.
    pub needed: u64,
}

impl Fuel {
    /// How many births are to spare; negative if the board is impossible.
    pub(crate) fn slack(self) -> i64 {
        let narrow = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        narrow(self.held) - narrow(self.needed)
    }
}

/// A condition on room: of `size` cells, `count` hold tiles of at least this rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// The least rank of the tiles that are counted.
    pub rank: u8,
    /// How many tiles there are of that rank and above.
    pub count: u64,
    /// How many there may be, even with a born 4 in each.
    pub most: u64,
}

impl Profile {
    /// The profile of `board`, of whose `births` tiles `fours` were 4s.
    pub(crate) fn of(board: &Board, fours: u64, births: u64) -> Self {
        let mut profile = Self::empty(board.size().cells(), fours, births);
        for &rank in board.ranks() {
            profile.add(rank);
        }
        profile
    }

    pub(crate) const fn empty(cells: usize, fours: u64, births: u64) -> Self {
        Self { counts: [0; MAX_RANK as usize + 1], present: 0, cells, fours, births }
    }

    pub(crate) fn add(&mut self, rank: u8) {
        if rank != 0 {
            self.counts[usize::from(rank)] += 1;
            self.present |= 1 << rank;
        }
    }

    pub(crate) const fn twos(&self) -> u64 {
        self.births - self.fours
    }

    /// The present ranks, ascending, each with its number of tiles.
    fn ranks(&self) -> impl DoubleEndedIterator<Item = (u8, u64)> + '_ {
        (1..=MAX_RANK)
            .filter(|&rank| self.present >> rank & 1 != 0)
            .map(|rank| (rank, u64::from(self.counts[usize::from(rank)])))
    }

    /// The tiles 2 that stand on the board: each was born as it is.
    pub(crate) fn standing_twos(&self) -> u64 {
        u64::from(self.counts[1])
    }

    /// Where fuel is shortest; `None` if no condition applies.
    ///
    /// A birth of j moves ago (0 for the newest of a [`Moment::Born`] board) went through j
    /// slides, each of which at most doubled the tile it was in, so it is in a tile of rank
    /// ≤ j + 2. So the tiles of rank ≤ e hold the births of the last e − 2 moves and the newest.
    pub(crate) fn fuel(&self, moment: Moment) -> Option<Fuel> {
        let newest = match moment {
            Moment::Born => 2,
            Moment::Slid => 3,
        };
        // The births that moves made and that can be told apart: the start tiles have no order.
        let moved = self.births.saturating_sub(2);
        let mut half_sum = 0u64;
        let mut worst: Option<Fuel> = None;
        let mut rest = self.present;
        while rest != 0 {
            let rank = rest.trailing_zeros();
            rest &= rest - 1;
            // Below a gap in the ranks the condition is sharpest just under the next tile.
            let needed = u64::from(rank.saturating_sub(newest)).min(moved);
            let held = self.births_in(half_sum);
            let fuel = Fuel { rank: u8::try_from(rank - 1).unwrap_or(0), held, needed };
            if needed > 0 && worst.is_none_or(|worst| fuel.slack() < worst.slack()) {
                worst = Some(fuel);
            }
            half_sum += u64::from(self.counts[rank as usize]) << (rank - 1);
        }
        worst
    }

    /// The most births that tiles of this half sum can hold: 2s as far as there are, then 4s.
    fn births_in(&self, half_sum: u64) -> u64 {
        let twos = self.twos().min(half_sum);
        twos + (half_sum - twos) / 2
    }

    /// Where too many large tiles stand, even if each has a born 4 in it.
    ///
    /// Give a tile the cost rank − 1 if a born 4 is in it, else its rank. After the last birth
    /// inside a tile its parts stand on at least as many cells as its cost (the parts before
    /// that birth sum to 2^rank − 2 or 2^rank − 4, which needs a cell for each binary one). Of p
    /// tiles of cost ≥ k look at the one whose last birth is the latest: its parts stand on k
    /// cells then, the others on at least one each. So at most N + 1 − k tiles cost k or more.
    pub(crate) fn crowd(&self) -> Option<Crowd> {
        let mut count = 0;
        self.ranks().rev().find_map(|(rank, here)| {
            count += here;
            // Each costs at least rank − 1.
            let most = self.room(rank - 1);
            (count > most).then_some(Crowd { rank, count, most })
        })
    }

    /// How many tiles can cost at least `cost`.
    fn room(&self, cost: u8) -> u64 {
        let cells = self.cells as u64;
        (cells + 1).saturating_sub(u64::from(cost)).min(cells)
    }

    /// The fewest born 4s that make room for the large tiles: see [`Profile::crowd`].
    pub(crate) fn fours_for_room(&self) -> u64 {
        let mut count = 0;
        self.ranks()
            .rev()
            .map(|(rank, here)| {
                count += here;
                // Those of this rank with a born 4 in them do not cost `rank`.
                count.saturating_sub(self.room(rank)).min(here)
            })
            .sum()
    }

    /// The fewest born 4s for the sum of the tiles.
    ///
    /// With G = 2^(N+2) − 2^(j+2), j < N: tiles of the sum G − 2 fill the board with N different
    /// ranks (its half has N binary ones), a dead board. So a game passes each G by a born 4.
    pub(crate) fn fours_for_sum(&self) -> u64 {
        // A start sums to 8 at most, below the smallest G even on 2×2.
        let sum: u128 = self.ranks().map(|(rank, count)| u128::from(count) << rank).sum();
        let all = 1u128 << (self.cells + 2);
        (0..self.cells).filter(|&j| all - (1 << (j + 2)) <= sum).count() as u64
    }

    /// All conditions on the tiles alone, at once: what the searches prune by.
    pub(crate) fn is_possible(&self, moment: Moment) -> bool {
        self.twos() >= self.standing_twos()
            && self.fuel(moment).is_none_or(|fuel| fuel.slack() >= 0)
            && self.crowd().is_none()
            && self.fours >= self.fours_for_room()
            && self.fours >= self.fours_for_sum()
    }

    pub(crate) const fn fours(&self) -> u64 {
        self.fours
    }
}
