//! Every board that a game reaches, layer by layer, for sides up to 4.
//!
//! All boards of a layer have the same tile sum S; a slide stays in its layer and a birth goes
//! one (a 2) or two (a 4) half-sums up, so three layers are alive at a time. Boards are counted
//! up to symmetry; beside each stands the set of f (fours born so far) with which games reach
//! it, and by score = Φ − 4f that is the set of its scores.
//!
//! This is a second implementation on purpose: packed boards, its own symmetries and lines
//! pushed tile by tile. It shares no code with the library.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// A packed board: the rank of cell `i` (row by row) in bits `4i..4i+4`.
pub(crate) type Key = u64;

/// A set of f: bit `f % 64` of word `f / 64`.
pub(crate) type Fours<const W: usize> = [u64; W];

/// The boards of one layer, canonical and sorted, each with its set of f.
pub(crate) type Layer<const W: usize> = Vec<(Key, Fours<W>)>;

/// The maps that share the boards of a layer, so that threads fill them side by side.
const SHARDS: usize = 16;

/// Tables of one line of `N` cells.
pub(crate) struct Lines<const N: usize> {
    slid: Vec<Key>,
    reversed: Vec<Key>,
    /// The line stood up as the first column.
    upright: Vec<Key>,
}

impl<const N: usize> Lines<N> {
    const MASK: Key = (1 << (4 * N)) - 1;

    pub(crate) fn new() -> Self {
        let mut lines = Self { slid: Vec::new(), reversed: Vec::new(), upright: Vec::new() };
        for line in 0..=Self::MASK {
            let cells: [Key; N] = std::array::from_fn(|at| line >> (4 * at) & 15);
            lines.slid.push(pack(push_line(cells)));
            lines.reversed.push(pack::<N>(std::array::from_fn(|at| cells[N - 1 - at])));
            lines.upright.push((0..N).map(|at| cells[at] << (4 * N * at)).sum());
        }
        lines
    }

    fn rows(board: Key) -> [usize; N] {
        std::array::from_fn(|row| {
            usize::try_from(board >> (4 * N * row) & Self::MASK).expect("a row is small")
        })
    }

    fn map_rows(board: Key, table: &[Key]) -> Key {
        let rows = Self::rows(board);
        (0..N).map(|row| table[rows[row]] << (4 * N * row)).sum()
    }

    fn transposed(&self, board: Key) -> Key {
        let rows = Self::rows(board);
        (0..N).map(|row| self.upright[rows[row]] << (4 * row)).sum()
    }

    fn upside_down(board: Key) -> Key {
        (0..N).map(|row| (board >> (4 * N * row) & Self::MASK) << (4 * N * (N - 1 - row))).sum()
    }

    /// The board after a slide left, right, up and down.
    pub(crate) fn slides(&self, board: Key) -> [Key; 4] {
        let left = |board| Self::map_rows(board, &self.slid);
        let mirrored = |board| Self::map_rows(board, &self.reversed);
        let turned = self.transposed(board);
        [
            left(board),
            mirrored(left(mirrored(board))),
            self.transposed(left(turned)),
            self.transposed(mirrored(left(mirrored(turned)))),
        ]
    }

    /// The eight images of the board.
    pub(crate) fn images(&self, board: Key) -> [Key; 8] {
        let mirrored = Self::map_rows(board, &self.reversed);
        let turned = self.transposed(board);
        let turned_mirrored = Self::map_rows(turned, &self.reversed);
        [
            board,
            mirrored,
            turned,
            turned_mirrored,
            Self::upside_down(board),
            Self::upside_down(mirrored),
            Self::upside_down(turned),
            Self::upside_down(turned_mirrored),
        ]
    }

    /// The least image: the same for all boards that are one up to symmetry.
    pub(crate) fn canonical(&self, board: Key) -> Key {
        self.images(board).into_iter().fold(board, Key::min)
    }

    /// How many different boards the symmetries make of this one.
    pub(crate) fn orbit(&self, board: Key) -> u64 {
        let images = self.images(board);
        let new = (0..8).filter(|&at| !images[..at].contains(&images[at])).count();
        u64::try_from(new).expect("at most 8")
    }
}

fn pack<const N: usize>(cells: [Key; N]) -> Key {
    cells.into_iter().enumerate().map(|(at, rank)| rank << (4 * at)).sum()
}

