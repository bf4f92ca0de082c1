//! The tower: programs that raise a tile of any rank at any place of the snake.
//!
//! For each place `o` of the snake, `Q(o)` is one chosen board of small tiles in the region from
//! `o` on; the cells before `o` hold finished tiles. Four kinds of programs are searched for:
//!
//! - `R(b, o)`: from `Q(o)` until a tile of rank `b` is made at `o` (`b` is 7 or 8);
//! - `R(k, o)` for larger k: `R(k-1, o)`, tidy up, `R(k-1, o+1)`, and one move merges the two;
//! - tidying up: from what is left after `R(k, o)` to `Q(o+1)`. All such ways at one place form a
//!   tree with the root `Q(o+1)`, and usually what is left is a board of the tree already: the
//!   birth of the last move is chosen so.
//! - the end of a full chain, where the board has no room to spare: see [`super::tight`].
//!
//! Nothing here depends on the ranks of the finished tiles, so N places and N ranks need about
//! N²/2 programs, nearly all of them two calls and a move.

use super::flood::{Flood, Judged, Layer, Play, Source, Stop, Way, Width, flood};
use super::join::{Starts, join, search};
use super::snake::{Region, Snake, Taste, engine, replaced};
use super::tight::{self, Finale};
use crate::game::board::{Board, Size, tile_value};
use crate::game::fast::Engine;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The rank from which on two equal tiles are raised side by side.
pub(super) const HEAD: u8 = 7;

/// What a program `R(k, o)` leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    /// The birth of the last move.
    pub(super) birth: u8,
    /// The board after it; the cells up to `o` are finished.
    pub(super) board: Board,
}

/// All that was found for one place.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The rank that is raised by explicit moves.
    pub(super) head: u8,
    /// `Q(o)`.
    pub(super) entry: Board,
    /// `R(head, o)`.
    pub(super) raise: Vec<Play>,
    /// Boards from which `Q(o)` is reached, and the first move on the way.
    pub(super) tree: FxHashMap<Board, (Play, Board)>,
}

/// The programs for all places and ranks with rank + place at most `reach`.
#[derive(Clone, Debug)]
pub(super) struct Tower {
    pub(super) snake: Snake,
    /// By place.
    pub(super) places: Vec<Place>,
    /// What is left after `R(k, o)`, by (k, o).
    pub(super) left: BTreeMap<(u8, usize), Left>,
    /// The end of a full chain, if `reach` is N + 1.
    pub(super) finale: Option<Finale>,
}

/// No way was found at a place; larger searches might.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stuck {
    pub(super) place: usize,
}

/// How wide the searches are, attempt by attempt.
const WIDTHS: [Width; 5] = [
    Width { best: 150, each: 10 },
    Width { best: 300, each: 24 },
    Width { best: 800, each: 50 },
    Width { best: 2500, each: 100 },
    Width { best: 8000, each: 200 },
];

struct Ground<const N: usize> {
    head: u8,
    entry: Engine<N>,
    raise: Vec<Play>,
    tree: FxHashMap<Engine<N>, Way<N>>,
}

struct Builder<'a, const N: usize> {
    snake: &'a Snake,
    reach: usize,
    grounds: BTreeMap<usize, Ground<N>>,
    left: BTreeMap<(u8, usize), (u8, Engine<N>)>,
    finale: Option<Finale>,
}

/// Searches for the tower. `progress` is told how many places are done, and of how many.
pub(super) fn tower<const N: usize>(
    size: Size,
    reach: usize,
    progress: &dyn Fn(usize, usize),
) -> Result<Tower, Stuck> {
    let snake = Snake::new(size);
    let mut builder = Builder::<N> {
        snake: &snake,
        reach,
        grounds: BTreeMap::new(),
        left: BTreeMap::new(),
        finale: None,
    };
    let last = builder.last_place();
    for place in (0..=last).rev() {
        builder.place(place)?;
        progress(last + 1 - place, last + 1);
    }
    let Builder { grounds, left, finale, .. } = builder;
    let places = grounds.into_values().map(|ground| Place {
        head: ground.head,
        entry: ground.entry.board(),
        raise: ground.raise,
        tree: ground
            .tree
            .into_iter()
            .map(|(from, (play, to))| (from.board(), (play, to.board())))
            .collect(),
    });
    let left =
        left.into_iter().map(|(key, (birth, board))| (key, Left { birth, board: board.board() }));
    Ok(Tower { places: places.collect(), left: left.collect(), finale, snake })
}

