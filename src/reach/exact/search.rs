//! The search backwards on 3×3, from one kept layer of the table to the next.
//!
//! A step back goes from a board that a slide left to one before the slide, and takes its
//! newborn away: again a board that a slide left. At a kept layer the table says whether a game
//! has it with the f that is asked for; if so, the search goes on from there, and nothing above
//! is tried again. Sets hold whole boards, no mere hashes, so that a search without success has
//! really seen all ways back.

use super::packed::{CELLS, Packed};
use super::table::{Table, is_kept, most_fours};
use crate::game::Direction;
use crate::witness::Step;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;

/// A board that a slide left, and the birth that follows.
#[derive(Clone, Copy)]
struct Birth {
    settled: Packed,
    /// S/2 before the birth.
    half_sum: usize,
    cell: u8,
    rank: u8,
}

impl Birth {
    /// 1 if a 4 is born.
    fn four(self) -> u64 {
        u64::from(self.rank == 2)
    }
}

/// One game, backwards.
pub(super) struct Game {
    /// The board it starts from.
    pub(super) start: Packed,
    /// The moves, the last one first.
    pub(super) steps: Vec<Step>,
}

/// The least and the largest f of all games to a board; `None` if there is none.
pub(super) type Range = Option<RangeInclusive<u64>>;

/// A birth, and the 4s born before it.
#[derive(Clone, Copy)]
struct Node {
    birth: Birth,
    fours: u64,
}

/// What a search below a node met.
enum Below {
    /// No game has the node.
    Nothing,
    /// A node that a game has, by the table.
    Known(Node),
    /// The start of a game.
    Start(Packed),
}

/// The search for one state.
pub(super) struct Search<'t> {
    table: &'t Table,
    /// The nodes of this stretch that were tried.
    tried: FxHashSet<(Packed, u64)>,
    steps: Vec<Step>,
}

impl<'t> Search<'t> {
    pub(super) fn new(table: &'t Table) -> Self {
        Self { table, tried: FxHashSet::default(), steps: Vec::new() }
    }

    /// Whether there is a game of at least one move to `board` with `fours` 4s born.
    pub(super) fn has_game(mut self, board: Packed, fours: u64) -> bool {
        !matches!(self.last_birth(board, board.half_sum(), fours), Below::Nothing)
    }

    /// A game of at least one move to `board` with `fours` 4s born, if there is one.
    pub(super) fn game(mut self, board: Packed, fours: u64) -> Option<Game> {
        let mut below = self.last_birth(board, board.half_sum(), fours);
        loop {
            below = match below {
                Below::Nothing => return None,
                Below::Start(start) => return Some(Game { start, steps: self.steps }),
                Below::Known(node) => {
                    self.tried.clear();
                    self.expand(node)
                }
            };
        }
    }

    /// Tries every tile that can have been born last.
    fn last_birth(&mut self, board: Packed, half_sum: usize, fours: u64) -> Below {
        for birth in last_births(board, half_sum) {
            let Some(fours) = fours.checked_sub(birth.four()) else { continue };
            let found = self.visit(Node { birth, fours });
            if !matches!(found, Below::Nothing) {
                return found;
            }
        }
        Below::Nothing
    }

    fn visit(&mut self, node: Node) -> Below {
        let half_sum = node.birth.half_sum;
        let board = node.birth.settled.canonical();
        if is_kept(half_sum) {
            let range = self.table.fours(half_sum, board);
            let has = range.is_some_and(|range| range.contains(&node.fours));
            return if has { Below::Known(node) } else { Below::Nothing };
        }
        if !may_be(board, half_sum, node.fours) || !self.tried.insert((board, node.fours)) {
            return Below::Nothing;
        }
        self.expand(node)
    }

