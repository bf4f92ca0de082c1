//! The checker of witnesses: small, slow and plain, to be read alone and believed.
//!
//! It searches for nothing, reads no file, draws no random number and has a slide of its own.
//! Everything else in this project that finds a game ends by calling [`check`].
//!
//! What a rule means. Run on its board X, a rule ends on a board Y, and M is the largest known
//! rank that stood on the board before any of its moves. Then for every way to put distinct ranks
//! above M in place of the rule's variables, a real game can go from X to Y in the rule's moves,
//! with its score and its born 4s. By induction over the steps:
//!
//! - before a move, every variable stands for a rank above every known rank on the board, and no
//!   two for the same, so two cells are equal exactly if they hold the same known rank, and the
//!   slide goes the same way whatever the variables stand for;
//! - at a call, the callee's known cells agree with the board, and its variables get distinct
//!   tiles, each a variable of the caller or a known rank above the callee's M; the caller's
//!   variables exceed the callee's M because the caller's M takes it in.
//!
//! The board after the last move is not in M: nothing moves on it any more. Rules call only
//! earlier rules, so there is no endless game, and the last rule, without variables and from a
//! start board, is a game.

use super::error::{CheckError, Reason};
use super::format::{Slot, Step, Totals, Witness};
use crate::game::board::{Board, Direction, MAX_RANK, Size};

/// Cells while a rule is checked: 0 empty, a known rank, or `VARIABLE` + the cell of the rule's
/// board where the variable stood.
type Cells = Vec<u8>;

/// Above every rank; the cells of a board number at most 49, so sums stay below 128.
const VARIABLE: u8 = 64;

/// A state that a real game reaches. Only [`check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    board: Board,
    totals: Totals,
}

impl Verified {
    /// The board that is reached.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The moves, the score and the born 4s of the game that reaches it.
    #[must_use]
    pub const fn totals(&self) -> Totals {
        self.totals
    }
}

/// What is known of a rule that was checked.
struct Known {
    after: Cells,
    /// M: the largest known rank before any of the moves.
    ceiling: u8,
    totals: Totals,
}

/// Checks every rule, then that the last one is a whole game with the totals claimed.
///
/// # Errors
/// The first rule and step that fail, and why. Time and memory are linear in the witness.
pub fn check(witness: &Witness) -> Result<Verified, CheckError> {
    let mut known = Vec::with_capacity(witness.rules.len());
    for index in 0..witness.rules.len() {
        known.push(check_rule(witness, index, &known)?);
    }
    let last = witness.rules.len().wrapping_sub(1);
    let fail = |reason| Err(CheckError { rule: last, step: None, reason });
    let (Some(game), Some(rule)) = (known.last(), witness.rules.last()) else {
        return Err(CheckError { rule: 0, step: None, reason: Reason::NoRules });
    };
    if rule.before.contains(&Slot::Variable) {
        return fail(Reason::GameWithVariables);
    }
    let start: Vec<u8> = to_cells(&rule.before).into_iter().filter(|&cell| cell != 0).collect();
    if start.len() != 2 || start.iter().any(|&rank| rank > 2) {
        return fail(Reason::NotAStart);
    }
    let mut totals = game.totals;
    for rank in start {
        add(&mut totals.fours, u64::from(rank == 2)).map_err(|reason| CheckError {
            rule: last,
            step: None,
            reason,
        })?;
    }
    if totals != witness.end {
        return fail(Reason::Totals { found: totals, claimed: witness.end });
    }
    let Some(board) = Board::from_ranks(witness.size, &game.after) else {
        return fail(Reason::Shape);
    };
    // A second way to the same totals: the tiles of the final board account for every birth.
    let tiles = || game.after.iter().filter(|&&rank| rank != 0).map(|&rank| (rank, 1u128 << rank));
    let potential: u128 = tiles().map(|(rank, tile)| tile * u128::from(rank - 1)).sum();
    let births = 2 * (u128::from(totals.moves) + 2) + 2 * u128::from(totals.fours);
    if potential != u128::from(totals.score) + 4 * u128::from(totals.fours)
        || tiles().map(|(_, tile)| tile).sum::<u128>() != births
    {
        return fail(Reason::Ledger);
    }
    Ok(Verified { board, totals })
}

