//! A game with some of its steps left out or some of its 4s born as 2s.

use super::Reached;
use crate::game::board::Board;
use crate::game::slide::slide;
use crate::witness::{Rule, Slot, Step, Totals, Witness};
use std::ops::Range;

/// Games with more steps than this are not thinned.
pub const LONGEST: usize = 300;

/// The steps of a game that is told without calls and is not long.
#[must_use]
pub fn steps(reached: &Reached) -> Option<&[Step]> {
    match &reached.witness().rules[..] {
        [game] if game.steps.len() <= LONGEST => Some(&game.steps),
        [_] | [] | [_, _, ..] => None,
    }
}

/// The game without the steps of `left_out`. Moves that have become illegal are left out too, and
/// a birth on a cell that is taken goes to the first free one.
#[must_use]
pub fn without(reached: &Reached, left_out: &Range<usize>) -> Option<Reached> {
    let kept = steps(reached)?.iter().enumerate().filter(|(index, _)| !left_out.contains(index));
    replay(reached, start(reached)?, kept.map(|(_, step)| *step))
}

/// The game with birth number `birth` a 2; the start tiles are numbers 0 and 1. `None` if it is
/// one already.
#[must_use]
pub fn with_a_two(reached: &Reached, birth: usize) -> Option<Reached> {
    let mut start = start(reached)?;
    let mut steps = steps(reached)?.to_vec();
    match birth.checked_sub(2) {
        None => {
            let tiles = (0..start.ranks().len()).filter(|&cell| start.rank(cell) != 0);
            let cell = tiles.skip(birth).find(|_| true).filter(|&cell| start.rank(cell) == 2)?;
            start.set(cell, 1);
        }
        Some(index) => match steps.get_mut(index)? {
            Step::Move { rank: rank @ 2, .. } => *rank = 1,
            Step::Move { .. } | Step::Call(_) => return None,
        },
    }
    replay(reached, start, steps.into_iter())
}

fn start(reached: &Reached) -> Option<Board> {
    let slots = &reached.witness().rules.first()?.before;
    let rank = |slot: &Slot| match *slot {
        Slot::Empty | Slot::Variable => 0,
        Slot::Rank(rank) => rank,
    };
    let ranks: Vec<u8> = slots.iter().map(rank).collect();
    Board::from_ranks(reached.size(), &ranks)
}

fn replay(reached: &Reached, start: Board, steps: impl Iterator<Item = Step>) -> Option<Reached> {
    let fours = start.ranks().iter().filter(|&&rank| rank == 2).count();
    let mut end = Totals { fours: u64::try_from(fours).ok()?, ..Totals::default() };
    let (mut board, mut kept) = (start, Vec::new());
    for step in steps {
        let Step::Move { direction, cell, rank } = step else { return None };
        let slid = slide(&board, direction);
        if slid.board == board {
            continue;
        }
        let free = |&cell: &usize| slid.board.rank(cell) == 0;
        let cell = Some(usize::from(cell)).filter(free).or_else(|| slid.board.empty_cells().next());
        let cell = cell?;
        board = slid.board.with(cell, rank);
        kept.push(Step::Move { direction, cell: u8::try_from(cell).ok()?, rank });
        end.moves += 1;
        end.score += slid.gain;
        end.fours += u64::from(rank == 2);
    }
    let rules = vec![Rule::from_board(&start, kept)];
    Reached::new(Witness { size: reached.size(), rules, end })
}
