//! The matrix of submissions and tests, as text and as JSON.

mod lines;
mod names;

use super::report::{got, push_line};
use super::submissions::By;
use crate::game::ledger::Ledger;
use crate::input;
use crate::judge::JudgeAnswer;
use crate::judge::matrix::{Kills, Row, kills};
use crate::judge::trial::{Test, Trial};
use crate::plan::Need;
use crate::plan::coverage::Seen;
use crate::policy::StateFacts;
use crate::run::{Limits, Sandbox};
use crate::verdict::Verdict;
use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::time::Duration;

/// What is shown.
pub(super) struct Shown<'a> {
    pub(super) rows: &'a [Row],
    pub(super) tests: &'a [Test],
    pub(super) limits: &'a Limits,
    pub(super) needs: &'a [Need],
    pub(super) sandbox: &'a Sandbox,
}

impl Shown<'_> {
    /// The matrix and the details, for people.
    pub(super) fn text(&self, by: By) -> String {
        let kills = kills(self.rows, self.tests.len());
        let idle = self.idle(&kills);
        match by {
            By::Submission => lines::by_submission(self, &kills, &idle),
            By::Test => lines::by_test(self, &kills, &idle),
        }
    }

    /// The tests that kill nothing and meet no need of the plan that those before them do not
    /// meet; nothing if there is nothing to kill.
    fn idle(&self, kills: &[Kills]) -> Vec<usize> {
        if !self.rows.iter().any(Row::is_wrong) {
            return Vec::new();
        }
        let covers = self.covers();
        (0..self.tests.len())
            .filter(|&test| kills[test].kills.is_empty() && !covers[test])
            .collect()
    }

    /// Which tests come nearer to meeting a need that is not met yet, taken in their order.
    fn covers(&self) -> Vec<bool> {
        let states: Vec<_> = self.tests.iter().map(state).collect();
        let mut seen = Vec::new();
        let missing = |seen: &[Seen<'_>]| -> Vec<Option<String>> {
            self.needs.iter().map(|need| need.missing(seen)).collect()
        };
        let mut before = missing(&seen);
        let mut covers = Vec::new();
        for state in &states {
            if let Some((board, facts)) = state {
                seen.push(Seen { board, facts: *facts });
            }
            let after = missing(&seen);
            covers.push(after != before);
            before = after;
        }
        covers
    }

    /// One object for what holds the submissions, one a run, one a submission, one a test.
    pub(super) fn json(&self) -> String {
        let mut text = String::new();
        let protection = self.sandbox.protection();
        push_line(
            &mut text,
            &LimitsLine {
                time_limit_s: self.limits.cpu.as_secs_f64(),
                wall_limit_s: self.limits.wall.as_secs_f64(),
                memory_limit_bytes: self.limits.memory_bytes,
                output_limit_bytes: self.limits.output_bytes,
                processes_bounded: protection.processes,
                protection: protection.parts(),
            },
        );
        for row in self.rows {
            for (test, trial) in self.tests.iter().zip(row.trials()) {
                push_line(&mut text, &trial_line(row, test, trial));
            }
            push_line(&mut text, &self.row_line(row));
        }
        let kills = kills(self.rows, self.tests.len());
        let idle = self.idle(&kills);
        let rows = |indices: &[usize]| -> Vec<&str> {
            indices.iter().map(|&row| self.rows[row].name.as_str()).collect()
        };
        for (index, (test, kills)) in self.tests.iter().zip(&kills).enumerate() {
            push_line(
                &mut text,
                &KillsLine {
                    test: &test.name,
                    kills: rows(&kills.kills),
                    kills_alone: rows(&kills.alone),
                    idle: idle.contains(&index),
                },
            );
        }
        text
    }

    fn row_line<'b>(&'b self, row: &'b Row) -> RowLine<'b> {
        let name = |test: usize| self.tests[test].name.as_str();
        RowLine {
            submission: &row.name,
            verdict: row.verdict().short(),
            expected_verdicts: row.expect.iter().map(|verdict| verdict.short()).collect(),
            ok: row.is_as_expected(),
            killed_by: row.killed_by().into_iter().map(name).collect(),
            missed: row.missed.iter().map(|missed| name(missed.test)).collect(),
            slowest: row.slowest().map(|test| Slowest {
                test: name(test),
                time_s: row.trials()[test].cpu.as_secs_f64(),
            }),
            message: row.outcome.as_ref().err().map(|unbuilt| unbuilt.why.as_str()),
        }
    }
}

/// A test's board and facts, if its input makes sense.
fn state(test: &Test) -> Option<(crate::game::Board, StateFacts)> {
    let state = input::parse(&fs::read(&test.input).ok()?).ok()?;
    let ledger = Ledger::of(&state.board, state.score).ok()?;
    let facts = StateFacts::new(&state.board, state.score, ledger.moves, ledger.fours);
    Some((state.board, facts))
}

fn trial_line<'a>(row: &'a Row, test: &'a Test, trial: &'a Trial) -> TrialLine<'a> {
    let seconds = |time: Duration| time.as_secs_f64();
    TrialLine {
        submission: &row.name,
        test: &test.name,
        verdict: trial.verdict.short(),
        time_s: seconds(trial.cpu),
        wall_s: seconds(trial.wall),
        memory_bytes: trial.memory_bytes,
        expected: test.answer.as_ref().ok().copied().map(JudgeAnswer::moves),
        got: trial.comparison.as_ref().map_or(Value::Null, got),
        message: trial.why.as_deref(),
        notes: trial
            .comparison
            .iter()
            .flat_map(|comparison| comparison.notes.iter().map(ToString::to_string))
            .collect(),
    }
}

/// The first line of `--json`.
#[derive(Serialize)]
struct LimitsLine {
    time_limit_s: f64,
    wall_limit_s: f64,
    memory_limit_bytes: u64,
    output_limit_bytes: u64,
    processes_bounded: bool,
    protection: Vec<&'static str>,
}

/// One run.
#[derive(Serialize)]
struct TrialLine<'a> {
    submission: &'a str,
    test: &'a str,
    verdict: &'static str,
    time_s: f64,
    wall_s: f64,
    memory_bytes: u64,
    expected: Option<u64>,
    got: Value,
    message: Option<&'a str>,
    notes: Vec<String>,
}

/// One submission, after its runs.
#[derive(Serialize)]
struct RowLine<'a> {
    submission: &'a str,
    verdict: &'static str,
    expected_verdicts: Vec<&'static str>,
    ok: Option<bool>,
    killed_by: Vec<&'a str>,
    missed: Vec<&'a str>,
    slowest: Option<Slowest<'a>>,
    message: Option<&'a str>,
}

/// The run that took the most CPU time.
#[derive(Serialize)]
struct Slowest<'a> {
    test: &'a str,
    time_s: f64,
}

/// One test, after all submissions.
#[derive(Serialize)]
struct KillsLine<'a> {
    test: &'a str,
    kills: Vec<&'a str>,
    kills_alone: Vec<&'a str>,
    idle: bool,
}

/// The letter of a verdict in the matrix.
fn letter(verdict: Verdict) -> char {
    match verdict {
        Verdict::Accepted => '.',
        Verdict::WrongAnswer => 'W',
        Verdict::TimeLimit => 'T',
        Verdict::MemoryLimit => 'M',
        Verdict::RuntimeError => 'R',
        Verdict::OutputLimit => 'O',
        Verdict::CompileError => 'C',
        Verdict::JudgeError => 'J',
    }
}
