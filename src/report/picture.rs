//! Boards drawn in text.

use crate::game::board::{Board, tile_value};
use std::fmt::Write as _;

/// The board as a grid of right-aligned tiles, a dot for an empty cell, each row ended and
/// started with two spaces. Tiles of 2^20 and above are written as powers to stay narrow.
#[must_use]
pub fn grid(board: &Board) -> String {
    let words: Vec<String> = board.ranks().iter().map(|&rank| tile(rank)).collect();
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let mut out = String::new();
    for row in words.chunks(board.size().side()) {
        out.push(' ');
        for word in row {
            let _ = write!(out, " {word:>width$}");
        }
        out.push('\n');
    }
    out
}

/// A tile in few letters: `.` for an empty cell, `2^30` for large ones.
#[must_use]
pub fn tile(rank: u8) -> String {
    match rank {
        0 => ".".to_owned(),
        1..20 => tile_value(rank).to_string(),
        _ => format!("2^{rank}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    #[test]
    fn columns_line_up() {
        let board = Board::from_ranks(Size::new(2).unwrap(), &[0, 1, 50, 11]).unwrap();
        assert_eq!(grid(&board), "     .    2\n  2^50 2048\n");
    }
}
