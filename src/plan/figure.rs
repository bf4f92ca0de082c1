//! The figures of the statement: boards, and moves from one to the next.

use super::check::{Fault, check_name};
use super::{Span, raw};
use crate::game::board::{Board, Direction, MAX_CELLS, Size};
use crate::game::slide::slide;
use crate::limits::MAX_TILE_RANK;
use crate::witness::format::digit_value;

/// The most boards of a figure: they are lettered.
pub const MAX_BOARDS: usize = 26;

/// A figure: one board, or a few that moves lead through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name: as that of a test.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The boards, the first one given and each other by a move from the one before.
    pub boards: Vec<Drawn>,
}

/// A board of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The board.
    pub board: Board,
    /// The cell of the tile born last, if the figure shows one.
    pub newborn: Option<usize>,
}

impl Figure {
    /// The boards with their letters, from `a` on.
    pub fn lettered(&self) -> impl Iterator<Item = (char, &Drawn)> {
        ('a'..='z').zip(&self.boards)
    }
}

/// Plays a figure's moves.
///
/// # Errors
/// The first thing in it that makes no sense.
pub(super) fn check(raw: raw::Figure) -> Result<Figure, Fault> {
    let span = raw.name.span();
    let name = raw.name.into_inner();
    check_name(&name).map_err(|message| Fault { span: span.clone(), message })?;
    let first =
        board(raw.board.get_ref()).map_err(|message| Fault { span: raw.board.span(), message })?;
    let mut last = Drawn { board: first, newborn: None };
    let mut boards = vec![last];
    for step in raw.moves {
        let fault = |message| Fault { span: step.span(), message };
        if boards.len() == MAX_BOARDS {
            return Err(fault(format!("a figure has at most {MAX_BOARDS} boards")));
        }
        last = play(&last.board, step.get_ref()).map_err(fault)?;
        boards.push(last);
    }
    Ok(Figure { name, span, boards })
}

/// Reads a board written as the rows of an input.
///
/// # Errors
/// What is wrong: lower case, no full stop.
fn board(text: &str) -> Result<Board, String> {
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let size = Size::new(rows.len())
        .filter(|size| rows.iter().all(|row| row.len() == size.side()))
        .ok_or("the board is not square, or not of side 2 to 7")?;
    let rank = |word: &str| match word.parse::<u64>() {
        Ok(0) => Some(0),
        Ok(tile) if tile > 1 && tile.is_power_of_two() => {
            u8::try_from(tile.ilog2()).ok().filter(|rank| *rank <= MAX_TILE_RANK)
        }
        Ok(_) | Err(_) => None,
    };
    let ranks: Option<Vec<u8>> = rows.concat().into_iter().map(rank).collect();
    ranks
        .and_then(|ranks| Board::from_ranks(size, &ranks))
        .ok_or_else(|| "each cell is 0 or a power of two from 2 to 2^50".to_owned())
}

/// Makes a move, written as in a witness (`D51`), or as a direction alone if no tile is born.
///
/// # Errors
/// What is wrong: lower case, no full stop.
fn play(before: &Board, step: &str) -> Result<Drawn, String> {
    let word = step.escape_debug();
    let bytes = step.as_bytes();
    let birth = match bytes {
        [_] => None,
        [_, cell, rank @ (b'1' | b'2')] => {
            let cell = digit_value(*cell).map_or(MAX_CELLS, usize::from);
            Some((cell, rank - b'0'))
        }
        _ => return Err(format!("`{word}` is no move: expected one as `R` or `Rc1`")),
    };
    let direction = Direction::from_letter(char::from(bytes[0]))
        .ok_or_else(|| format!("`{word}` starts with none of `L`, `R`, `U`, `D`"))?;
    let board = slide(before, direction).board;
    if board == *before {
        return Err(format!("the move `{word}` changes nothing"));
    }
    match birth {
        None => Ok(Drawn { board, newborn: None }),
        Some((cell, rank)) if cell < board.size().cells() && board.rank(cell) == 0 => {
            Ok(Drawn { board: board.with(cell, rank), newborn: Some(cell) })
        }
        Some(_) => Err(format!("the birth of `{word}` is not on an empty cell")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second figure of the statement.
    #[test]
    fn right_then_left() {
        let start = board("0 4 4 4\n2 2 2 2\n0 0 0 0\n0 0 0 0").unwrap();
        let right = play(&start, "R").unwrap().board;
        assert_eq!(right, board("0 0 4 8\n0 0 4 4\n0 0 0 0\n0 0 0 0").unwrap());
        let left = play(&right, "L").unwrap().board;
        assert_eq!(left, board("4 8 0 0\n8 0 0 0\n0 0 0 0\n0 0 0 0").unwrap());
        assert_eq!(play(&left, "D41").unwrap().newborn, Some(4));
    }

    #[test]
    fn what_is_no_board_and_no_move() {
        for text in ["", "2", "2 2\n2", "2 2\n2 3", "2 2\n2 -2", "2 2\n2 2251799813685248"] {
            assert!(board(text).is_err(), "{text:?}");
        }
        let start = board("2 0\n0 0").unwrap();
        for step in ["", "X", "L", "R03", "R0", "R1", "R11", "R41", "R!1", "R011"] {
            assert!(play(&start, step).is_err(), "{step:?}");
        }
        assert!(play(&start, "R01").is_ok());
    }
}
