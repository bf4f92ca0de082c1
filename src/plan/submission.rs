//! `[[submission]]` and `[limits]`: what is run on the tests, what it may use and what must come
//! of it.

use super::check::{Faults, located};
use super::{Located, Plan, expand, raw};
use crate::duration;
use crate::verdict::Verdict;
use globset::{Glob, GlobMatcher};
use std::collections::HashMap;
use std::path::{Component, Path};
use std::time::Duration;
use toml::Spanned;

/// What one run of a submission may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time, all threads together.
    pub time: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// Memory in MiB.
    pub memory_mib: u32,
    /// Output in MiB.
    pub output_mib: u32,
}

impl Limits {
    /// The wall-clock limit where none is asked for: three times the CPU time and two seconds, so
    /// that a busy machine fails nobody and a sleeper ends.
    #[must_use]
    pub fn usual_wall(time: Duration) -> Duration {
        time.saturating_mul(3).saturating_add(Duration::from_secs(2))
    }
}

impl Default for Limits {
    /// 1 second, 256 MiB, 8 MiB.
    fn default() -> Self {
        let time = Duration::from_secs(1);
        Self { time, wall: Self::usual_wall(time), memory_mib: 256, output_mib: 8 }
    }
}

/// The longest time limit.
const MAX_TIME: Duration = Duration::from_secs(600);

/// The shortest time limit.
const MIN_TIME: Duration = Duration::from_millis(10);

/// The largest memory limit, in MiB.
const MAX_MEMORY_MIB: u32 = 1 << 16;

/// The largest output limit, in MiB: what comparing reads.
const MAX_OUTPUT_MIB: u32 = 128;

/// Reads a time limit.
///
/// # Errors
/// Says what is expected.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = duration::parse(text)?;
    let fits = (MIN_TIME..=MAX_TIME).contains(&time);
    fits.then_some(time).ok_or_else(|| "expected a time from 10ms to 10m".to_owned())
}

/// A submission and what must come of it.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The source or executable, relative to the problem folder.
    pub file: Located<String>,
    /// The verdicts any of which it may get, as listed; never empty.
    pub expect: Vec<Verdict>,
    /// Tests that must not accept it.
    pub kills: Vec<Kills>,
}

impl Submission {
    /// Whether the submission must be accepted, or may be.
    #[must_use]
    pub fn may_survive(&self) -> bool {
        self.expect.contains(&Verdict::Accepted)
    }
}

/// The tests of a name or glob.
#[derive(Clone, Debug)]
pub struct Kills {
    /// As written.
    pub text: Located<String>,
    matcher: GlobMatcher,
}

impl Kills {
    /// Whether the test of this name is meant.
    #[must_use]
    pub fn meant(&self, test: &str) -> bool {
        self.matcher.is_match(test)
    }
}

/// The folders of the package format and the verdict that importers expect of what is in them.
const FOLDERS: [(&str, Verdict); 4] = [
    ("accepted", Verdict::Accepted),
    ("wrong_answer", Verdict::WrongAnswer),
    ("time_limit_exceeded", Verdict::TimeLimit),
    ("run_time_error", Verdict::RuntimeError),
];

impl Faults {
    pub(super) fn limits(&mut self, raw: &raw::Limits) -> Limits {
        let usual = Limits::default();
        let time = raw.time.as_ref().and_then(|time| self.duration(time)).unwrap_or(usual.time);
        let wall = raw.wall.as_ref().and_then(|wall| self.duration(wall));
        if let (Some(given), Some(wall)) = (&raw.wall, wall)
            && wall < time
        {
            self.add(given.span(), "the wall-clock limit is below the time limit");
        }
        let memory = raw.memory.as_ref();
        let memory = memory.and_then(|m| self.number("`memory`", m, MAX_MEMORY_MIB));
        let output = raw.output.as_ref();
        let output = output.and_then(|o| self.number("`output`", o, MAX_OUTPUT_MIB));
        Limits {
            time,
            wall: wall.unwrap_or_else(|| Limits::usual_wall(time)),
            memory_mib: memory.unwrap_or(usual.memory_mib),
            output_mib: output.unwrap_or(usual.output_mib),
        }
    }

    fn duration(&mut self, raw: &Spanned<String>) -> Option<Duration> {
        match time(raw.get_ref()) {
            Ok(duration) => Some(duration),
            Err(message) => {
                self.add(raw.span(), message);
                None
            }
        }
    }

    pub(super) fn submission(&mut self, raw: raw::Submission) -> Option<Submission> {
        let file = located(raw.file);
        self.inside(&file);
        let span = raw.expect.span();
        let names = match raw.expect.into_inner() {
            raw::Expect::One(name) => vec![name],
            raw::Expect::AnyOf(names) => names,
        };
        let mut expect = Vec::new();
        for name in &names {
            match Verdict::from_short(name) {
                Some(Verdict::JudgeError) | None => {
                    let known = Verdict::ALL.map(Verdict::short);
                    let known = known[..known.len() - 1].join(", ");
                    let name = name.escape_debug();
                    self.add(span.clone(), format!("`{name}` is no verdict, expected {known}"));
                }
                Some(verdict) => expect.push(verdict),
            }
        }
        if names.is_empty() {
            self.add(span.clone(), "a submission needs a verdict to be expected");
        }
        if let Some((folder, verdict)) = folder_of(&file.value)
            && !expect.is_empty()
            && !expect.contains(&verdict)
        {
            let message = format!("in the folder `{folder}` the verdict {verdict} is expected");
            self.add(span, message);
        }
        let wanted = raw.kills.len();
        let kills: Vec<Kills> = raw.kills.into_iter().filter_map(|one| self.kill(one)).collect();
        if let Some(first) = kills.first()
            && expect == [Verdict::Accepted]
        {
            self.add(first.text.span.clone(), "no test kills a submission that is accepted");
        }
        (!expect.is_empty() && kills.len() == wanted).then_some(Submission { file, expect, kills })
    }

    fn kill(&mut self, raw: Spanned<String>) -> Option<Kills> {
        let text = located(raw);
        match Glob::new(&text.value) {
            Ok(glob) => Some(Kills { text, matcher: glob.compile_matcher() }),
            Err(error) => {
                self.add(text.span.clone(), format!("not a glob: {}", error.kind()));
                None
            }
        }
    }

    /// Every submission is listed once, and the tests that must kill it exist.
    pub(super) fn kills(&mut self, plan: &Plan) {
        let cases = expand(plan);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for submission in &plan.submissions {
            let Located { value, span } = &submission.file;
            if seen.insert(value, span.start).is_some() {
                self.add(span.clone(), format!("the submission `{value}` is listed twice"));
            }
            for kills in &submission.kills {
                if !cases.iter().any(|case| kills.meant(&case.name)) {
                    let message = format!("no test is named `{}`", kills.text.value);
                    self.add(kills.text.span.clone(), message);
                }
            }
        }
    }
}

/// The folder of the package format that a submission lies in, and its verdict.
fn folder_of(file: &str) -> Option<(&'static str, Verdict)> {
    let mut parts = Path::new(file).components();
    if parts.next() != Some(Component::Normal("submissions".as_ref())) {
        return None;
    }
    let folder = parts.next()?.as_os_str();
    FOLDERS.into_iter().find(|(name, _)| folder == *name)
}
