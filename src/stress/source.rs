//! State number i of a seed: nothing else decides what it is, so that a finding can be had again.

use super::cut::cut;
use super::reached::Reached;
use crate::build::turned;
use crate::game::Size;
use crate::game::board::Symmetry;
use crate::policy::{self, Births, Limits, Order, Policy, Until};
use crate::seed::{Probability, Stream};
use crate::witness::{Step, Witness};

/// The most moves of a played game.
const LONGEST: u64 = 2048;

/// The most moves of a game by the player who looks ahead, and takes its time.
const LOOKED_AHEAD: u64 = 64;

/// The most moves that an extreme is played on.
const PLAYED_ON: u32 = 80;

/// What states are drawn from: a seed, and witnesses of extremes.
///
/// The same seed and the same witnesses in the same order give the same states on every machine.
#[derive(Clone, Debug)]
pub struct Source {
    seed: u64,
    extremes: Vec<Reached>,
}

impl Source {
    /// A source with these witnesses of long games; those that prove nothing are left out.
    #[must_use]
    pub fn new(seed: u64, extremes: Vec<Witness>) -> Self {
        Self { seed, extremes: extremes.into_iter().filter_map(Reached::new).collect() }
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The ends of the long games on boards of a size.
    pub fn extremes(&self, size: Size) -> impl Iterator<Item = &Reached> {
        self.extremes.iter().filter(move |reached| reached.size() == size)
    }

    /// State number `index`: the sizes take turns. `None` for the few numbers that have none.
    #[must_use]
    pub fn state(&self, index: u64) -> Option<Reached> {
        let size = Size::ALL[usize::try_from(index % 6).ok()?];
        self.state_of(size, index / 6)
    }

    /// State number `index` among those of a size: every second one is an extreme, if there are
    /// any of the size.
    #[must_use]
    pub fn state_of(&self, size: Size, index: u64) -> Option<Reached> {
        let [low, high] = [index & u64::from(u32::MAX), index >> 32].map(u32::try_from);
        let mut stream =
            Stream::derive(&self.seed.to_string(), "stress", size, low.ok()?, high.ok()?);
        let extremes: Vec<&Reached> = self.extremes(size).collect();
        if index % 2 == 1 && !extremes.is_empty() {
            let whole = extremes[below(&mut stream, extremes.len())];
            extreme(whole.witness(), &mut stream)
        } else {
            played(size, &mut stream)
        }
    }
}

/// A game from its start, as a chance player plays it.
fn played(size: Size, stream: &mut Stream) -> Option<Reached> {
    let (policy, births) = (some_policy(stream), some_births(stream));
    let until = match stream.below(8) {
        0 => Until::GameOver,
        1 => Until::Moves(stream.below(8).into()),
        _ => Until::Moves(about(LONGEST, stream)),
    };
    let max_moves = match policy {
        Policy::Expectimax { .. } => LOOKED_AHEAD,
        Policy::Uniform | Policy::Corner(_) | Policy::Greedy | Policy::NoMerge => LONGEST,
    };
    let limits = Limits { max_moves };
    Reached::of_game(&policy::play(size, policy, births, &until, stream, limits))
}

/// A piece of a long game, turned and played on.
fn extreme(witness: &Witness, stream: &mut Stream) -> Option<Reached> {
    let all = witness.end.moves;
    let moves = match stream.below(4) {
        0 => all,
        1 => all - about(all, stream),
        2 => wide_below(all, stream),
        _ => about(all, stream),
    };
    let beginning = cut(witness, moves)?;
    let symmetry = Symmetry::ALL[below(stream, Symmetry::ALL.len())];
    let mut witness = turned(beginning.witness(), symmetry);
    let (policy, births) = (some_policy(stream), some_births(stream));
    let on = stream.below(PLAYED_ON);
    let start = (&beginning.board().under(symmetry), beginning.totals().score);
    let until = Until::Moves(beginning.totals().moves.saturating_add(on.into()));
    let game = policy::play_from(start, policy, births, &until, stream, Limits::default()).ok()?;
    witness.rules.last_mut()?.steps.extend(game.steps.iter().copied().map(Step::from));
    witness.end = game.totals();
    Reached::new(witness)
}

fn some_policy(stream: &mut Stream) -> Policy {
    match stream.below(5) {
        0 => Policy::Uniform,
        1 => Policy::Greedy,
        2 => Policy::NoMerge,
        3 => Policy::Corner(Order::default()),
        _ => Policy::Expectimax { depth: 1 },
    }
}

fn some_births(stream: &mut Stream) -> Births {
    match stream.below(6) {
        0 | 1 => Births::default(),
        2 => Births::Chance(Probability::new(0.5).unwrap_or(Probability::TENTH)),
        3 => Births::AllTwos,
        4 => Births::AllFours,
        _ => Births::Adversarial,
    }
}

/// A number up to `most`, every length in bits equally likely.
fn about(most: u64, stream: &mut Stream) -> u64 {
    let bits = stream.below(most.checked_ilog2().map_or(1, |bits| bits + 2));
    let bound = 1u64.checked_shl(bits).unwrap_or(most).min(most).saturating_add(1);
    wide_below(bound, stream)
}

/// A number below `bound`; 0 if that is 0. Of large ones all are nearly equally likely.
fn wide_below(bound: u64, stream: &mut Stream) -> u64 {
    let product = u128::from(stream.next_u64()) * u128::from(bound);
    u64::try_from(product >> 64).unwrap_or(0)
}

fn below(stream: &mut Stream, bound: usize) -> usize {
    let bound = u32::try_from(bound).unwrap_or(u32::MAX);
    usize::try_from(stream.below(bound)).unwrap_or(0)
}