/// One line pushed toward its first cell. Ranks above 14 do not merge: no game here has them.
fn push_line<const N: usize>(cells: [Key; N]) -> [Key; N] {
    let mut tiles: Vec<Key> = cells.into_iter().filter(|&rank| rank > 0).collect();
    let mut at = 0;
    while at + 1 < tiles.len() {
        if tiles[at] == tiles[at + 1] && tiles[at] < 15 {
            tiles[at] += 1;
            tiles.remove(at + 1);
        }
        at += 1;
    }
    tiles.resize(N, 0);
    std::array::from_fn(|at| tiles[at])
}

/// The ranks of a board, row by row.
pub(crate) fn ranks<const N: usize>(board: Key) -> Vec<u8> {
    (0..N * N).map(|cell| u8::try_from(board >> (4 * cell) & 15).expect("a rank")).collect()
}

/// The largest rank of a board.
pub(crate) fn top<const N: usize>(board: Key) -> Key {
    (0..N * N).map(|cell| board >> (4 * cell) & 15).max().unwrap_or(0)
}

fn with_four<const W: usize>(fours: Fours<W>) -> Fours<W> {
    std::array::from_fn(|w| fours[w] << 1 | if w > 0 { fours[w - 1] >> 63 } else { 0 })
}

fn unite<const W: usize>(into: &mut Fours<W>, more: &Fours<W>) {
    for (word, other) in into.iter_mut().zip(more) {
        *word |= other;
    }
}

/// Collects boards with their sets from the sources `from`; `grow` lists what each leads to.
fn collect<const W: usize, G>(into: &mut [FxHashMap<Key, Fours<W>>], from: &Layer<W>, grow: G)
where
    G: Fn(Key, &mut dyn FnMut(Key)) + Sync,
{
    let chunks: Vec<Vec<Vec<(Key, usize)>>> = from
        .par_chunks(4096)
        .enumerate()
        .map(|(chunk, boards)| {
            let mut shards = vec![Vec::new(); SHARDS];
            for (at, &(board, _)) in boards.iter().enumerate() {
                grow(board, &mut |next| {
                    shards[shard(next)].push((next, chunk * 4096 + at));
                });
            }
            shards
        })
        .collect();
    into.par_iter_mut().enumerate().for_each(|(shard, map)| {
        for &(next, source) in chunks.iter().flat_map(|chunk| &chunk[shard]) {
            unite(map.entry(next).or_insert([0; W]), &from[source].1);
        }
    });
}

fn shard(board: Key) -> usize {
    usize::try_from(board.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60).expect("below 16")
}

fn sorted<const W: usize>(maps: Vec<FxHashMap<Key, Fours<W>>>) -> Layer<W> {
    let mut layer: Layer<W> = maps.into_iter().flatten().collect();
    layer.par_sort_unstable_by_key(|entry| entry.0);
    layer
}

/// What the enumeration shows of one layer.
pub(crate) struct Shown<'a, const W: usize> {
    /// S/2.
    pub(crate) half_sum: usize,
    /// The boards after a birth (start boards too) with their sets of f.
    pub(crate) boards: &'a Layer<W>,
    /// The boards after a slide, before the birth.
    pub(crate) slid: &'a Layer<W>,
}

/// What ends all games.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// Nothing but boards without a legal move.
    Dead,
    /// A tile of this rank, at once: the board is seen after the slide, but there is no birth.
    Tile(Key),
    /// No board has a larger half-sum than this.
    HalfSum(usize),
}

impl End {
    fn allows_birth<const N: usize>(self, board: Key) -> bool {
        match self {
            Self::Tile(rank) => top::<N>(board) < rank,
            Self::Dead | Self::HalfSum(_) => true,
        }
    }

    fn is_past(self, half_sum: usize) -> bool {
        matches!(self, Self::HalfSum(last) if half_sum > last)
    }
}

