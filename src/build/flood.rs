//! A search by layers: all boards of a layer have the same tile sum, since every birth is a 2.
//!
//! A layer keeps the best-looking boards, and for each source (where the search began) a few of
//! its own, so that none is crowded out before their ways meet. Everything that leads from one
//! kept board to another is remembered: from the boards that lead to a given one grows a tree.

use super::snake::{Region, Taste};
use crate::game::board::Direction;
use crate::game::fast::Engine;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A move of a search: every birth is a 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Play {
    pub(super) direction: Direction,
    pub(super) cell: u8,
}

/// Where a search begins.
#[derive(Clone, Copy)]
pub(super) struct Source<const N: usize> {
    pub(super) board: Engine<N>,
    /// One bit for all starts of the same source.
    pub(super) bit: u64,
}

/// What to do with a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    /// Play on from it.
    Go,
    /// This is what is looked for: keep it, do not play on.
    Goal,
    /// Not wanted.
    Drop,
}

/// When to stop.
pub(super) enum Stop {
    Go,
    Here,
}

/// How wide to search.
#[derive(Clone, Copy)]
pub(super) struct Width {
    /// The best boards of a layer.
    pub(super) best: usize,
    /// The boards kept besides for each source.
    pub(super) each: usize,
}

pub(super) struct Spot<const N: usize> {
    pub(super) board: Engine<N>,
    /// The sources that lead here.
    pub(super) sources: u64,
    goal: bool,
}

struct Edge {
    parent: u32,
    child: u32,
    play: Play,
}

pub(super) struct Layer<const N: usize> {
    pub(super) sum: u64,
    pub(super) spots: Vec<Spot<N>>,
    /// Moves from the layer before into this one.
    edges: Vec<Edge>,
}

impl<const N: usize> Layer<N> {
    /// The boards that were looked for, best first.
    pub(super) fn goals(&self) -> impl Iterator<Item = (usize, &Spot<N>)> {
        self.spots.iter().enumerate().filter(|(_, spot)| spot.goal)
    }
}

pub(super) struct Flood<const N: usize> {
    pub(super) layers: Vec<Layer<N>>,
}

/// A child before it is kept: no board yet, to be small to sort.
struct Child {
    score: Reverse<u64>,
    parent: u32,
    play: Play,
}

const SOURCE: u32 = u32::MAX;

/// Searches from `sources`, each entering at its own sum, up to the sum `last`.
///
/// Deterministic: equal scores are ordered by parent and birth.
pub(super) fn flood<const N: usize>(
    region: &Region<'_, N>,
    sources: &[Source<N>],
    taste: &Taste,
    width: Width,
    last: u64,
    judge: &dyn Fn(&Engine<N>) -> Judged,
    stop: &mut dyn FnMut(&Layer<N>) -> Stop,
) -> Flood<N> {
    let mut waiting: Vec<(u64, Source<N>)> =
        sources.iter().map(|source| (region.sum(&source.board), *source)).collect();
    waiting.sort_by_key(|(sum, source)| (*sum, source.board));
    let mut waiting = waiting.into_iter().peekable();
    let mut flood = Flood { layers: Vec::new() };
    let Some(mut sum) = waiting.peek().map(|(sum, _)| *sum) else { return flood };
    loop {
        let mut layer = Layer { sum, spots: Vec::new(), edges: Vec::new() };
        let mut seen: FxHashMap<Engine<N>, u32> = FxHashMap::default();
        while let Some((_, source)) = waiting.next_if(|(at, _)| *at == sum) {
            let goal = match judge(&source.board) {
                Judged::Go => false,
                Judged::Goal => true,
                Judged::Drop => continue,
            };
            add(&mut layer, &mut seen, source.board, source.bit, goal, None);
        }
        if let Some(before) = flood.layers.last() {
            fill(region, before, taste, width, judge, &mut layer, &mut seen);
        }
        if layer.spots.is_empty() && waiting.peek().is_none() {
            return flood;
        }
        let here = stop(&layer);
        flood.layers.push(layer);
        if matches!(here, Stop::Here) || sum >= last {
            return flood;
        }
        sum += 2;
    }
}

