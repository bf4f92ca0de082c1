//! What it costs to make a tile at once.
//!
//! Prices are relative: the more rarely a beam was counted to succeed the higher.

/// No tile: larger than every rank.
pub(super) const NONE: u8 = u8::MAX;

/// More than anything that is tried may cost.
pub(super) const IMPOSSIBLE: u32 = 20_000;

/// To pass a tile below of that rank by chance.
const BELOW: [u32; 7] = [0, 30, 80, 250, 2500, 4000, 5000];
/// To pass a tile beside of that rank by chance.
const BESIDE: [u32; 7] = [0, 60, 250, 400, 900, 1500, 2500];
/// To pass a larger one by chance.
const LARGE: u32 = 6000;
/// To pass a 2 at the wall: each slide merges a newborn with it.
pub(super) const BESIDE_FIRST: u32 = 1200;
/// To pass a tile below in the last place of a row: only what falls comes there.
pub(super) const LAST: u32 = 6000;
/// To make a small tile at the wall, by rank: what lies about is in its place.
const FIRST: [u32; 6] = [0, 500, 450, 400, 150, 60];
/// To make a tile at the wall where a larger one lies.
const OCCUPIED: u32 = 400;
/// The same for each rank by which a tile that lies about is too large.
const TOO_LARGE: u32 = 150;
/// To make ranks above the usual head at once.
const ABOVE_HEAD: [u32; 4] = [0, 30, 90, 250];
/// The largest rank made at once.
const LARGEST: u8 = 9;

/// What lies about when a row begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lying {
    /// The largest rank.
    pub(super) largest: u8,
    /// The ranks in the row at the left and at the right wall once all is slid there.
    pub(super) at_walls: [u8; 2],
    /// The place behind the tiles that stand already, and the largest rank in the row from there.
    pub(super) behind: (usize, u8),
}

impl Lying {
    pub(super) const fn at_wall(&self, left: bool) -> u8 {
        self.at_walls[if left { 0 } else { 1 }]
    }
}

/// What it costs that nothing else may lie in the row behind a place: it must lie above the tiles
/// up to there.
pub(super) const fn room_above(place: usize) -> u32 {
    match place {
        0 => 800,
        1 => 350,
        2 => 200,
        3 => 120,
        _ => 80,
    }
}

/// To make a rank where usually tiles up to `head` are made; `None` if it is too large.
pub(super) fn height(rank: u8, head: u8) -> Option<u32> {
    let above = ABOVE_HEAD.get(usize::from(rank.saturating_sub(head)));
    above.filter(|_| rank <= LARGEST).copied()
}

/// To make a rank above a tile.
pub(super) fn above(rank: u8, below: u8) -> u32 {
    past(rank, below, &BELOW)
}

/// To make a rank next to a tile.
pub(super) fn next_to(rank: u8, beside: u8) -> u32 {
    past(rank, beside, &BESIDE)
}

fn past(rank: u8, passed: u8, prices: &[u32]) -> u32 {
    if passed >= rank {
        return 0;
    }
    prices.get(usize::from(passed)).copied().unwrap_or(LARGE)
}

/// To make the first rank of a row at a wall where it does not lie yet.
pub(super) fn first(rank: u8, below: u8, left: bool, lying: &Lying) -> u32 {
    let too_large = |least: u8| TOO_LARGE * u32::from((lying.largest + 1).saturating_sub(least));
    match lying.at_wall(left) {
        there if there > rank => OCCUPIED + too_large(rank) + above(rank, below),
        0 if below >= rank => too_large(rank) + FIRST.get(usize::from(rank)).copied().unwrap_or(0),
        // It is past the tile below already.
        there if there > below || below >= rank => too_large(rank),
        _ => too_large(below) + above(rank, below),
    }
}
