//! One start at a time: searches back from it that leave its rows alone, and the rows laid. Where
//! an upper row does not come it is not left alone.

use super::super::beam::{Control, Turn};
use super::super::limits::Limits;
use super::super::trace::Layers;
use super::back::{Back, STEP};
use super::ground::Ground;
use super::join::Left;
use super::laying::{Laid, Laying};
use super::start::Start;

/// The most boards that a search back looks at, and the rest that will do: from the state itself,
/// and from a board of another search.
const BACK: u64 = 2_000_000;
const BACK_OFFERED: u64 = 80_000;
const FEW: u64 = 80;
const FEW_OFFERED: u64 = 12;

/// What is laid in vain before a search back leaves fewer rows alone, in boards looked at.
const VAIN: u64 = 300_000;

/// How many boards that are looked at cost as much as one of a beam that leaves nothing alone: on
/// the way back, while rows are laid, and in free play.
const STAYED: u64 = 2;
const LAID: u64 = 3;
const MET: u64 = 4;

/// The rows of one start.
pub(super) struct Stage<const N: usize> {
    /// Whether another search offered it.
    pub(super) is_offered: bool,
    /// What it cost, in boards as those of a beam that leaves nothing alone.
    pub(super) cost: u64,
    control: Control,
    layers: Layers<N>,
    /// The searches back, one for each number of rows that are left alone.
    backs: Vec<Back<N>>,
    /// Once one of them came to little else.
    laying: Option<Laying<N>>,
    /// For rows in the making, in bytes.
    memory: usize,
    /// In which way they are laid first.
    salt: usize,
}

impl<const N: usize> Stage<N> {
    /// `control` is for the searches back, the memory in it for all of them.
    pub(super) fn new(start: Start<N>, control: Control, memory: usize, salt: usize) -> Self {
        let Start { grounds, layers, is_offered, .. } = start;
        let (most, few) = if is_offered { (BACK_OFFERED, FEW_OFFERED) } else { (BACK, FEW) };
        let control = Control { memory: control.memory / grounds.len().max(1), ..control };
        let backs = grounds.into_iter().map(|ground| Back::new(ground, most, few)).collect();
        Self { is_offered, cost: 0, control, layers, backs, laying: None, memory, salt }
    }

    /// How many rows are to be laid.
    pub(super) fn count(&self) -> usize {
        self.backs.last().map_or(0, |back| back.ground.count)
    }

    /// The most rows that were laid.
    pub(super) fn rows(&self) -> usize {
        self.laying.as_ref().map_or(0, Laying::rows)
    }

    /// The boards that were kept while rows were laid.
    pub(super) fn kept(&self) -> usize {
        self.laying.as_ref().map_or(0, Laying::kept)
    }

    /// How many births the searches back went back.
    pub(super) fn depth(&self) -> u64 {
        self.backs.iter().map(Back::depth).max().unwrap_or(0)
    }

    /// Goes on a little. It gives up where it came to nothing.
    pub(super) fn step(&mut self, limits: &Limits<'_>) -> Turn {
        let Some(laying) = &mut self.laying else { return self.begin(limits) };
        let (rows, vain) = (laying.rows(), laying.since_most());
        // The last one came to the rows that are laid.
        let looks: u64 = self.backs.iter().rev().skip(1).map(Back::looks).sum();
        let fewer = self.backs.iter_mut().find(|back| back.ground.count == rows && back.is_open());
        if let Some(back) = fewer.filter(|_| vain > VAIN && looks < laying.looks() / 2) {
            back.advance(&self.layers, self.control, limits);
            self.cost += STEP / STAYED;
            return if back.ready().is_some() { self.join(rows, limits) } else { Turn::Paused };
        }
        let looks = laying.looks();
        let laid = laying.advance(limits);
        self.cost += (laying.looks() - looks) / LAID;
        match laid {
            Laid::Rows(count) => self.join(count, limits),
            Laid::Nothing => Turn::Paused,
            Laid::Over => Turn::GaveUp,
        }
    }

    /// Goes back with as many rows as can be, and begins to lay them.
    fn begin(&mut self, limits: &Limits<'_>) -> Turn {
        let Some(back) = self.backs.last_mut() else { return Turn::GaveUp };
        back.advance(&self.layers, self.control, limits);
        self.cost += STEP / STAYED;
        if back.ready().is_some() {
            let Ground { rows, count, .. } = back.ground;
            self.laying = Some(Laying::new(&rows, count, self.memory, self.salt));
        } else if !back.is_open() {
            self.backs.pop();
        }
        Turn::Paused
    }

    /// A game through the boards with so many rows, if a search back came to there.
    fn join(&mut self, count: usize, limits: &Limits<'_>) -> Turn {
        let back = self.backs.iter().find(|back| back.ground.count == count);
        let left = back.and_then(|back| Some(Left { ground: &back.ground, layers: back.ready()? }));
        let (Some(laying), Some(left)) = (&self.laying, left) else { return Turn::Paused };
        let (game, looks) = left.join(laying, limits);
        self.cost += looks / MET;
        game.map_or(Turn::Paused, Turn::Found)
    }
}
