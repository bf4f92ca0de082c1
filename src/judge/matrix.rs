//! All submissions on all tests, and what that says of either.

use super::trial::Trial;
use crate::verdict::Verdict;

/// A submission and what became of it.
#[derive(Debug)]
pub struct Row {
    /// The submission, as it was named.
    pub name: String,
    /// The verdicts any of which it may get; empty if the plan does not know it.
    pub expect: Vec<Verdict>,
    /// What it came to on each test, in their order, or why it could not be run at all.
    pub outcome: Result<Vec<Trial>, Unbuilt>,
    /// The tests that must kill it and did not, each with what asked for it.
    pub missed: Vec<Missed>,
}

/// A submission that could not be run.
#[derive(Clone, Debug)]
pub struct Unbuilt {
    /// CE or JE.
    pub verdict: Verdict,
    /// Why.
    pub why: String,
}

/// A test that must kill a submission and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The name or glob in the plan.
    pub asked: String,
    /// The test.
    pub test: usize,
}

impl Row {
    /// The trials; none if it could not be run.
    #[must_use]
    pub fn trials(&self) -> &[Trial] {
        self.outcome.as_ref().map_or(&[], Vec::as_slice)
    }

    /// The tests that do not accept it.
    #[must_use]
    pub fn killed_by(&self) -> Vec<usize> {
        let trials = self.trials().iter().enumerate();
        trials
            .filter(|(_, trial)| trial.verdict != Verdict::Accepted)
            .map(|(test, _)| test)
            .collect()
    }

    /// The verdict on the whole: that of the first test that does not accept it. A fault of the
    /// judges' own on any test is one of the whole.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if let Err(unbuilt) = &self.outcome {
            return unbuilt.verdict;
        }
        let mut verdicts = self.trials().iter().map(|trial| trial.verdict);
        if verdicts.clone().any(|verdict| verdict == Verdict::JudgeError) {
            return Verdict::JudgeError;
        }
        verdicts.find(|&verdict| verdict != Verdict::Accepted).unwrap_or(Verdict::Accepted)
    }

    /// Whether it came out as the plan expects; `None` if the plan does not know it.
    #[must_use]
    pub fn is_as_expected(&self) -> Option<bool> {
        let known = !self.expect.is_empty();
        known.then(|| self.expect.contains(&self.verdict()) && self.missed.is_empty())
    }

    /// Whether there is nothing to complain about: as expected, or accepted where nothing is.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.is_as_expected().unwrap_or_else(|| self.verdict() == Verdict::Accepted)
    }

    /// Whether it is wrong: tests get credit for killing it. Without expectations, whatever is
    /// killed is.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        !self.expect.contains(&Verdict::Accepted)
    }

    /// The test that took it the most CPU time.
    #[must_use]
    pub fn slowest(&self) -> Option<usize> {
        let trials = self.trials().iter().enumerate();
        // The first of equals.
        trials.rev().max_by_key(|(_, trial)| trial.cpu).map(|(test, _)| test)
    }
}

/// What a test does to the wrong submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kills {
    /// The rows that it kills.
    pub kills: Vec<usize>,
    /// Those that no other test kills.
    pub alone: Vec<usize>,
}

/// What each of `tests` tests kills.
#[must_use]
pub fn kills(rows: &[Row], tests: usize) -> Vec<Kills> {
    let mut all = vec![Kills::default(); tests];
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.is_wrong()) {
        let killed_by = row.killed_by();
        for &test in &killed_by {
            all[test].kills.push(index);
            if killed_by.len() == 1 {
                all[test].alone.push(index);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn row(expect: &[Verdict], verdicts: &[Verdict]) -> Row {
        let trial = |&verdict: &Verdict| Trial {
            verdict,
            why: None,
            comparison: None,
            cpu: Duration::from_millis(if verdict == Verdict::TimeLimit { 9 } else { 1 }),
            wall: Duration::ZERO,
            memory_bytes: 0,
        };
        Row {
            name: String::new(),
            expect: expect.to_vec(),
            outcome: Ok(verdicts.iter().map(trial).collect()),
            missed: Vec::new(),
        }
    }

    use Verdict::{Accepted as AC, JudgeError as JE, TimeLimit as TLE, WrongAnswer as WA};

    #[test]
    fn the_first_test_that_does_not_accept_decides() {
        for (verdicts, verdict) in [
            (vec![AC, AC], AC),
            (vec![AC, TLE, WA], TLE),
            (vec![WA, TLE], WA),
            // Whoever is judged by a faulty test is not judged.
            (vec![WA, JE], JE),
        ] {
            assert_eq!(row(&[], &verdicts).verdict(), verdict);
        }
        assert_eq!(row(&[], &[AC, TLE, TLE]).slowest(), Some(1));
    }

    #[test]
    fn expectations() {
        assert_eq!(row(&[WA, TLE], &[AC, TLE]).is_as_expected(), Some(true));
        assert_eq!(row(&[WA], &[AC, TLE]).is_as_expected(), Some(false));
        assert_eq!(row(&[WA], &[AC, AC]).is_as_expected(), Some(false));
        assert_eq!(row(&[], &[AC, WA]).is_as_expected(), None);
        assert!(!row(&[], &[AC, WA]).is_fine());
        assert!(row(&[], &[AC, AC]).is_fine());
        let mut missed = row(&[WA], &[AC, WA]);
        missed.missed.push(Missed { asked: "a*".to_owned(), test: 0 });
        assert_eq!(missed.is_as_expected(), Some(false));
    }

    #[test]
    fn kills_and_kills_alone() {
        let rows =
            [row(&[AC], &[AC, WA, AC]), row(&[WA], &[AC, WA, AC]), row(&[WA], &[WA, WA, AC])];
        let of = |kills: &[usize], alone: &[usize]| Kills {
            kills: kills.to_vec(),
            alone: alone.to_vec(),
        };
        assert_eq!(kills(&rows, 3), [of(&[2], &[]), of(&[1, 2], &[1]), of(&[], &[])]);
    }
}