fn check_rule(witness: &Witness, rule: usize, known: &[Known]) -> Result<Known, CheckError> {
    let mut cells = to_cells(&witness.rules[rule].before);
    let mut result = Known { after: Vec::new(), ceiling: 0, totals: Totals::default() };
    if cells.len() != witness.size.cells() || cells.iter().any(|&c| (62..VARIABLE).contains(&c)) {
        return Err(CheckError { rule, step: None, reason: Reason::Shape });
    }
    for (step, what) in witness.rules[rule].steps.iter().enumerate() {
        result.ceiling = result.ceiling.max(largest_known(&cells));
        match *what {
            Step::Move { direction, cell, rank } => {
                play(&mut cells, witness.size, direction, cell, rank, &mut result.totals)
            }
            Step::Call(callee) if callee >= rule => Err(Reason::CallOrder { callee }),
            Step::Call(callee) => {
                let callee_cells = to_cells(&witness.rules[callee].before);
                call(&mut cells, &callee_cells, callee, &known[callee], &mut result)
            }
        }
        .map_err(|reason| CheckError { rule, step: Some(step), reason })?;
    }
    result.after = cells;
    Ok(result)
}

/// One move: the slide must change the board, and the birth needs an empty cell.
fn play(
    cells: &mut Cells,
    size: Size,
    direction: Direction,
    cell: u8,
    rank: u8,
    totals: &mut Totals,
) -> Result<(), Reason> {
    let (mut after, gain) = slide(cells, size, direction)?;
    if after == *cells {
        return Err(Reason::IllegalMove { direction });
    }
    match after.get_mut(usize::from(cell)) {
        _ if rank != 1 && rank != 2 => return Err(Reason::Birth { rank }),
        None => return Err(Reason::Shape),
        Some(empty @ 0) => *empty = rank,
        Some(_) => return Err(Reason::Occupied { cell }),
    }
    *cells = after;
    add(&mut totals.moves, 1)?;
    add(&mut totals.score, gain)?;
    add(&mut totals.fours, u64::from(rank == 2))
}

/// A call: the board must be the callee's, its variables being distinct large tiles.
fn call(
    cells: &mut Cells,
    before: &Cells,
    callee: usize,
    known: &Known,
    result: &mut Known,
) -> Result<(), Reason> {
    // What each variable of the callee, named by its cell, stands for on this board.
    let mut bound = vec![0; cells.len()];
    for (index, (&wanted, &found)) in before.iter().zip(cells.iter()).enumerate() {
        if wanted < VARIABLE {
            if wanted != found {
                return Err(Reason::CallMismatch { callee, cell: index });
            }
        } else if found <= known.ceiling {
            return Err(Reason::SmallVariable { callee, cell: index, ceiling: known.ceiling });
        } else if bound.contains(&found) {
            return Err(Reason::EqualVariables { callee, cell: index });
        } else {
            bound[index] = found;
        }
    }
    let substitute =
        |&cell: &u8| cell.checked_sub(VARIABLE).map_or(cell, |v| bound[usize::from(v)]);
    *cells = known.after.iter().map(substitute).collect();
    result.ceiling = result.ceiling.max(known.ceiling);
    add(&mut result.totals.moves, known.totals.moves)?;
    add(&mut result.totals.score, known.totals.score)?;
    add(&mut result.totals.fours, known.totals.fours)
}

/// Slides by the statement's words: line by line from the blocking edge; a tile equal to the last
/// one put down merges with it, unless that one came from a merge. Variables never merge.
fn slide(cells: &Cells, size: Size, direction: Direction) -> Result<(Cells, u64), Reason> {
    let n = size.side();
    let mut after = vec![0; cells.len()];
    let mut gain = 0;
    for line in 0..n {
        let place = |at: usize| match direction {
            Direction::Left => line * n + at,
            Direction::Right => line * n + (n - 1 - at),
            Direction::Up => at * n + line,
            Direction::Down => (n - 1 - at) * n + line,
        };
        let mut put: Vec<(u8, bool)> = Vec::new();
        for at in 0..n {
            let tile = cells[place(at)];
            match put.last_mut() {
                _ if tile == 0 => {}
                Some((last, merged)) if *last == tile && !*merged && tile < VARIABLE => {
                    if tile == MAX_RANK {
                        return Err(Reason::MergeAboveMaxRank);
                    }
                    *last += 1;
                    *merged = true;
                    add(&mut gain, 1u64 << *last)?;
                }
                _ => put.push((tile, false)),
            }
        }
        for (at, (tile, _)) in put.into_iter().enumerate() {
            after[place(at)] = tile;
        }
    }
    Ok((after, gain))
}

fn to_cells(slots: &[Slot]) -> Cells {
    let cell = |(index, slot): (u8, &Slot)| match *slot {
        Slot::Empty => 0,
        Slot::Rank(rank) => rank.clamp(1, VARIABLE - 1),
        Slot::Variable => VARIABLE + index,
    };
    (0..VARIABLE).zip(slots).map(cell).collect()
}

/// The largest rank that is known; 0 on a board of variables alone.
fn largest_known(cells: &Cells) -> u8 {
    cells.iter().copied().filter(|&cell| cell < VARIABLE).max().unwrap_or(0)
}

fn add(total: &mut u64, more: u64) -> Result<(), Reason> {
    *total = total.checked_add(more).ok_or(Reason::Overflow)?;
    Ok(())
}