/// What one attempt at a place found.
struct Found<const N: usize> {
    ground: Ground<N>,
    /// Ways added to the tree of the next place.
    join_next: Vec<(Engine<N>, Way<N>)>,
    left: Vec<((u8, usize), (u8, Engine<N>))>,
    finale: Option<Finale>,
}

impl<const N: usize> Builder<'_, N> {
    /// The last place at which a head is raised: it needs as many cells as its rank.
    fn last_place(&self) -> usize {
        (self.reach - usize::from(HEAD)).min(self.snake.len() - usize::from(HEAD))
    }

    /// The rank raised by explicit moves at `place`. On long rows the tidying needs more time.
    fn head(&self, place: usize) -> u8 {
        let room = self.snake.len() - place;
        let reach = self.reach.saturating_sub(place);
        if N >= 6 && room >= 3 * N && reach > 3 * N { HEAD + 1 } else { HEAD }
    }

    fn place(&mut self, place: usize) -> Result<(), Stuck> {
        for (attempt, &width) in WIDTHS.iter().enumerate() {
            if let Some(found) = self.attempt(place, width, attempt) {
                if let Some(next) = self.grounds.get_mut(&(place + 1)) {
                    for (board, way) in found.join_next {
                        next.tree.entry(board).or_insert(way);
                    }
                }
                self.left.extend(found.left);
                self.grounds.insert(place, found.ground);
                self.finale = self.finale.take().or(found.finale);
                return Ok(());
            }
        }
        Err(Stuck { place })
    }

    /// The boards after the merge of two equal tiles at `place` and `place + 1`, one for each
    /// birth, when `board` is what the second of them left.
    fn merged(&self, place: usize, board: &Engine<N>) -> Starts<N> {
        // Any rank that occurs nowhere else.
        const PAIR: u8 = 12;
        let cell = self.snake.cell(place);
        let pair = replaced(&replaced(board, cell, PAIR), self.snake.cell(place + 1), PAIR);
        let merged = replaced(&pair.slide(self.snake.merge(place)), cell, Snake::frozen(place));
        self.births(place + 1, &merged)
    }

    /// `board` with a newborn in each empty cell.
    fn births(&self, from: usize, board: &Engine<N>) -> Starts<N> {
        let empty = self.snake.cells_from(from).filter(|&cell| board.rank(cell) == 0);
        empty
            .map(|cell| {
                let mut born = *board;
                born.place(cell, 1);
                (u8::try_from(cell).unwrap_or(u8::MAX), born)
            })
            .collect()
    }

    /// What a tile of rank `rank` at `place` leaves if it is raised from a perfect stack: the
    /// likeliest boards, for births chosen in a few simple ways.
    fn samples(&self, place: usize, rank: u8) -> Vec<Engine<N>> {
        let mut stack = self.snake.finished(place);
        let merges = usize::from(rank) - 1;
        for (at, tile) in (1..rank).rev().chain([1]).enumerate() {
            if place + at < self.snake.len() {
                stack.set(self.snake.cell(place + at), tile);
            }
        }
        let sample = |variant: usize| {
            let mut board = engine::<N>(&stack);
            for at in (0..merges).rev() {
                board = board.slide(self.snake.merge(place + at));
                let births = self.births(place + 1, &board);
                let choice = [0, 2, at + 1][variant].min(births.len() - 1);
                board = births[choice].1;
            }
            replaced(&board, self.snake.cell(place), Snake::frozen(place))
        };
        (0..3).map(sample).collect()
    }

    fn attempt(&self, place: usize, width: Width, attempt: usize) -> Option<Found<N>> {
        let region = Region::<N>::new(self.snake, place);
        let head = self.head(place);
        // What has to lead to the entry: the boards left at the place before, by rank.
        let mut known: Vec<(u8, Starts<N>)> = Vec::new();
        let mut later: Vec<u8> = Vec::new();
        let mut sources: Vec<Source<N>> = Vec::new();
        let mut bit = 1u64;
        if place == 0 {
            let start = self.snake.finished(0).with(self.snake.cell(0), 1);
            let board = engine(&start.with(self.snake.cell(1), 1));
            sources.push(Source { board, bit });
        } else {
            let before = self.head(place - 1);
            for rank in before + 1.. {
                if usize::from(rank) + place - 1 > self.reach {
                    break;
                }
                match self.left.get(&(rank - 1, place)) {
                    Some((_, board)) => known.push((rank, self.merged(place - 1, board))),
                    None => later.push(rank),
                }
            }
            for (_, starts) in &known {
                sources.extend(starts.iter().map(|&(_, board)| Source { board, bit }));
                bit = bit.checked_shl(1).unwrap_or(1);
            }
            let room = self.snake.len() + 1 - place;
            let fits = |rank: &u8| usize::from(*rank) <= room;
            for rank in [before].into_iter().chain(later.iter().copied()).filter(fits) {
                for board in self.samples(place - 1, rank) {
                    sources.push(Source { board, bit });
                    bit = bit.checked_shl(1).unwrap_or(1);
                }
            }
        }
        let (flood, candidates) = self.entries(&region, &sources, width, head, attempt);
        candidates.into_iter().take(6).find_map(|(at, spot)| {
            self.try_entry(&region, &flood, (at, spot), &mut known, &later, width)
        })
    }

    /// Boards that could be the entry of a region, the most promising first.
    fn entries(
        &self,
        region: &Region<'_, N>,
        sources: &[Source<N>],
        width: Width,
        head: u8,
        attempt: usize,
    ) -> (Flood<N>, Vec<(usize, usize)>) {
        let all = sources.iter().fold(0, |bits, source| bits | source.bit);
        let latest = sources.iter().map(|source| region.sum(&source.board)).max().unwrap_or(0);
        let largest_first = |board: &Engine<N>| {
            region.max_rank(board, 1) <= board.rank(self.snake.cell(region.from))
        };
        // Time to tidy up after the latest of the sources.
        let limit = tile_value(head) - 2;
        let from = (latest + 32).min(limit - 16).max(latest + 6);
        let mut met = 0;
        let flood =
            flood(region, sources, &Taste::Early, width, limit, &|_| Judged::Go, &mut |layer| {
                if layer.sum > from
                    && layer
                        .spots
                        .iter()
                        .any(|spot| spot.sources == all && largest_first(&spot.board))
                {
                    met += 1;
                }
                if met >= 4 + 2 * attempt { Stop::Here } else { Stop::Go }
            });
        let mut candidates: Vec<(u32, usize, usize)> = Vec::new();
        for (at, layer) in flood.layers.iter().enumerate() {
            if layer.sum > from {
                let good = layer.spots.iter().enumerate().take(width.best);
                candidates.extend(
                    good.filter(|(_, spot)| largest_first(&spot.board))
                        .map(|(spot, s)| (s.sources.count_ones(), at, spot)),
                );
            }
        }
        candidates.sort_by_key(|&(cover, at, spot)| (std::cmp::Reverse(cover), spot, at));
        candidates.truncate(120);
        let mut ranked: Vec<(u32, usize, usize, usize)> = candidates
            .into_iter()
            .map(|(cover, at, spot)| (cover, flood.popularity(at, spot, 6), at, spot))
            .collect();
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.2.cmp(&b.2)).then(b.1.cmp(&a.1)));
        let spread = ranked.into_iter().step_by(5).map(|(_, _, at, spot)| (at, spot)).collect();
        (flood, spread)
    }

    /// Whether everything works with this entry.
    fn try_entry(
        &self,
        region: &Region<'_, N>,
        flood: &Flood<N>,
        (at, spot): (usize, usize),
        known: &mut [(u8, Starts<N>)],
        later: &[u8],
        width: Width,
    ) -> Option<Found<N>> {
        let place = region.from;
        let head = self.head(place);
        let entry = flood.layers[at].spots[spot].board;
        let mut tree: FxHashMap<Engine<N>, Way<N>> = FxHashMap::default();
        flood.leading_to(at, spot, &mut |board, way| {
            tree.entry(board).or_insert(way);
        });
        // The boards known already come first, among them the one that failed last: most entries
        // that fail do so for the same board.
        let mut left = Vec::new();
        let mut used = FxHashSet::default();
        for index in 0..known.len() {
            let (rank, starts) = &known[index];
            let Some(after) = join(region, starts, entry, &mut tree, &mut used, width) else {
                known[..=index].rotate_right(1);
                return None;
            };
            left.push(((*rank, place - 1), after));
        }
        let raised = self.raise(region, entry, head, width)?;
        left.push(((head, place), raised.left));
        left.extend(raised.tight_left);
        for &rank in later {
            let (_, (_, board)) = left.iter().find(|(key, _)| *key == (rank - 1, place))?;
            let starts = self.merged(place - 1, board);
            let after = join(region, &starts, entry, &mut tree, &mut used, width)?;
            left.push(((rank, place - 1), after));
        }
        let ground = Ground { head, entry, raise: raised.plays, tree };
        Some(Found { ground, join_next: raised.join_next, left, finale: raised.finale })
    }

    /// `R(head, place)` from `entry`, so that what it leaves can be tidied up.
    fn raise(
        &self,
        region: &Region<'_, N>,
        entry: Engine<N>,
        head: u8,
        width: Width,
    ) -> Option<Raised<N>> {
        let place = region.from;
        let cell = self.snake.cell(place);
        let limit = tile_value(head) + region.sum(&entry) + 64;
        for best in [60, width.best.max(300)] {
            let judge = |board: &Engine<N>| {
                if board.rank(cell) == head {
                    Judged::Goal
                } else if region.max_rank(board, 0) >= head {
                    Judged::Drop
                } else {
                    Judged::Go
                }
            };
            let mut seen = 0;
            let flood = flood(
                region,
                &[Source { board: entry, bit: 1 }],
                &Taste::Early,
                Width { best, each: 0 },
                limit,
                &judge,
                &mut |layer| {
                    seen += usize::from(layer.goals().next().is_some());
                    if seen == 2 { Stop::Here } else { Stop::Go }
                },
            );
            let goals: Vec<(usize, usize, Engine<N>)> = flood
                .layers
                .iter()
                .enumerate()
                .flat_map(|(at, layer)| goal_boards(at, layer))
                .map(|(at, spot, board)| (at, spot, replaced(&board, cell, Snake::frozen(place))))
                .collect();
            if let Some(raised) = self.settle(place, head, &flood, &goals, width) {
                return Some(raised);
            }
        }
        None
    }

    /// Chooses one of the boards on which the head was made.
    fn settle(
        &self,
        place: usize,
        head: u8,
        flood: &Flood<N>,
        goals: &[(usize, usize, Engine<N>)],
        width: Width,
    ) -> Option<Raised<N>> {
        let raised = |index: usize| {
            let (at, spot, board) = goals[index];
            let plays: Vec<Play> = flood.path_to(at, spot).1.iter().map(|way| way.0).collect();
            let birth = plays.last().map_or(0, |play| play.cell);
            Raised {
                plays,
                left: (birth, board),
                join_next: Vec::new(),
                tight_left: None,
                finale: None,
            }
        };
        if goals.is_empty() {
            return None;
        }
        if let Some(next) = self.grounds.get(&(place + 1)) {
            let region = Region::<N>::new(self.snake, place + 1);
            let starts: Vec<Engine<N>> = goals.iter().map(|goal| goal.2).collect();
            let (from, ways) = search(&region, &starts, next.entry, &next.tree, width)?;
            let index = goals.iter().position(|goal| goal.2 == from)?;
            return Some(Raised { join_next: ways, ..raised(index) });
        }
        if self.reach == self.snake.len() + 1 {
            let boards: Vec<Engine<N>> = goals.iter().map(|goal| goal.2).collect();
            let end = tight::finale(self.snake, place, head, &boards)?;
            let after = ((head + 1, place), (end.birth, end.left));
            return Some(Raised {
                tight_left: Some(after),
                finale: Some(end.finale),
                ..raised(end.start)
            });
        }
        Some(raised(0))
    }
}

struct Raised<const N: usize> {
    plays: Vec<Play>,
    left: (u8, Engine<N>),
    join_next: Vec<(Engine<N>, Way<N>)>,
    tight_left: Option<((u8, usize), (u8, Engine<N>))>,
    finale: Option<Finale>,
}

fn goal_boards<const N: usize>(
    at: usize,
    layer: &Layer<N>,
) -> impl Iterator<Item = (usize, usize, Engine<N>)> + '_ {
    layer.goals().map(move |(spot, s)| (at, spot, s.board))
}
