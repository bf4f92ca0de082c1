//! Ways from the boards that a program leaves into the tree of the next place.

use super::flood::{Judged, Source, Stop, Way, Width, flood};
use super::snake::{Region, Taste};
use crate::game::fast::Engine;
use rustc_hash::{FxHashMap, FxHashSet};

/// Boards that a last move can leave, each with the cell of its birth.
pub(super) type Starts<const N: usize> = Vec<(u8, Engine<N>)>;

/// Chooses one of `starts` and adds a way from it to the tree.
///
/// `used` are the boards on the ways of the ones chosen before: the fewer new ones, the shorter
/// the witness.
pub(super) fn join<const N: usize>(
    region: &Region<'_, N>,
    starts: &Starts<N>,
    entry: Engine<N>,
    tree: &mut FxHashMap<Engine<N>, Way<N>>,
    used: &mut FxHashSet<Engine<N>>,
    width: Width,
) -> Option<(u8, Engine<N>)> {
    let new = |board: &Engine<N>| {
        let next = |board: &Engine<N>| tree.get(board).map(|way| way.1);
        std::iter::successors(Some(*board), next)
            .take_while(|board| !used.contains(board) && *board != entry)
            .count()
    };
    let on_tree = starts.iter().filter(|(_, board)| *board == entry || tree.contains_key(board));
    let chosen = on_tree.min_by_key(|(_, board)| new(board)).copied();
    let chosen = match chosen {
        Some(start) => start,
        None => {
            let boards: Vec<Engine<N>> = starts.iter().map(|start| start.1).collect();
            let (from, ways) = search(region, &boards, entry, tree, width)?;
            for (board, way) in ways {
                tree.entry(board).or_insert(way);
            }
            *starts.iter().find(|start| start.1 == from)?
        }
    };
    let mut here = Some(chosen.1);
    while let Some(board) = here.filter(|board| used.insert(*board)) {
        here = tree.get(&board).map(|way| way.1);
    }
    Some(chosen)
}

/// A way from one of `starts` to the tree: the start, and the steps that are new.
#[allow(clippy::type_complexity)]
pub(super) fn search<const N: usize>(
    region: &Region<'_, N>,
    starts: &[Engine<N>],
    entry: Engine<N>,
    tree: &FxHashMap<Engine<N>, Way<N>>,
    width: Width,
) -> Option<(Engine<N>, Vec<(Engine<N>, Way<N>)>)> {
    let known = |board: &Engine<N>| *board == entry || tree.contains_key(board);
    if let Some(&board) = starts.iter().find(|board| known(board)) {
        return Some((board, Vec::new()));
    }
    let sources: Vec<Source<N>> = starts.iter().map(|&board| Source { board, bit: 1 }).collect();
    let judge = |board: &Engine<N>| if known(board) { Judged::Goal } else { Judged::Go };
    let last = region.sum(&entry);
    let toward = region.toward(&entry);
    let tries = [
        (&toward, width.best / 2),
        (&Taste::Early, width.best),
        (&toward, width.best * 2),
        (&Taste::Early, width.best * 4),
        (&toward, width.best * 6),
    ];
    for (taste, best) in tries {
        let flood =
            flood(region, &sources, taste, Width { best, each: 0 }, last, &judge, &mut |layer| {
                if layer.goals().next().is_some() { Stop::Here } else { Stop::Go }
            });
        let Some(layer) = flood.layers.last() else { continue };
        if let Some((spot, _)) = layer.goals().next() {
            let (start, steps) = flood.path_to(flood.layers.len() - 1, spot);
            let mut here = start;
            let mut ways = Vec::new();
            for step in steps {
                ways.push((here, step));
                here = step.1;
            }

            return Some((start, ways));
        }
    }
    None
}
