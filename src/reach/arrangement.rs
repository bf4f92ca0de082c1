//! How the large tiles lie: how far they are from an order in which they can be constructed.

use super::corner::snake;
use super::lines;
use super::node::{Rows, half_sum};

/// The least rank of the tiles that should stand along a snake.
const LARGE: u8 = 8;

/// How many steps the large tiles stand away from their places on the nearest snake, the largest
/// first: the builder makes boards in this order.
pub(super) fn misplaced<const N: usize>(rows: &Rows<N>) -> i64 {
    let mut tiles = [(0u8, 0usize, 0usize); 16];
    let mut count = 0;
    for (row, &word) in rows.iter().enumerate() {
        let mut large = lines::larger(word, LARGE - 1);
        while large != 0 && count < tiles.len() {
            let column = large.trailing_zeros() as usize / 8;
            large &= large - 1;
            let rank = lines::rank(word, column);
            let mut at = count;
            while at > 0 && tiles[at - 1].0 < rank {
                tiles[at] = tiles[at - 1];
                at -= 1;
            }
            tiles[at] = (rank, row, column);
            count += 1;
        }
    }
    let mut sums = [0usize; 8];
    for (cell, &(_, row, column)) in snake::<N>().zip(&tiles[..count]) {
        let (to, along) = (cell / N, cell % N);
        let (far_row, far_column) = (N - 1 - row, N - 1 - column);
        let up = [row.abs_diff(to), far_row.abs_diff(to)];
        let side = [column.abs_diff(along), far_column.abs_diff(along)];
        let turned_up = [column.abs_diff(to), far_column.abs_diff(to)];
        let turned_side = [row.abs_diff(along), far_row.abs_diff(along)];
        for which in 0..4 {
            sums[which] += up[which & 1] + side[which >> 1];
            sums[4 + which] += turned_up[which & 1] + turned_side[which >> 1];
        }
    }
    signed(sums.into_iter().min().unwrap_or(0))
}

/// What a cell costs that is free in the row at the edge, and equal neighbours there, as
/// sixteenths.
const FREE: i64 = 24;
const EQUAL: i64 = 16;

/// How much lies beside full rows without equal neighbours at an edge, or beside a first row that
/// is to become one: sixteenths of the binary logarithm of half the sum of the tiles. `axes` are
/// the rows and the columns of a board.
pub(super) fn beside_rows<const N: usize>(axes: &[Rows<N>; 2]) -> i64 {
    let total = half_sum(&axes[0]);
    edges(axes).map(|rows| beside_first_rows(&rows, total)).min().unwrap_or(0)
}

/// The rows as they are seen from each of the four edges; `axes` are the rows and the columns.
fn edges<const N: usize>(axes: &[Rows<N>; 2]) -> impl Iterator<Item = Rows<N>> {
    axes.iter().flat_map(|rows| [*rows, reversed(rows)])
}

/// The rows without tiles that are laid on others need room to make them.
const ROOM: usize = 2;

/// How many of the first rows are full and without equal neighbours, so that they stay where they
/// are, and may be laid.
pub(super) fn firm_rows<const N: usize>(rows: &Rows<N>) -> usize {
    let is_firm = |row: u64| lines::tiles(row) == N && !has_equal_neighbours(row);
    rows[..N - ROOM].iter().take_while(|&&row| is_firm(row)).count()
}

/// `total` is half the sum of all tiles.
fn beside_first_rows<const N: usize>(rows: &Rows<N>, total: u64) -> i64 {
    let full = firm_rows(rows);
    let beside = |count: usize| {
        let first: u64 = rows[..count].iter().map(|&row| lines::half_sum(row)).sum();
        sixteenths_of_log((total - first).max(1))
    };
    if full > 0 {
        return beside(full);
    }
    let free = FREE * signed(N - lines::tiles(rows[0]));
    let equal = if has_equal_neighbours(rows[0]) { EQUAL } else { 0 };
    free + equal + beside(1)
}

const fn has_equal_neighbours(row: u64) -> bool {
    let next = row >> 8;
    lines::occupied(next) & !lines::occupied(row ^ next) != 0
}

/// The binary logarithm, with four bits behind the point that run from one power of 2 to the next.
fn sixteenths_of_log(number: u64) -> i64 {
    let log = number.ilog2();
    let between = if log < 4 { number << (4 - log) } else { number >> (log - 4) };
    16 * i64::from(log) + (between & 15).cast_signed()
}

fn reversed<const N: usize>(rows: &Rows<N>) -> Rows<N> {
    let mut rows = *rows;
    rows.reverse();
    rows
}

/// Counts of tiles and lines are small.
pub(super) const fn signed(count: usize) -> i64 {
    (count as u64).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fast::transpose;
    use crate::reach::lines::word;

    #[test]
    fn logarithms_have_sixteenths() {
        for (number, log) in [(1, 0), (2, 16), (3, 24), (16, 64), (17, 65), (1 << 40, 640)] {
            assert_eq!(sixteenths_of_log(number), log);
        }
    }

    /// Whatever edge the rows lie at, only what is beside them counts.
    #[test]
    fn what_lies_beside_full_rows_counts() {
        let none = word(&[0; 4]);
        let one = [word(&[9, 7, 9, 8]), word(&[5, 0, 0, 0]), none, none];
        let cost = |rows: Rows<4>| beside_rows(&[rows, transpose(rows)]);
        assert_eq!(cost(one), 4 * 16);
        assert_eq!(cost(reversed(&one)), 4 * 16);
        assert_eq!(cost(transpose(one)), 4 * 16);
        // On so small a board a third row is always beside.
        let two = [one[0], word(&[4, 3, 2, 1]), word(&[1, 1, 0, 0]), none];
        assert_eq!(cost(two), 16);
        let three = [one[0], word(&[4, 3, 2, 1]), word(&[9, 7, 9, 8]), none];
        assert!(cost(three) > 8 * 16);
        let equal = [word(&[9, 9, 7, 8]), one[1], none, none];
        assert_eq!(cost(equal), 4 * 16 + EQUAL);
        let short = [word(&[9, 7, 9, 0]), one[1], none, none];
        assert_eq!(cost(short), 4 * 16 + FREE);
    }
}
