//! Games with exactly as many born 4s as asked.
//!
//! Where a rule has three moves in a row, each with a born 2, that lead from a board A to a board
//! B, two moves with a born 2 and a born 4 may also lead from A to B: one 4 more, one move less,
//! and nothing else changes. With some of these places swapped and some not, in copies of the
//! rules, every number between none and all of them can be had.

use crate::game::board::{Board, Direction, Size};
use crate::game::slide::slide;
use crate::witness::{Rule, Slot, Step};
use rustc_hash::FxHashMap;

/// Codes of tiles above every known rank: a variable, named by its cell.
const VARIABLE: u8 = 64;

/// Ranks up to this one are told apart in a comparison of boards; no window merges larger ones.
const SMALL: u8 = 12;

/// Rules whose number of born 4s can be chosen.
pub(super) struct Flexible<'a> {
    size: Size,
    rules: &'a [Rule],
    /// By rule: where three moves can become two, and which two.
    sites: Vec<Vec<(usize, [Step; 2])>>,
    /// By rule, calls included: the 4s born, and how many more there can be.
    fours: Vec<u64>,
    spare: Vec<u64>,
    /// The new rules, and which rule with how many more 4s each of them is.
    made: Vec<Rule>,
    known: FxHashMap<(usize, u64), usize>,
}

/// The rules with exactly so many born 4s, if they can have them.
pub(crate) fn with_fours(size: Size, rules: &[Rule], fours: u64) -> Option<Vec<Rule>> {
    let flexible = Flexible::new(size, rules)?;
    let more = fours.checked_sub(flexible.fewest())?;
    (more <= flexible.most_more()).then(|| flexible.with_more(more))
}