/// Shows every layer of the game on N×N cells, S ascending.
pub(crate) fn layers<const N: usize, const W: usize>(
    lines: &Lines<N>,
    end: End,
    mut show: impl FnMut(Shown<'_, W>),
) {
    let empty = || vec![FxHashMap::default(); SHARDS];
    let mut next: [Vec<FxHashMap<Key, Fours<W>>>; 3] = [empty(), empty(), empty()];
    for (ranks, fours) in [([1, 1], 0), ([1, 2], 1), ([2, 1], 1), ([2, 2], 2)] {
        for first in 0..N * N {
            for second in 0..first {
                let board = lines.canonical(ranks[0] << (4 * first) | ranks[1] << (4 * second));
                let mut set = [0; W];
                if W > 0 {
                    set[0] = 1 << fours;
                }
                unite(next[fours][shard(board)].entry(board).or_insert([0; W]), &set);
            }
        }
    }
    let mut half_sum = 2;
    while !end.is_past(half_sum) && next.iter().flatten().any(|map| !map.is_empty()) {
        let boards = sorted(std::mem::replace(&mut next[0], empty()));
        next.rotate_left(1);
        let mut slid = empty();
        collect(&mut slid, &boards, |board, to| {
            for after in lines.slides(board) {
                if after != board {
                    to(lines.canonical(after));
                }
            }
        });
        let slid = sorted(slid);
        let shifted: Layer<W> = slid.iter().map(|&(board, set)| (board, with_four(set))).collect();
        for (rank, sources) in [(1, &slid), (2, &shifted)] {
            if end.is_past(half_sum + usize::try_from(rank).expect("1 or 2")) {
                continue;
            }
            collect(&mut next[usize::try_from(rank - 1).expect("0 or 1")], sources, |board, to| {
                if !end.allows_birth::<N>(board) {
                    return;
                }
                for cell in 0..N * N {
                    if board >> (4 * cell) & 15 == 0 {
                        to(lines.canonical(board | rank << (4 * cell)));
                    }
                }
            });
        }
        show(Shown { half_sum, boards: &boards, slid: &slid });
        half_sum += 1;
    }
}

/// A number of things up to symmetry, and of the things themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) canonical: u64,
    pub(crate) labelled: u64,
}

impl Count {
    pub(crate) const fn new(canonical: u64, labelled: u64) -> Self {
        Self { canonical, labelled }
    }

    fn add(&mut self, orbit: u64, times: u64) {
        self.canonical += times;
        self.labelled += orbit * times;
    }
}

/// All that is counted of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    pub(crate) boards: Count,
    /// Boards without a legal move.
    pub(crate) dead: Count,
    /// Boards after a slide, before the birth.
    pub(crate) slid: Count,
    /// (board, score) pairs.
    pub(crate) pairs: Count,
    /// Boards by largest tile, rank 1 first.
    pub(crate) by_top: Vec<Count>,
    /// Boards, after a birth or after a slide, whose f are not all integers of one interval.
    pub(crate) gaps: u64,
    /// S/2 of the largest layer.
    pub(crate) last_half_sum: usize,
}

impl Census {
    /// Adds a layer.
    pub(crate) fn take<const N: usize, const W: usize>(
        &mut self,
        lines: &Lines<N>,
        shown: &Shown<'_, W>,
    ) {
        for &(board, fours) in shown.boards {
            let orbit = lines.orbit(board);
            let rank = top::<N>(board);
            self.boards.add(orbit, 1);
            if lines.slides(board).into_iter().all(|after| after == board) {
                self.dead.add(orbit, 1);
            }
            let scores: u64 = fours.iter().map(|word| u64::from(word.count_ones())).sum();
            self.pairs.add(orbit, scores);
            let by_top = usize::try_from(rank).expect("a rank");
            self.by_top.resize(self.by_top.len().max(by_top), Count::default());
            self.by_top[by_top - 1].add(orbit, 1);
            self.gaps += u64::from(has_gap(&fours));
        }
        for &(board, fours) in shown.slid {
            self.slid.add(lines.orbit(board), 1);
            self.gaps += u64::from(has_gap(&fours));
        }
        if !shown.boards.is_empty() {
            self.last_half_sum = shown.half_sum;
        }
    }
}

fn has_gap<const W: usize>(fours: &Fours<W>) -> bool {
    let (low, high) = interval(fours);
    let count: u64 = fours.iter().map(|word| u64::from(word.count_ones())).sum();
    high - low + 1 != count
}

/// The least and the largest f of a set that is not empty.
pub(crate) fn interval<const W: usize>(fours: &Fours<W>) -> (u64, u64) {
    let bits = || {
        fours.iter().zip(0u64..).flat_map(|(&word, at)| {
            (0..64u64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * at + bit)
        })
    };
    (bits().next().unwrap_or(0), bits().last().unwrap_or(0))
}

/// Counts the game on N×N cells.
pub(crate) fn census<const N: usize, const W: usize>(end: End) -> Census {
    let lines = Lines::<N>::new();
    let mut census = Census::default();
    layers::<N, W>(&lines, end, |shown| census.take(&lines, &shown));
    census
}
