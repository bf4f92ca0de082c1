//! Submissions on tests: every pair is run, side by side, and what came near the time limit again
//! alone.

use super::answer::JudgeAnswer;
use super::cases::{TestCase, TestFault};
use super::compare::{Comparison, compare};
use super::escape::on_one_line;
use crate::run::{Ending, Input, Limits, Program, Run, Sandbox, execute};
use crate::verdict::Verdict;
use rayon::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

/// A test that submissions are run on.
#[derive(Debug)]
pub struct Test {
    /// The name, on one line.
    pub name: String,
    /// The input.
    pub input: PathBuf,
    /// The answer, checked.
    pub answer: Result<JudgeAnswer, TestFault>,
}

impl Test {
    /// The test of these files.
    #[must_use]
    pub fn new(case: &TestCase) -> Self {
        let name = on_one_line(&case.name.to_string_lossy());
        Self { name, input: case.input.clone(), answer: case.judge_answer() }
    }
}

/// What became of one submission on one test.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not accepted; `None` if it is.
    pub why: Option<String>,
    /// How the output compares with the answer, if it came to that.
    pub comparison: Option<Comparison>,
    /// CPU time.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// The largest resident memory, in bytes.
    pub memory_bytes: u64,
}

/// How many characters of the last line on standard error are shown.
const LAST_WORDS: usize = 100;

/// From this share of the time limit on, in percent, a run is repeated alone.
const NEAR: u32 = 70;

/// Up to this share of the time limit, in percent, runs beside others may go on.
const BEYOND: u32 = 150;

/// From this share of the time limit on, in percent, a run that ran out of wall-clock time was
/// not asleep but perhaps kept from work.
const AWAKE: u32 = 30;

/// Runs every program on every test: a list for each program, in the order of the tests.
///
/// Runs go side by side on the threads of the current pool. A run that used between 70 % and 150 %
/// of its time limit is repeated when nothing else runs, and the repetition counts. `done` is
/// called after each run.
#[must_use]
pub fn run_all(
    sandbox: &Sandbox,
    programs: &[Program],
    tests: &[Test],
    limits: &Limits,
    done: impl Fn() + Sync,
) -> Vec<Vec<Trial>> {
    let generous = Limits { cpu: share(limits.cpu, BEYOND), ..*limits };
    let pairs: Vec<(&Program, &Test)> =
        programs.iter().flat_map(|program| tests.iter().map(move |test| (program, test))).collect();
    let first: Vec<(Trial, Near)> = pairs
        .par_iter()
        .with_max_len(1)
        .map(|(program, test)| {
            let result = try_one(sandbox, program, test, &generous, limits);
            done();
            result
        })
        .collect();
    let all = first.into_iter().zip(&pairs).map(|((trial, near), (program, test))| match near {
        Near::Yes => try_one(sandbox, program, test, limits, limits).0,
        Near::No => trial,
    });
    let all: Vec<Trial> = all.collect();
    if tests.is_empty() {
        return programs.iter().map(|_| Vec::new()).collect();
    }
    all.chunks(tests.len()).map(<[Trial]>::to_vec).collect()
}

fn share(time: Duration, percent: u32) -> Duration {
    time.saturating_mul(percent) / 100
}

/// Whether a run came near its time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Near {
    Yes,
    No,
}

/// Runs once within `allowed` and judges by `limits`.
fn try_one(
    sandbox: &Sandbox,
    program: &Program,
    test: &Test,
    allowed: &Limits,
    limits: &Limits,
) -> (Trial, Near) {
    let expected = match &test.answer {
        Ok(expected) => *expected,
        Err(fault) => {
            let trial = Trial {
                verdict: Verdict::JudgeError,
                why: Some(fault.to_string()),
                comparison: None,
                cpu: Duration::ZERO,
                wall: Duration::ZERO,
                memory_bytes: 0,
            };
            return (trial, Near::No);
        }
    };
    let run = execute(sandbox, program, Input::File(&test.input), allowed);
    let near = near(&run, limits);
    (judge(&run, expected, limits), near)
}

fn near(run: &Run, limits: &Limits) -> Near {
    let within = |from, to| run.cpu >= share(limits.cpu, from) && run.cpu <= share(limits.cpu, to);
    let near = match run.ending {
        Ending::Exited(_) | Ending::Signal(_) | Ending::MemoryLimit | Ending::OutputLimit => {
            within(NEAR, BEYOND)
        }
        Ending::WallLimit => within(AWAKE, BEYOND),
        Ending::CpuLimit | Ending::NoProgram(_) | Ending::Fault(_) => false,
    };
    if near { Near::Yes } else { Near::No }
}