impl<'a> Flexible<'a> {
    /// Looks for the places that can be swapped. `None` if the totals exceed 64 bits or the rules
    /// do not hold.
    pub(super) fn new(size: Size, rules: &'a [Rule]) -> Option<Self> {
        let mut flexible = Self {
            size,
            rules,
            sites: Vec::new(),
            fours: Vec::new(),
            spare: Vec::new(),
            made: Vec::new(),
            known: FxHashMap::default(),
        };
        let mut afters: Vec<Vec<u8>> = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let boards = flexible.boards(rule, &afters)?;
            flexible.sites.push(flexible.swaps(rule, &boards));
            afters.push(boards.last()?.clone());
            let mut fours = 0u64;
            let mut spare = u64::try_from(flexible.sites[index].len()).ok()?;
            for step in &rule.steps {
                match *step {
                    Step::Move { rank, .. } => fours += u64::from(rank == 2),
                    Step::Call(callee) => {
                        fours = fours.checked_add(*flexible.fours.get(callee)?)?;
                        spare = spare.checked_add(*flexible.spare.get(callee)?)?;
                    }
                }
            }
            flexible.fours.push(fours);
            flexible.spare.push(spare);
        }
        Some(flexible)
    }

    /// How many 4s are born as the rules are. (No game of the builder starts with one.)
    pub(super) fn fewest(&self) -> u64 {
        self.fours.last().copied().unwrap_or(0)
    }

    /// How many more 4s than now there can be.
    pub(super) fn most_more(&self) -> u64 {
        self.spare.last().copied().unwrap_or(0)
    }

    /// The rules with `more` further 4s, which must be at most [`Self::most_more`].
    pub(super) fn with_more(mut self, more: u64) -> Vec<Rule> {
        let last = self.rules.len() - 1;
        self.rule(last, more);
        self.made
    }

    fn rule(&mut self, index: usize, more: u64) -> usize {
        if let Some(&made) = self.known.get(&(index, more)) {
            return made;
        }
        let rules = self.rules;
        let rule = &rules[index];
        // The calls share what is wanted: the smallest one that can take all that is left, or
        // else the largest one entirely, and so on, so that few copies of rules are needed.
        let mut left = more;
        let mut shares: FxHashMap<usize, u64> = FxHashMap::default();
        let calls: Vec<(usize, usize)> = (rule.steps.iter().enumerate())
            .filter_map(|(at, step)| match *step {
                Step::Call(callee) => Some((at, callee)),
                Step::Move { .. } => None,
            })
            .collect();
        let own = u64::try_from(self.sites[index].len()).unwrap_or(u64::MAX);
        while left > own && shares.len() < calls.len() {
            let free = || calls.iter().filter(|(at, _)| !shares.contains_key(at));
            let enough = free()
                .filter(|(_, callee)| self.spare[*callee] >= left)
                .min_by_key(|(at, callee)| (self.spare[*callee], *at));
            let largest = free().max_by_key(|(at, callee)| (self.spare[*callee], *at));
            let Some(&(at, callee)) = enough.or(largest) else { break };
            let share = left.min(self.spare[callee]);
            shares.insert(at, share);
            left -= share;
        }
        let mut swaps = self.sites[index].clone().into_iter().peekable();
        let mut steps = Vec::with_capacity(rule.steps.len());
        let mut at = 0;
        while at < rule.steps.len() {
            if left > 0
                && let Some((_, pair)) = swaps.next_if(|(site, _)| *site == at)
            {
                steps.extend(pair);
                left -= 1;
                at += 3;
                continue;
            }
            steps.push(match rule.steps[at] {
                Step::Call(callee) => {
                    Step::Call(self.rule(callee, shares.get(&at).copied().unwrap_or(0)))
                }
                born @ Step::Move { .. } => born,
            });
            at += 1;
        }
        self.made.push(Rule { before: rule.before.clone(), steps });
        let made = self.made.len() - 1;
        self.known.insert((index, more), made);
        made
    }

    /// The boards of a rule, before its first step and after each one.
    fn boards(&self, rule: &Rule, afters: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
        let mut cells: Vec<u8> = (0..VARIABLE)
            .zip(&rule.before)
            .map(|(cell, slot)| match *slot {
                Slot::Empty => 0,
                Slot::Rank(rank) => rank,
                Slot::Variable => VARIABLE + cell,
            })
            .collect();
        let mut boards = vec![cells.clone()];
        for step in &rule.steps {
            cells = match *step {
                Step::Move { direction, cell, rank } => {
                    self.played(&cells, direction, usize::from(cell), rank)?
                }
                Step::Call(callee) => afters
                    .get(callee)?
                    .iter()
                    .map(|&code| match code.checked_sub(VARIABLE) {
                        Some(cell) => cells[usize::from(cell)],
                        None => code,
                    })
                    .collect(),
            };
            boards.push(cells.clone());
        }
        Some(boards)
    }

    /// A move on a board of codes.
    fn played(&self, cells: &[u8], direction: Direction, cell: usize, rank: u8) -> Option<Vec<u8>> {
        let n = self.size.side();
        let mut after = vec![0; cells.len()];
        for line in 0..n {
            let mut filled = 0;
            let mut open = 0;
            for at in 0..n {
                let code = cells[self.size.line_cell(direction, line, at)];
                if code == 0 {
                } else if code == open && code < VARIABLE {
                    after[self.size.line_cell(direction, line, filled - 1)] = code + 1;
                    open = 0;
                } else {
                    after[self.size.line_cell(direction, line, filled)] = code;
                    filled += 1;
                    open = code;
                }
            }
        }
        let born = after.get_mut(cell)?;
        if *born != 0 {
            return None;
        }
        *born = rank;
        Some(after)
    }

    /// Boards of codes as plain boards: large tiles are numbered from the top, alike in all.
    fn plain(&self, boards: &[Vec<u8>]) -> Option<Vec<Board>> {
        let mut names: FxHashMap<u8, u8> = FxHashMap::default();
        let mut plain = Vec::new();
        for codes in boards {
            let mut board = Board::empty(self.size);
            for (cell, &code) in codes.iter().enumerate() {
                let next =
                    crate::game::board::MAX_RANK.checked_sub(u8::try_from(names.len()).ok()?)?;
                let rank = if code > SMALL { *names.entry(code).or_insert(next) } else { code };
                if rank > SMALL || code <= SMALL {
                    board.set(cell, rank);
                } else {
                    return None;
                }
            }
            plain.push(board);
        }
        Some(plain)
    }

    /// Places of a rule, left to right without overlap, where three moves can become two.
    ///
    /// Not at its end: the last move may make a tile that must not stand there before it.
    fn swaps(&self, rule: &Rule, boards: &[Vec<u8>]) -> Vec<(usize, [Step; 2])> {
        let mut sites = Vec::new();
        let mut at = 0;
        while at + 3 < rule.steps.len() {
            let twos = rule.steps[at..at + 3]
                .iter()
                .all(|step| matches!(step, Step::Move { rank: 1, .. }));
            let pair = if twos { self.pair(&boards[at], &boards[at + 3]) } else { None };
            match pair {
                Some(pair) => {
                    sites.push((at, pair));
                    at += 3;
                }
                None => at += 1,
            }
        }
        sites
    }

    /// Two moves with a 2 and a 4 from one board to another.
    fn pair(&self, from: &[u8], to: &[u8]) -> Option<[Step; 2]> {
        let boards = self.plain(&[from.to_vec(), to.to_vec()])?;
        let (from, to) = (&boards[0], &boards[1]);
        for first in Direction::ALL {
            let slid = slide(from, first).board;
            if slid == *from {
                continue;
            }
            for (rank, last_rank) in [(1, 2), (2, 1)] {
                for cell in slid.empty_cells() {
                    let middle = slid.with(cell, rank);
                    for second in Direction::ALL {
                        let after = slide(&middle, second).board;
                        if after == middle {
                            continue;
                        }
                        if let Some(last) = only_birth(&after, to, last_rank) {
                            let step = |direction, cell: usize, rank| {
                                let cell = u8::try_from(cell).ok()?;
                                Some(Step::Move { direction, cell, rank })
                            };
                            return Some([
                                step(first, cell, rank)?,
                                step(second, last, last_rank)?,
                            ]);
                        }
                    }
                }
            }
        }
        None
    }
}

/// The cell in which `rank` was born, if that is all that tells `after` from `to`.
fn only_birth(after: &Board, to: &Board, rank: u8) -> Option<usize> {
    let mut birth = None;
    for (cell, (&a, &b)) in after.ranks().iter().zip(to.ranks()).enumerate() {
        if a != b {
            if a != 0 || b != rank || birth.is_some() {
                return None;
            }
            birth = Some(cell);
        }
    }
    birth
}
