//! A search back that leaves some rows alone, again and again until it comes to little else.

use super::super::beam::{Beam, Control, Turn};
use super::super::limits::Limits;
use super::super::node::half_sum;
use super::super::random::mix;
use super::super::trace::Layers;
use super::ground::Ground;

/// A rest so small that the rows may as well be laid without it, as half a sum.
const LITTLE: u64 = 4;

/// The boards that a search looks at in one go; how many without coming to less before what it
/// came to is taken if it is few; and before it begins again in another way.
pub(super) const STEP: u64 = 20_000;
const PATIENCE_FEW: u64 = 40_000;
const PATIENCE: u64 = 60_000;

/// The searches back from a start.
pub(super) struct Back<const N: usize> {
    pub(super) ground: Ground<N>,
    /// A rest with which the rows are laid if less is hard to come to.
    few: u64,
    beam: Option<Beam<N>>,
    attempts: u64,
    /// The boards looked at by all attempts, and at most.
    looks: u64,
    most: u64,
    /// The least rest that the attempt at hand came to, and the boards looked at since.
    least: u64,
    since: u64,
    is_ready: bool,
}

impl<const N: usize> Back<N> {
    /// It is over once `most` boards were looked at. A rest of `few` will do.
    pub(super) const fn new(ground: Ground<N>, most: u64, few: u64) -> Self {
        Self {
            ground,
            few,
            beam: None,
            attempts: 0,
            looks: 0,
            most,
            least: u64::MAX,
            since: 0,
            is_ready: false,
        }
    }

    /// What it came to, if that is little enough.
    pub(super) fn ready(&self) -> Option<&Layers<N>> {
        self.beam.as_ref().filter(|_| self.is_ready).map(Beam::layers)
    }

    /// Whether it is worth going on.
    pub(super) const fn is_open(&self) -> bool {
        !self.is_ready && self.looks < self.most
    }

    /// How many births it went back.
    pub(super) fn depth(&self) -> u64 {
        self.beam.as_ref().map_or(0, |beam| beam.layers().all.len() as u64)
    }

    /// The boards looked at so far.
    pub(super) const fn looks(&self) -> u64 {
        self.looks
    }

    /// Goes back some way from the last of `layers`: a [`STEP`].
    pub(super) fn advance(&mut self, layers: &Layers<N>, control: Control, limits: &Limits<'_>) {
        let beam = self.beam.get_or_insert_with(|| {
            let seed = mix(control.seed.wrapping_add(self.attempts));
            self.attempts += 1;
            (self.least, self.since) = (u64::MAX, 0);
            Beam::beside(layers.clone(), Control { seed, ..control }, self.ground.stands())
        });
        let goes_on = matches!(beam.advance(STEP, limits), Turn::Paused);
        self.looks += STEP;
        let sums = beam.layers().last().iter().map(|node| half_sum(&node.rows));
        let rest = sums.min().map_or(u64::MAX, |sum| sum - self.ground.laid);
        self.since += STEP;
        if rest < self.least {
            (self.least, self.since) = (rest, 0);
        }
        let waits = |patience: u64| goes_on && self.since < patience;
        self.is_ready = rest <= LITTLE || rest <= self.few && !waits(PATIENCE_FEW);
        if !self.is_ready && !waits(PATIENCE) {
            self.beam = None;
        }
    }
}