/// Runs `program` on a state that is in no file and judges by `limits`. A run near its time limit
/// is repeated after `alone` was called, and what that returns is kept until it has ended.
pub fn try_input<T>(
    sandbox: &Sandbox,
    program: &Program,
    (input, expected): (&[u8], JudgeAnswer),
    limits: &Limits,
    alone: impl FnOnce() -> T,
) -> Trial {
    let generous = Limits { cpu: share(limits.cpu, BEYOND), ..*limits };
    let run = execute(sandbox, program, Input::Bytes(input), &generous);
    match near(&run, limits) {
        Near::No => judge(&run, expected, limits),
        Near::Yes => {
            let _alone = alone();
            judge(&execute(sandbox, program, Input::Bytes(input), limits), expected, limits)
        }
    }
}

/// The verdict on a run by its end, its time and its output.
fn judge(run: &Run, expected: JudgeAnswer, limits: &Limits) -> Trial {
    let trial = |verdict, why, comparison| Trial {
        verdict,
        why,
        comparison,
        cpu: run.cpu,
        wall: run.wall,
        memory_bytes: run.memory_bytes,
    };
    let late = run.cpu > limits.cpu;
    match run.verdict() {
        Some(Verdict::RuntimeError) | None if late => {
            trial(Verdict::TimeLimit, Some(Ending::CpuLimit.to_string()), None)
        }
        Some(verdict) => trial(verdict, Some(why(run, verdict)), None),
        None => match compare(&run.stdout[..], expected) {
            Err(error) => trial(Verdict::JudgeError, Some(error.to_string()), None),
            Ok(comparison) => {
                trial(comparison.outcome.verdict(), comparison.fault(), Some(comparison))
            }
        },
    }
}

/// How a run failed, with the last words that it said, if it crashed.
fn why(run: &Run, verdict: Verdict) -> String {
    let said = String::from_utf8_lossy(&run.stderr);
    let last = said.lines().rev().map(str::trim).find(|line| !line.is_empty());
    match last {
        Some(last) if verdict == Verdict::RuntimeError => {
            let last: String = last.chars().take(LAST_WORDS).collect();
            format!("{}: {}", run.ending, on_one_line(&last))
        }
        Some(_) | None => run.ending.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ending: Ending, cpu_ms: u64, stdout: &str) -> Run {
        Run {
            ending,
            stdout: stdout.into(),
            stderr: b"Traceback\nValueError: no\n".to_vec(),
            cpu: Duration::from_millis(cpu_ms),
            wall: Duration::from_millis(cpu_ms),
            memory_bytes: 1,
        }
    }

    const LIMITS: Limits = Limits {
        cpu: Duration::from_millis(1000),
        wall: Duration::from_secs(5),
        memory_bytes: 1 << 28,
        output_bytes: 1 << 23,
    };

    #[test]
    fn verdicts_by_end_time_and_output() {
        let expected = JudgeAnswer::unchecked(42);
        let table = [
            (run(Ending::Exited(0), 10, "42\n"), Verdict::Accepted, None),
            (
                run(Ending::Exited(0), 10, "41\n"),
                Verdict::WrongAnswer,
                Some("wrong value at 1:1, expected: '42', found: '41'"),
            ),
            // A right answer does not help who is late, nor does a crash hide it.
            (run(Ending::Exited(0), 1001, "42\n"), Verdict::TimeLimit, Some("out of CPU time")),
            (run(Ending::Signal(11), 1001, ""), Verdict::TimeLimit, Some("out of CPU time")),
            (
                run(Ending::Exited(1), 10, "42\n"),
                Verdict::RuntimeError,
                Some("exit code 1: ValueError: no"),
            ),
            (
                run(Ending::Signal(11), 10, ""),
                Verdict::RuntimeError,
                Some("signal 11 (SIGSEGV): ValueError: no"),
            ),
            (run(Ending::WallLimit, 10, ""), Verdict::TimeLimit, Some("out of wall-clock time")),
            (run(Ending::MemoryLimit, 10, ""), Verdict::MemoryLimit, Some("out of memory")),
            (run(Ending::OutputLimit, 10, ""), Verdict::OutputLimit, Some("too much output")),
            (run(Ending::Fault("f".into()), 0, ""), Verdict::JudgeError, Some("f")),
        ];
        for (run, verdict, why) in table {
            let trial = judge(&run, expected, &LIMITS);
            assert_eq!((trial.verdict, trial.why.as_deref()), (verdict, why));
        }
    }

    #[test]
    fn what_is_near_the_limit_is_repeated() {
        let table = [
            (Ending::Exited(0), 699, Near::No),
            (Ending::Exited(0), 700, Near::Yes),
            (Ending::Exited(1), 1500, Near::Yes),
            (Ending::Exited(0), 1501, Near::No),
            (Ending::CpuLimit, 1500, Near::No),
            (Ending::WallLimit, 5, Near::No),
            (Ending::WallLimit, 400, Near::Yes),
        ];
        for (ending, cpu, expected) in table {
            assert_eq!(near(&run(ending.clone(), cpu, ""), &LIMITS), expected, "{ending} {cpu}");
        }
    }
}
