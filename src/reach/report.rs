//! What a decision tried: for the explanation of a verdict.

use super::words::plural;
use std::fmt;
use std::time::Duration;

/// The searches of a decision, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// One entry a search; none if a cheap condition decided.
    pub phases: Vec<Phase>,
}

impl Report {
    /// Adds a search; attempts of the same kind are summed up, at the place of the last one.
    pub(crate) fn add(&mut self, phase: Phase) {
        let known = self.phases.iter().position(|known| known.kind == phase.kind);
        let sum = known.map(|at| self.phases.remove(at)).map_or(phase, |known| Phase {
            attempts: known.attempts + phase.attempts,
            boards: known.boards + phase.boards,
            layers: known.layers.max(phase.layers),
            births_left: known.births_left.min(phase.births_left),
            elapsed: known.elapsed + phase.elapsed,
            ..phase
        });
        self.phases.push(sum);
    }
}

/// One search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Which search.
    pub kind: PhaseKind,
    /// How often it began.
    pub attempts: u64,
    /// The boards (after a slide) that were kept.
    pub boards: u64,
    /// How many births it went back.
    pub layers: u64,
    /// The fewest births left on a board that it came to.
    pub births_left: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// How it ended.
    pub outcome: Outcome,
}

/// The searches there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseKind {
    /// Every way back.
    Closure,
    /// The most promising ways back.
    Beam,
    /// Rows laid from nothing, and a search back to them.
    Rows,
    /// The table of the 3×3 game; its boards are not counted.
    Table,
    /// The construction of a full chain; its boards are not counted.
    Chain,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a game.
    Found,
    /// With a game whose births that are left were constructed.
    Built,
    /// Without a way back left.
    Exhausted,
    /// At a limit.
    Stopped,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind == PhaseKind::Chain {
            return write!(
                f,
                "construction of the full chain: {} ms: a game was found",
                self.elapsed.as_millis()
            );
        }
        if self.kind == PhaseKind::Table {
            let found = match self.outcome {
                Outcome::Found | Outcome::Built => "a game was found",
                Outcome::Exhausted => "it has no such state",
                Outcome::Stopped => "it does not help",
            };
            return write!(f, "table of the 3x3 game: {} ms: {found}", self.elapsed.as_millis());
        }
        write!(
            f,
            "{} ({}): {}, {} back, {} left, {} ms: {}",
            match self.kind {
                PhaseKind::Closure => "all ways back",
                PhaseKind::Beam => "promising ways back",
                PhaseKind::Rows => "rows laid from nothing",
                PhaseKind::Table => "table of the 3x3 game",
                PhaseKind::Chain => "construction of the full chain",
            },
            plural(self.attempts, "attempt", "attempts"),
            plural(self.boards, "board", "boards"),
            plural(self.layers, "birth", "births"),
            self.births_left,
            self.elapsed.as_millis(),
            match self.outcome {
                Outcome::Found => "a game was found",
                Outcome::Built => "a game to there was built",
                Outcome::Exhausted => "none leads to a start",
                Outcome::Stopped => "stopped at a limit",
            }
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.phases.is_empty() {
            return f.write_str("no search was made");
        }
        for (nth, phase) in self.phases.iter().enumerate() {
            if nth > 0 {
                f.write_str("; ")?;
            }
            phase.fmt(f)?;
        }
        Ok(())
    }
}
