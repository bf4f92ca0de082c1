//! Boards of a search: words of ranks, in the frames of the four directions, and the step that
//! follows.

use super::lines;
use super::profile::Profile;
use crate::game::board::{Board, Direction};
use crate::game::fast::transpose;

/// Row words: byte `c` of word `r` is the rank at row `r`, column `c`.
pub(crate) type Rows<const N: usize> = [u64; N];

/// A settled board (after a slide, before the birth) and what the game does next.
///
/// How many tiles were born so far is the same for all nodes of a layer, and with the sum of
/// the tiles it says how many of them were 4s: rows and layer are the whole position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const N: usize> {
    pub(crate) rows: Rows<N>,
    /// The node of the previous layer that the game comes to, or [`Node::ROOT`].
    pub(crate) parent: u32,
    /// What the game does from here to get there.
    pub(crate) step: Step,
}

/// A birth, and the slide after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) cell: u8,
    pub(crate) rank: u8,
    /// Meaningless for the last birth of the game.
    pub(crate) slide: Direction,
}

impl<const N: usize> Node<N> {
    /// The parent of a node whose birth makes the state that is asked about.
    pub(crate) const ROOT: u32 = u32::MAX;
}

/// The row words of `board`, which must have side `N`.
pub(crate) fn rows<const N: usize>(board: &Board) -> Rows<N> {
    let mut rows = [0; N];
    for (row, ranks) in rows.iter_mut().zip(board.ranks().chunks(N)) {
        for (column, &rank) in ranks.iter().enumerate() {
            *row |= u64::from(rank) << (8 * column);
        }
    }
    rows
}

/// The lines of `direction`, each packed from the edge that it moves toward.
pub(crate) fn frame<const N: usize>(rows: &Rows<N>, direction: Direction) -> Rows<N> {
    match direction {
        Direction::Left => *rows,
        Direction::Right => rows.map(lines::mirrored::<N>),
        Direction::Up => transpose(*rows),
        Direction::Down => transpose(*rows).map(lines::mirrored::<N>),
    }
}

/// The rows whose lines in `direction` are these: undoes [`frame`].
pub(crate) fn unframe<const N: usize>(framed: &Rows<N>, direction: Direction) -> Rows<N> {
    match direction {
        Direction::Left => *framed,
        Direction::Right => framed.map(lines::mirrored::<N>),
        Direction::Up => transpose(*framed),
        Direction::Down => transpose(framed.map(lines::mirrored::<N>)),
    }
}

/// The least of the eight symmetric boards.
pub(crate) fn canonical<const N: usize>(rows: &Rows<N>) -> Rows<N> {
    let mut best = *rows;
    for turned in [*rows, transpose(*rows)] {
        let mirrored = turned.map(lines::mirrored::<N>);
        for mut candidate in [turned, mirrored] {
            best = best.min(candidate);
            candidate.reverse();
            best = best.min(candidate);
        }
    }
    best
}

/// The rank in a cell.
pub(crate) const fn rank_in<const N: usize>(rows: &Rows<N>, cell: usize) -> u8 {
    lines::rank(rows[cell / N], cell % N)
}

/// The number of tiles.
pub(crate) fn tiles<const N: usize>(rows: &Rows<N>) -> usize {
    rows.iter().map(|&row| lines::tiles(row)).sum()
}

/// Half the sum of the tiles.
pub(crate) fn half_sum<const N: usize>(rows: &Rows<N>) -> u64 {
    rows.iter().map(|&row| lines::half_sum(row)).sum()
}

/// The profile of a node of which `births` tiles were born.
pub(crate) fn profile<const N: usize>(rows: &Rows<N>, births: u64, fours: u64) -> Profile {
    let mut profile = Profile::empty(N * N, fours, births);
    for row in rows {
        for rank in &row.to_le_bytes()[..N] {
            profile.add(*rank);
        }
    }
    profile
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::game::board::Symmetry;

    #[test]
    fn frames_are_the_lines_of_the_directions() {
        let size = Size::new(3).unwrap();
        let board = Board::from_ranks(size, &[1, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap();
        let rows = rows::<3>(&board);
        for direction in Direction::ALL {
            let framed = frame(&rows, direction);
            assert_eq!(unframe(&framed, direction), rows);
            for (line, &word) in framed.iter().enumerate() {
                for at in 0..3 {
                    let cell = size.line_cell(direction, line, at);
                    assert_eq!(lines::rank(word, at), board.rank(cell));
                }
            }
        }
        for symmetry in Symmetry::ALL {
            assert_eq!(canonical(&self::rows(&board.under(symmetry))), canonical(&rows));
        }
    }
}