    /// Tries all ways back from a node. On success the moves are in `steps`.
    fn expand(&mut self, node: Node) -> Below {
        let Birth { settled, half_sum, cell, rank } = node.birth;
        for (direction, before) in all_before(settled) {
            self.steps.push(Step::Move { direction, cell, rank });
            if start_fours(before) == Some(node.fours) {
                return Below::Start(before);
            }
            let found = self.last_birth(before, half_sum, node.fours);
            if !matches!(found, Below::Nothing) {
                return found;
            }
            self.steps.pop();
        }
        Below::Nothing
    }
}

/// Whether cheap conditions allow that a slide left the board with `fours` 4s born.
///
/// The 2s on the board were born as 2s. And a tile that has seen j slides since its birth is in
/// a tile of rank at most j + 2, so the tiles up to that rank hold at least the last j births,
/// if there were so many after the start.
fn may_be(board: Packed, half_sum: usize, fours: u64) -> bool {
    if most_fours(half_sum, board).is_none_or(|most| fours > most) {
        return false;
    }
    let Some(twos) = usize::try_from(fours).ok().and_then(|f| half_sum.checked_sub(2 * f)) else {
        return false;
    };
    let moves = ((half_sum + twos) / 2).saturating_sub(2);
    let mut low = [0; 16];
    for cell in 0..CELLS {
        let rank = board.rank(cell);
        low[usize::from(rank)] += (1 << rank) >> 1;
    }
    let mut held = low[1] + low[2];
    (3..=10).all(|rank| {
        held += low[rank];
        let in_twos = twos.min(held);
        in_twos + (held - in_twos) / 2 >= (rank - 2).min(moves)
    })
}

/// The least and the largest f of all games to `board`.
pub(super) fn range(table: &Table, board: Packed) -> Range {
    let mut ranges = Ranges { table, known: FxHashMap::default() };
    ranges.after_birth(board, board.half_sum())
}

/// The ranges of boards, by all ways back to the table.
struct Ranges<'t> {
    table: &'t Table,
    known: FxHashMap<Packed, Range>,
}

impl Ranges<'_> {
    fn after_birth(&mut self, board: Packed, half_sum: usize) -> Range {
        let mut range = start_fours(board).map(|fours| fours..=fours);
        for birth in last_births(board, half_sum) {
            let four = birth.four();
            let before = self.settled(birth.settled.canonical(), birth.half_sum);
            range = hull(range, before.map(|range| range.start() + four..=range.end() + four));
        }
        range
    }

    fn settled(&mut self, board: Packed, half_sum: usize) -> Range {
        if is_kept(half_sum) {
            return self.table.fours(half_sum, board);
        }
        if let Some(known) = self.known.get(&board) {
            return known.clone();
        }
        let mut range = None;
        for (_, before) in all_before(board) {
            range = hull(range, self.after_birth(before, half_sum));
        }
        self.known.insert(board, range.clone());
        range
    }
}

fn hull(one: Range, other: Range) -> Range {
    match (one, other) {
        (Some(one), Some(other)) => {
            Some(*one.start().min(other.start())..=*one.end().max(other.end()))
        }
        (one, other) => one.or(other),
    }
}

/// The f of a board that a game can start from; `None` of other boards.
pub(super) fn start_fours(board: Packed) -> Option<u64> {
    let (twos, fours) = (board.count(1), board.count(2));
    (twos + fours == 2 && board.count(0) == 7).then_some(u64::from(fours))
}

/// The boards before a slide, with its direction.
fn all_before(board: Packed) -> Vec<(Direction, Packed)> {
    let mut all = Vec::new();
    for direction in Direction::ALL {
        board.before(direction, |before| all.push((direction, before)));
    }
    all
}

/// The tiles that can have been born last: without them a slide can have left the board.
fn last_births(board: Packed, half_sum: usize) -> impl Iterator<Item = Birth> {
    (0u8..9).filter_map(move |cell| {
        let rank = board.rank(usize::from(cell));
        if rank != 1 && rank != 2 {
            return None;
        }
        let settled = board.without(usize::from(cell));
        let half_sum = half_sum.checked_sub(usize::from(rank))?;
        settled.is_settled().then_some(Birth { settled, half_sum, cell, rank })
    })
}
