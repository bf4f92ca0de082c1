//! How promising a settled board is: how easily the game can be followed further back from it.
//!
//! A guess that steers the search; nothing is ever refuted by it. Lower is better. The weights
//! were found by trial on boards of all sizes.

use super::arrangement::{beside_rows, misplaced, signed};
use super::lines;
use super::node::Rows;
use crate::game::fast::transpose;

/// What the guess weighs how much; a tile weighs 100.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    /// For each cell that a line is too short, to stand before the next one.
    pub(crate) shape: i64,
    /// For each rank that a tile is larger than its neighbour nearer the corner.
    pub(crate) ascent: i64,
    /// For each step that a large tile stands away from its place on a snake, the largest first.
    pub(crate) order: i64,
    /// For each time that the sum of what lies beside full rows at an edge doubles.
    pub(crate) rows: i64,
    /// For want of small tiles that no larger one keeps in, squared.
    pub(crate) buried: i64,
    /// The births to have to spare.
    pub(crate) reserve: i64,
    /// For each rank of each tile.
    pub(crate) rank: i64,
    /// The share of 4s among the births to keep near, in thousandths.
    pub(crate) fours_per_mille: i64,
}

/// The number of tiles and the guess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    pub(crate) tiles: u8,
    pub(crate) cost: i64,
}

/// The outlook of a settled board of which `births` tiles were born, `fours` of them 4s; `None`
/// if it is impossible for want of small tiles, or costs more than `bar`. The tiles in the bytes
/// `stands` are left alone, so that none of them can be split.
pub(crate) fn outlook<const N: usize>(
    rows: &Rows<N>,
    births: u64,
    fours: u64,
    taste: Taste,
    stands: &Rows<N>,
    bar: i64,
) -> Option<Outlook> {
    let mut tiles = 0;
    let mut ranks = 0;
    let mut filled_rows = 0;
    let mut any = 0;
    for &row in rows {
        tiles += lines::tiles(row);
        ranks += lines::rank_sum(row);
        filled_rows += i64::from(row != 0);
        any |= row;
    }
    let twos = births.checked_sub(fours)?;
    let share = i64::try_from(u128::from(fours) * 1000 / u128::from(births.max(1))).unwrap_or(0);
    let mut cost = 100 * signed(tiles) + taste.rank * ranks;
    cost += 3 * (share - taste.fours_per_mille).abs();
    cost += 9 * (100 - share).max(0) + 9 * (share - 800).max(0);
    cost += 100 * filled_rows.min(signed(lines::tiles(any)));
    // What takes longer comes later: most boards are too dear before all is known.
    if cost > bar {
        return None;
    }
    let columns = transpose(*rows);
    cost += shape(rows, &columns, taste, births, twos)?;
    if cost > bar {
        return None;
    }
    let (counts, present) = count(rows, stands);
    let slack = slack(&counts, present, births, twos);
    if twos < u64::from(counts[1]) || slack < 0 {
        return None;
    }
    let short = taste.reserve - slack.min(taste.reserve);
    cost += 2000 * short * short / (taste.reserve * taste.reserve);
    if taste.order > 0 && cost <= bar {
        cost += taste.order * misplaced(rows);
    }
    if taste.rows > 0 && cost <= bar {
        cost += taste.rows * beside_rows(&[*rows, columns]) / 16;
    }
    Some(Outlook { tiles: u8::try_from(tiles).unwrap_or(u8::MAX), cost })
}

/// What the disorder of the lines costs, along the axis and toward the edge for which that is
/// least; `None` if the board is settled toward none from which it can turn.
fn shape<const N: usize>(
    rows: &Rows<N>,
    columns: &Rows<N>,
    taste: Taste,
    births: u64,
    twos: u64,
) -> Option<i64> {
    let mut least: Option<i64> = None;
    let mut see = |framed: &Rows<N>| {
        if !is_trapped(framed) {
            let cost = disorder(framed, taste, births, twos);
            least = Some(least.map_or(cost, |least| least.min(cost)));
        }
    };
    let [left, right, up, down] = settled(rows);
    for (framed, near, far) in [(rows, left, right), (columns, up, down)] {
        if near {
            see(framed);
        }
        if far {
            see(&framed.map(lines::mirrored::<N>));
        }
    }
    least
}

/// Whether the board is settled to the left, right, up and down.
fn settled<const N: usize>(rows: &Rows<N>) -> [bool; 4] {
    let all = lines::everywhere::<N>();
    let (mut left, mut right, mut up, mut down) = (0, 0, 0, 0);
    let mut before = 0;
    let mut first = u64::MAX;
    for &row in rows {
        let here = lines::occupied(row);
        left |= (here >> 8) & !here;
        right |= (here << 8) & !here & all;
        up |= here & !first;
        down |= before & !here;
        (before, first) = (here, here);
    }
    [left == 0, right == 0, up == 0, down == 0]
}

