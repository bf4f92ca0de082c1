//! Making a failing state small, each step proved anew.

use super::cut::cut;
use super::ladder::{all_of_2x2, probes};
use super::{Reached, Source, nearby, thin};
use crate::game::Size;
use crate::input::State;

/// A small state that fails.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The state.
    pub reached: Reached,
    /// How often it was asked whether a state fails.
    pub asked: u32,
}

/// How often everything is tried again after something helped. Where states fail here and there,
/// as when numbers round, a little more can always be had.
const ROUNDS: u32 = 3;

/// The state that is looked at, and how often the question may still be asked.
struct Shrinker<'a> {
    source: &'a Source,
    fails: &'a mut dyn FnMut(&State) -> bool,
    best: Reached,
    asked: u32,
    most: u32,
}

/// A state that fails as `failing` does and is no larger: on the smallest board where one is
/// found, then with fewer moves, points and tiles, by [`Reached::measure`]. `fails` is asked no
/// more than `most` times; with the same answers the result is the same.
///
/// It is small, not the smallest there is; on 2×2 it is, if the questions last.
#[must_use]
pub fn shrink(
    source: &Source,
    failing: Reached,
    fails: &mut dyn FnMut(&State) -> bool,
    most: u32,
) -> Shrunk {
    let mut shrinker = Shrinker { source, fails, best: failing, asked: 0, most };
    shrinker.board();
    for _ in 0..ROUNDS {
        let before = shrinker.best.measure();
        shrinker.moves();
        shrinker.steps();
        shrinker.births();
        shrinker.tiles();
        if shrinker.best.measure() == before || shrinker.is_spent() {
            break;
        }
    }
    Shrunk { reached: shrinker.best, asked: shrinker.asked }
}

impl Shrinker<'_> {
    const fn is_spent(&self) -> bool {
        self.asked >= self.most
    }

    fn ask(&mut self, state: &State) -> bool {
        if self.is_spent() {
            return false;
        }
        self.asked += 1;
        (self.fails)(state)
    }

    /// Takes the candidate if it is smaller and fails.
    fn take(&mut self, candidate: Option<Reached>) -> bool {
        let Some(candidate) = candidate else { return false };
        let taken = candidate.measure() < self.best.measure() && self.ask(&candidate.state());
        if taken {
            self.best = candidate;
        }
        taken
    }

    /// The smallest board on which something fails.
    fn board(&mut self) {
        let sizes = Size::ALL.into_iter().filter(|&size| size <= self.best.size());
        for size in sizes.collect::<Vec<_>>() {
            let found = probes(self.source, size).into_iter().any(|one| self.take(Some(one)));
            if found || self.best.size() == size {
                break;
            }
        }
        if self.best.size().side() == 2 {
            // The first that fails is the smallest there is.
            let _ = all_of_2x2().into_iter().any(|one| self.take(Some(one)));
        }
    }

    /// An earlier state of the same game: leaps at first, then small steps.
    fn moves(&mut self) {
        let mut leap = self.best.totals().moves;
        while leap > 0 && !self.is_spent() {
            let moves = self.best.totals().moves;
            let earlier = moves.checked_sub(leap).and_then(|to| cut(self.best.witness(), to));
            if !self.take(earlier) {
                leap /= 2;
            }
        }
    }

    /// The game with steps left out: many at first, then one by one.
    fn steps(&mut self) {
        let Some(mut chunk) = thin::steps(&self.best).map(<[_]>::len) else { return };
        while chunk > 0 && !self.is_spent() {
            let mut at = 0;
            while thin::steps(&self.best).is_some_and(|steps| at < steps.len()) {
                let shorter = thin::without(&self.best, &(at..at + chunk));
                if !self.take(shorter) {
                    at += chunk;
                }
            }
            chunk /= 2;
        }
    }

    /// The game with 4s born as 2s.
    fn births(&mut self) {
        let Some(steps) = thin::steps(&self.best).map(<[_]>::len) else { return };
        for birth in 0..steps + 2 {
            let gentler = thin::with_a_two(&self.best, birth);
            self.take(gentler);
        }
    }

    /// A state near by, if a game to it is found.
    fn tiles(&mut self) {
        if self.best.totals().moves > nearby::MOST_MOVES {
            return;
        }
        let mut candidates = nearby::nearby(&self.best);
        candidates.sort_by_key(|state| (state.score, state.board));
        for state in candidates {
            // The question may cost a run, the proof a search.
            if self.ask(&state) && self.adopt(nearby::prove(&state)) {
                return;
            }
        }
    }

    /// Takes a state that is known to fail, if it is smaller.
    fn adopt(&mut self, candidate: Option<Reached>) -> bool {
        let smaller = candidate.filter(|candidate| candidate.measure() < self.best.measure());
        if let Some(candidate) = smaller {
            self.best = candidate;
            return true;
        }
        false
    }
}
