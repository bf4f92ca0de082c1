//! How promising a settled board is: how easily the game can be followed further back from it.
//!
//! A guess that steers the search; nothing is ever refuted by it. Lower is better. The weights
//! were found by trial on boards of all sizes.

use super::lines;
use super::node::Rows;
use crate::game::fast::transpose;

/// What the search tries to keep the share of 4s among the births near, in thousandths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    pub(crate) fours_per_mille: i64,
}

impl Aim {
    /// The middle of the road, unless the state itself is far from it.
    pub(crate) fn of(_fours: u64, _births: u64) -> Self {
        Self { fours_per_mille: 250 }
    }
}

/// The number of tiles and the guess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    pub(crate) tiles: u8,
    pub(crate) cost: i64,
}

/// The outlook of a settled board of which `births` tiles were born, `fours` of them 4s; `None`
/// if it is impossible for want of small tiles.
pub(crate) fn outlook<const N: usize>(
    rows: &Rows<N>,
    births: u64,
    fours: u64,
    aim: Aim,
) -> Option<Outlook> {
    let mut counts = [0u8; 64];
    let mut present = 0u64;
    let mut tiles = 0;
    let mut ranks = 0i64;
    let mut filled_rows = 0;
    for &row in rows {
        tiles += lines::tiles(row);
        filled_rows += i64::from(row != 0);
        let mut rest = row;
        while rest != 0 {
            let rank = (rest & 0x3f) as usize;
            counts[rank] += 1;
            present |= 1 << rank;
            ranks += (rest & 0x3f).cast_signed() * i64::from(rest & 0xff != 0);
            rest >>= 8;
        }
    }
    present &= !1;
    let twos = births.checked_sub(fours)?;
    if twos < u64::from(counts[1]) {
        return None;
    }
    let slack = slack(&counts, present, births, twos);
    if slack < 0 {
        return None;
    }
    let columns = transpose(*rows);
    let filled_columns = signed(columns.iter().filter(|&&column| column != 0).count());
    let mut shape = i64::MAX;
    for framed in [*rows, columns] {
        if framed.iter().all(|&line| lines::is_packed(line)) {
            shape = shape.min(disorder(&framed));
        }
        let mirrored = framed.map(lines::mirrored::<N>);
        if mirrored.iter().all(|&line| lines::is_packed(line)) {
            shape = shape.min(disorder(&mirrored));
        }
    }
    let shape = if shape == i64::MAX { 0 } else { shape };
    let short = 8 - slack.min(8);
    let share = i64::try_from(u128::from(fours) * 1000 / u128::from(births.max(1))).unwrap_or(0);
    let mut cost = 100 * signed(tiles) + 20 * ranks + 31 * short * short + shape;
    cost += 3 * (share - aim.fours_per_mille).abs();
    cost += 9 * (100 - share).max(0) + 9 * (share - 800).max(0);
    cost += 100 * filled_rows.min(filled_columns);
    Some(Outlook { tiles: u8::try_from(tiles).unwrap_or(u8::MAX), cost })
}

/// Counts of tiles and lines are small.
const fn signed(count: usize) -> i64 {
    (count as u64).cast_signed()
}

/// The births to spare where fuel is shortest, at most 64; see the condition on fuel.
fn slack(counts: &[u8; 64], present: u64, births: u64, twos: u64) -> i64 {
    let moved = births.saturating_sub(2);
    let mut half_sum = 0u64;
    let mut worst = 64;
    let mut rest = present;
    while rest != 0 {
        let rank = u64::from(rest.trailing_zeros());
        rest &= rest - 1;
        let needed = rank.saturating_sub(3).min(moved);
        if needed > 0 {
            let held = twos.min(half_sum) + half_sum.saturating_sub(twos) / 2;
            let spare =
                i64::try_from(held.min(1 << 20)).unwrap_or(0) - i64::try_from(needed).unwrap_or(0);
            worst = worst.min(spare);
        }
        half_sum += u64::from(counts[usize::try_from(rank).unwrap_or(0)]) << (rank - 1);
    }
    worst
}

/// How far the lines are from lengths that fall (or rise), and the tiles from falling along them.
///
/// A board whose lines have no such lengths cannot come from a board settled across them: it
/// stays on one axis and runs out of newborns at the ends of its lines.
fn disorder<const N: usize>(framed: &Rows<N>) -> i64 {
    let lengths = framed.map(|line| signed(lines::length(line)));
    let reach: [i64; N] = std::array::from_fn(|line| {
        (lengths[line] + signed(lines::divisible(framed[line]))).min(signed(N))
    });
    let mut falling = 0;
    let mut rising = 0;
    let step = |short: usize, long: usize| {
        let deficit = (lengths[long] - lengths[short]).max(0);
        let beyond = (lengths[long] - reach[short]).max(0);
        let hole = i64::from(lengths[short] == 0 && lengths[long] > 0);
        deficit + 4 * beyond + 10 * hole
    };
    for line in 1..N {
        falling += step(line - 1, line);
        rising += step(line, line - 1);
    }
    let inversions: i64 = framed
        .iter()
        .map(|&line| {
            // Where the next tile is larger: the sum of the differences.
            let next = line >> 8;
            let mut sum = 0i64;
            let (mut here, mut there) = (line, next);
            while there != 0 {
                sum += ((there & 0xff).cast_signed() - (here & 0xff).cast_signed()).max(0);
                here >>= 8;
                there >>= 8;
            }
            sum
        })
        .sum();
    200 * falling.min(rising) + 5 * inversions
}