/// Puts the children of the layer before into `layer`.
fn fill<const N: usize>(
    region: &Region<'_, N>,
    before: &Layer<N>,
    taste: &Taste,
    width: Width,
    judge: &dyn Fn(&Engine<N>) -> Judged,
    layer: &mut Layer<N>,
    seen: &mut FxHashMap<Engine<N>, u32>,
) {
    let mut children: Vec<Child> = Vec::new();
    // Slid boards, by parent and direction.
    let mut slid: Vec<[Option<Engine<N>>; 4]> = Vec::with_capacity(before.spots.len());
    let mut offers = [0usize; 64];
    for (parent, spot) in (0u32..).zip(&before.spots) {
        if spot.goal {
            slid.push([None; 4]);
            continue;
        }
        let boards = Direction::ALL.map(|direction| region.slide(&spot.board, direction));
        for (direction, board) in Direction::ALL.into_iter().zip(&boards) {
            let Some(board) = board else { continue };
            let base = region.score(board, taste);
            for &cell in &region.births {
                if board.rank(usize::from(cell)) == 0 {
                    let score = Reverse(base + region.newborn(cell, taste));
                    children.push(Child { score, parent, play: Play { direction, cell } });
                    for_bits(spot.sources, |bit| offers[bit] += 1);
                }
            }
        }
        slid.push(boards);
    }
    children.sort_unstable_by_key(|child| {
        (child.score, child.parent, child.play.direction, child.play.cell)
    });
    let mut kept = [0usize; 64];
    let mut best = 0;
    for child in children {
        let sources = before.spots[child.parent as usize].sources;
        let Some(mut board) = slid[child.parent as usize][child.play.direction as usize] else {
            continue;
        };
        board.place(usize::from(child.play.cell), 1);
        if let Some(&at) = seen.get(&board) {
            layer.spots[at as usize].sources |= sources;
            layer.edges.push(Edge { parent: child.parent, child: at, play: child.play });
            for_bits(sources, |bit| offers[bit] -= 1);
            continue;
        }
        let mut wanted = best < width.best;
        for_bits(sources, |bit| wanted |= kept[bit] < width.each);
        for_bits(sources, |bit| offers[bit] -= 1);
        if wanted {
            let goal = match judge(&board) {
                Judged::Go => false,
                Judged::Goal => true,
                Judged::Drop => continue,
            };
            best += 1;
            for_bits(sources, |bit| kept[bit] += 1);
            add(layer, seen, board, sources, goal, Some((child.parent, child.play)));
        } else if (0..64).all(|bit| offers[bit] == 0 || kept[bit] >= width.each) {
            break;
        }
    }
}

fn add<const N: usize>(
    layer: &mut Layer<N>,
    seen: &mut FxHashMap<Engine<N>, u32>,
    board: Engine<N>,
    sources: u64,
    goal: bool,
    from: Option<(u32, Play)>,
) {
    let next = u32::try_from(layer.spots.len()).unwrap_or(SOURCE);
    let at = *seen.entry(board).or_insert(next);
    if at == next {
        layer.spots.push(Spot { board, sources, goal });
    } else {
        layer.spots[at as usize].sources |= sources;
    }
    if let Some((parent, play)) = from {
        layer.edges.push(Edge { parent, child: at, play });
    }
}

fn for_bits(mut bits: u64, mut each: impl FnMut(usize)) {
    while bits != 0 {
        each(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// A step on the way to a board: what is played and what it leads to.
pub(super) type Way<const N: usize> = (Play, Engine<N>);

impl<const N: usize> Flood<N> {
    /// Calls `each` with every board that leads to the board `spot` of the layer `at`, and how.
    pub(super) fn leading_to(
        &self,
        at: usize,
        spot: usize,
        each: &mut dyn FnMut(Engine<N>, Way<N>),
    ) {
        let mut marked = vec![false; self.layers[at].spots.len()];
        marked[spot] = true;
        for (before, layer) in self.layers[..=at].windows(2).rev().map(|pair| (&pair[0], &pair[1]))
        {
            // Each board goes where most others can go too, so that ways meet early.
            let mut popular = vec![0u32; layer.spots.len()];
            for edge in &layer.edges {
                popular[edge.child as usize] += 1;
            }
            let mut next = vec![false; before.spots.len()];
            let mut choice: Vec<Option<&Edge>> = vec![None; before.spots.len()];
            for edge in layer.edges.iter().filter(|edge| marked[edge.child as usize]) {
                let chosen = &mut choice[edge.parent as usize];
                if chosen
                    .is_none_or(|old| popular[old.child as usize] < popular[edge.child as usize])
                {
                    *chosen = Some(edge);
                }
            }
            for (parent, edge) in choice.into_iter().enumerate() {
                if let Some(edge) = edge {
                    next[parent] = true;
                    let child = layer.spots[edge.child as usize].board;
                    each(before.spots[parent].board, (edge.play, child));
                }
            }
            marked = next;
        }
    }

    /// How many boards of the `depth` layers before lead to the board `spot` of the layer `at`.
    pub(super) fn popularity(&self, at: usize, spot: usize, depth: usize) -> usize {
        let mut count = 0;
        let mut marked = vec![spot];
        for layer in self.layers[at.saturating_sub(depth) + 1..=at].iter().rev() {
            let mut next: Vec<usize> = layer
                .edges
                .iter()
                .filter(|edge| marked.binary_search(&(edge.child as usize)).is_ok())
                .map(|edge| edge.parent as usize)
                .collect();
            next.sort_unstable();
            next.dedup();
            count += next.len();
            marked = next;
        }
        count
    }

    /// One way from a source to the board `spot` of the layer `at`: the source, then the steps.
    pub(super) fn path_to(&self, at: usize, spot: usize) -> (Engine<N>, Vec<Way<N>>) {
        let mut steps = Vec::new();
        let mut here = spot;
        for (before, layer) in self.layers[..=at].windows(2).rev().map(|pair| (&pair[0], &pair[1]))
        {
            let Some(edge) = layer.edges.iter().find(|edge| edge.child as usize == here) else {
                steps.reverse();
                return (layer.spots[here].board, steps);
            };
            steps.push((edge.play, layer.spots[here].board));
            here = edge.parent as usize;
            debug_assert!(here < before.spots.len());
        }
        steps.reverse();
        (self.layers[0].spots[here].board, steps)
    }
}