/// How many tiles there are of each rank but for those in the bytes `stands`, and a bit for each
/// rank there is.
fn count<const N: usize>(rows: &Rows<N>, stands: &Rows<N>) -> ([u8; 64], u64) {
    let mut counts = [0u8; 64];
    let mut present = 0u64;
    for (row, stands) in rows.iter().zip(stands) {
        for (_, rank) in lines::placed(row & !stands) {
            counts[(rank & 0x3f) as usize] += 1;
            present |= 1 << rank;
        }
    }
    (counts, present)
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

/// Whether the board cannot turn to another axis soon: either way some line holds more large
/// tiles than a line before it can ever have, and same-axis steps only eat the ends of lines.
fn is_trapped<const N: usize>(framed: &Rows<N>) -> bool {
    blocks(framed.iter(), N) && blocks(framed.iter().rev(), N)
}

/// Whether one of the lines holds more large tiles than a line before it can be split into.
fn blocks<'a>(mut lines: impl Iterator<Item = &'a u64>, most: usize) -> bool {
    let mut least = most;
    lines.any(|&line| {
        let blocked = lines::large(line) > least;
        least = least.min(lines::leaves(line));
        blocked
    })
}

/// How far the lines are from lengths that fall (or rise), and the tiles from falling along them.
///
/// A board whose lines have no such lengths cannot come from a board settled across them: it
/// stays on one axis and runs out of newborns at the ends of its lines.
fn disorder<const N: usize>(framed: &Rows<N>, taste: Taste, births: u64, twos: u64) -> i64 {
    let measure = |line: u64| {
        let length = signed(lines::length(line));
        (length, (length + signed(lines::divisible(line))).min(signed(N)))
    };
    // What is missing to the length of another line, all the more if no split makes up for it.
    let step = |(length, reach): (i64, i64), other: i64| {
        let hole = i64::from(length == 0 && other > 0);
        (other - length).max(0) + 4 * (other - reach).max(0) + 10 * hole
    };
    let (mut falling, mut rising) = (0, 0);
    let mut near = measure(framed[0]);
    for &line in &framed[1..] {
        let far = measure(line);
        falling += taste.shape * step(near, far.0);
        rising += taste.shape * step(far, near.0);
        near = far;
    }
    let mut along = 0;
    if taste.ascent > 0 {
        along = framed.iter().map(|&line| lines::ascent(line)).sum();
        for pair in framed.windows(2) {
            falling += taste.ascent * lines::rise(pair[0], pair[1]);
            rising += taste.ascent * lines::rise(pair[1], pair[0]);
        }
    }
    let mut cost = falling.min(rising) + taste.ascent * along;
    if taste.buried > 0 {
        let mut outward = *framed;
        if rising < falling {
            outward.reverse();
        }
        let spare = buried_slack(&outward, births, twos).clamp(-taste.reserve, taste.reserve);
        let short = taste.reserve - spare;
        cost += taste.buried * 64 * short * short / (taste.reserve * taste.reserve);
    }
    cost
}

/// The births to spare where fuel is shortest, if a tile can be used only once the larger tiles
/// beyond it are gone, either along its line or across the lines: it counts as one of them.
fn buried_slack<const N: usize>(outward: &Rows<N>, births: u64, twos: u64) -> i64 {
    let mut half_sums = [0u64; 64];
    let mut present = 0u64;
    let mut across = [0u8; N];
    for line in outward.iter().rev() {
        let mut beyond = 0u8;
        for at in (0..lines::length(*line)).rev() {
            let rank = lines::rank(*line, at);
            let buried = rank.max(beyond.min(across[at]));
            half_sums[usize::from(buried & 63)] += 1 << (rank.max(1) - 1);
            present |= 1 << buried;
            beyond = beyond.max(rank);
            across[at] = across[at].max(rank);
        }
    }
    let moved = births.saturating_sub(2);
    let mut half_sum = 0u64;
    let mut worst = 64;
    while present != 0 {
        let rank = u64::from(present.trailing_zeros());
        present &= present - 1;
        let needed = rank.saturating_sub(3).min(moved);
        if needed > 0 {
            let held = twos.min(half_sum) + half_sum.saturating_sub(twos) / 2;
            worst = worst.min(held.min(64).cast_signed() - needed.min(64).cast_signed());
        }
        half_sum += half_sums[usize::try_from(rank).unwrap_or(0)];
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Direction;
    use crate::reach::node::frame;

    /// Every arrangement of tiles on 3×3: settled toward an edge if each line that runs to that
    /// edge has its tiles without a gap.
    #[test]
    fn boards_are_settled_if_their_lines_are_packed() {
        for cells in 0..512u64 {
            let rows: Rows<3> = std::array::from_fn(|row| {
                (0..3).map(|column| (cells >> (3 * row + column) & 1) << (8 * column)).sum()
            });
            for (direction, is_settled) in Direction::ALL.into_iter().zip(settled(&rows)) {
                let lines = frame(&rows, direction);
                assert_eq!(is_settled, lines.iter().all(|&line| lines::is_packed(line)), "{cells}");
            }
        }
    }
}
