//! The plain slide: one line at a time, as the statement says it.

use super::board::{Board, Direction, MAX_RANK, tile_value};

/// What a slide leaves, before the birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The board after the slide. A move is legal only if it differs from the one before.
    pub board: Board,
    /// The sum of the tiles made by merges: what the score gains.
    pub gain: u64,
}

/// Slides every tile of `board` toward `direction`, merging as it goes.
///
/// Two equal tiles of rank [`MAX_RANK`] stay apart: no larger tile can be written. The gain of
/// a slide cannot overflow: merging never raises the sum of the tiles, and the makers of boards
/// that large (only witnesses) are checked by `witness::check`, which has a slide of its own.
#[must_use]
pub fn slide(board: &Board, direction: Direction) -> Slide {
    let size = board.size();
    let n = size.side();
    let mut after = Board::empty(size);
    let mut gain = 0u64;
    for line in 0..n {
        let mut filled = 0;
        // The rank that stands last and may still merge; 0 when there is none.
        let mut open = 0;
        for at in 0..n {
            let rank = board.rank(size.line_cell(direction, line, at));
            if rank == 0 {
                continue;
            }
            if rank == open && rank < MAX_RANK {
                after.set(size.line_cell(direction, line, filled - 1), rank + 1);
                gain = gain.saturating_add(tile_value(rank + 1));
                open = 0;
            } else {
                after.set(size.line_cell(direction, line, filled), rank);
                filled += 1;
                open = rank;
            }
        }
    }
    Slide { board: after, gain }
}

/// Whether a move toward `direction` is legal: whether it changes the board.
#[must_use]
pub fn is_legal(board: &Board, direction: Direction) -> bool {
    slide(board, direction).board != *board
}

/// Whether no move is legal: the game is over.
#[must_use]
pub fn is_dead(board: &Board) -> bool {
    Direction::ALL.into_iter().all(|direction| !is_legal(board, direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    fn row(tiles: [u64; 4], direction: Direction) -> ([u64; 4], u64) {
        let mut board = Board::empty(Size::new(4).unwrap());
        for (index, tile) in tiles.into_iter().enumerate() {
            let rank = if tile == 0 { 0 } else { tile.trailing_zeros() };
            board.set(index, u8::try_from(rank).unwrap());
        }
        let slid = slide(&board, direction);
        let mut after = [0; 4];
        for (index, tile) in after.iter_mut().enumerate() {
            *tile = tile_value(slid.board.rank(index));
        }
        (after, slid.gain)
    }

    /// The lines that implementations get wrong, and Figure 2 of the statement.
    #[test]
    fn lines_of_the_statement() {
        use Direction::{Left, Right};
        let table = [
            ([2, 2, 2, 2], Left, [4, 4, 0, 0], 8),
            ([2, 2, 2, 2], Right, [0, 0, 4, 4], 8),
            ([0, 4, 4, 4], Right, [0, 0, 4, 8], 8),
            ([4, 4, 4, 0], Right, [0, 0, 4, 8], 8),
            ([4, 4, 4, 0], Left, [8, 4, 0, 0], 8),
            ([4, 4, 8, 0], Left, [8, 8, 0, 0], 8),
            ([4, 4, 8, 0], Right, [0, 0, 8, 8], 8),
            ([0, 0, 4, 4], Left, [8, 0, 0, 0], 8),
            ([0, 0, 4, 8], Left, [4, 8, 0, 0], 0),
            ([2, 0, 2, 4], Left, [4, 4, 0, 0], 4),
            ([2, 0, 0, 4], Right, [0, 0, 2, 4], 0),
            ([2, 4, 2, 4], Left, [2, 4, 2, 4], 0),
            ([0, 0, 0, 0], Left, [0, 0, 0, 0], 0),
        ];
        for (before, direction, after, gain) in table {
            assert_eq!(row(before, direction), (after, gain), "{before:?} {direction}");
        }
    }

    #[test]
    fn the_largest_rank_does_not_merge() {
        let size = Size::new(2).unwrap();
        let board = Board::from_ranks(size, &[MAX_RANK, MAX_RANK, 0, 0]).unwrap();
        assert_eq!(slide(&board, Direction::Left), Slide { board, gain: 0 });
    }
}
