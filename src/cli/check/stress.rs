//! `check --stress`: states without end until a submission fails, and a small one of those.

use super::submissions::{self, Read};
use super::{Args, finding};
use crate::cli::output::{self, Failure};
use crate::cli::{FINE, REJECTED, interrupt, paths};
use crate::duration;
use crate::input::State;
use crate::judge::JudgeAnswer;
use crate::judge::escape::on_one_line;
use crate::judge::trial::{Trial, try_input};
use crate::report::count;
use crate::run::{Limits, Program, Sandbox};
use crate::stress::{Reached, hunt, shrink};
use crate::verdict::Verdict;
use indicatif::ProgressBar;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

/// What asks for something else than to look for a state.
const NO_HUNT: [&str; 4] = ["submissions", "outputs", "test", "mutants"];

/// Options of `check --stress`.
#[derive(Debug, clap::Args)]
#[group(id = "stress-options")]
pub(super) struct Options {
    /// Look for a state on which SUBMISSION fails, make it small, and print it
    #[arg(
        long,
        value_name = "SUBMISSION",
        conflicts_with_all = ["submissions", "outputs", "test"]
    )]
    pub(super) stress: Option<PathBuf>,

    /// How long --stress looks, as in 500ms, 30s or 2m
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        value_parser = some_time,
        requires = "stress",
        conflicts_with_all = NO_HUNT
    )]
    time: Duration,

    /// The seed of the states of --stress [default: from the clock; it is printed]
    #[arg(long, value_name = "N", requires = "stress", conflicts_with_all = NO_HUNT)]
    seed: Option<u64>,

    /// Add the state that --stress or --mutants found to the plan, as the test NAME, unless a test
    /// has it already
    #[arg(long, value_name = "NAME", conflicts_with_all = ["outputs", "test"])]
    pub(super) save: Option<String>,
}

/// How often a submission is run while its state is made small.
const QUESTIONS: u32 = 600;

/// The name under which a finding is offered when none was asked for.
const OFFERED: &str = "counterexample";

/// Reads a time in which something can be looked for.
fn some_time(text: &str) -> Result<Duration, String> {
    match duration::parse(text)? {
        Duration::ZERO => Err("expected more than 0".to_owned()),
        time => Ok(time),
    }
}

/// A submission that is asked for its answers.
struct Asked<'a> {
    sandbox: &'a Sandbox,
    program: &'a Program,
    limits: &'a Limits,
    /// Read while a run may have others beside it, written by one that must be alone.
    others: &'a RwLock<()>,
    /// The first fault of the judges' own.
    fault: &'a Mutex<Option<String>>,
}

impl Asked<'_> {
    /// What becomes of the submission on a state; `None` if no game has its totals, or after a
    /// fault of the judges' own.
    fn answer(&self, state: &State) -> Option<Trial> {
        let expected = JudgeAnswer::of(state).ok()?;
        let input = state.to_string();
        let beside = self.others.read().unwrap_or_else(PoisonError::into_inner);
        let alone = || {
            drop(beside);
            self.others.write().unwrap_or_else(PoisonError::into_inner)
        };
        let question = (input.as_bytes(), expected);
        let trial = try_input(self.sandbox, self.program, question, self.limits, alone);
        if trial.verdict == Verdict::JudgeError {
            let why = trial.why.clone().unwrap_or_default();
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
            return None;
        }
        Some(trial)
    }

    fn fails(&self, state: &State) -> bool {
        self.answer(state).is_some_and(|trial| trial.verdict != Verdict::Accepted)
    }

    fn fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Looks for a state on which the submission fails; returns the exit status: 1 if there is one.
pub(super) fn run(args: &Args, path: &Path) -> Result<u8, Failure> {
    interrupt::watch();
    let problem = paths::problem_folder(args.problem.as_deref());
    let plan = match submissions::read_plan(&problem, args)? {
        Read::Plan(plan) => Some(*plan),
        Read::None => None,
        Read::Rejected(status) => return Ok(status),
    };
    let limits = submissions::limits(args, plan.as_ref());
    let (toolchain, sandbox) = submissions::machine(args)?;
    let name = on_one_line(&path.display().to_string());
    let program = match toolchain.compile(&sandbox, path) {
        Ok(program) => program,
        Err(fault) if fault.is_compile_error() => {
            output::message(&format!("error: {name}: {}: {fault}\n", Verdict::CompileError));
            return Ok(REJECTED);
        }
        Err(fault) => return Err(Failure::Usage(format!("{name}: {fault}"))),
    };
    let source = finding::source(&problem, args.stress.seed.unwrap_or_else(seed_of_the_clock))?;
    let (others, fault) = (RwLock::new(()), Mutex::new(None));
    let asked = Asked {
        sandbox: &sandbox,
        program: &program,
        limits: &limits,
        others: &others,
        fault: &fault,
    };
    let time = args.stress.time;
    let (hunted, small) = paths::with_jobs(args.jobs, || {
        let (start, bar) = (Instant::now(), ProgressBar::new_spinner());
        let batch = u64::try_from(2 * rayon::current_num_threads()).unwrap_or(1);
        let stop = |tried| {
            bar.set_message(format!("{tried} states"));
            bar.tick();
            start.elapsed() >= time || asked.fault().is_some()
        };
        let hunted = hunt(&source, batch, &|state| asked.fails(state), stop);
        let start = Instant::now();
        let small = hunted.found.as_ref().map(|found| {
            bar.set_message("making the state small");
            // A submission that is slow may be asked less often.
            let mut fails = |state: &State| start.elapsed() < time && asked.fails(state);
            shrink(&source, found.reached.clone(), &mut fails, QUESTIONS)
        });
        bar.finish_and_clear();
        (hunted, small)
    })?;
    if let Some(why) = asked.fault() {
        return Err(Failure::Usage(format!("{name}: the judges' own fault: {why}")));
    }
    let seed = source.seed();
    let (Some(found), Some(small)) = (hunted.found, small) else {
        return survived(args, &name, seed, hunted.tried);
    };
    // What is reported is seen once more; else as it was found.
    let again = |reached: &Reached| {
        let state = reached.state();
        let trials = (0..AGAIN).filter_map(|_| asked.answer(&state));
        trials.into_iter().find(|trial| trial.verdict != Verdict::Accepted)
    };
    let seen = again(&small.reached).map(|trial| (trial, &small.reached));
    let seen = seen.or_else(|| again(&found.reached).map(|trial| (trial, &found.reached)));
    let Some((trial, reached)) = seen else {
        let index = found.index;
        output::message(&format!(
            "error: {name}: failed on state {index} of seed {seed}, but not when it was asked again: \
             its answers differ from run to run\n"
        ));
        return Ok(REJECTED);
    };
    let report = Report { name: &name, seed, index: found.index, asked: small.asked, trial };
    report.print(args, reached)?;
    if let Some(wanted) = &args.stress.save {
        output::message(&finding::save(&problem, wanted, &report.reason(), reached)?);
    }
    Ok(REJECTED)
}

/// How often a failure is looked for again.
const AGAIN: usize = 5;

/// A seed that nobody chose.
fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    u64::from(now.subsec_nanos()) / 1_000 + now.as_secs() % 1_000 * 1_000_000
}

fn survived(args: &Args, name: &str, seed: u64, tried: u64) -> Result<u8, Failure> {
    let text = if args.json {
        let line = Line {
            submission: name,
            seed,
            states: tried,
            verdict: Verdict::Accepted.short(),
            why: None,
            input: None,
            expected: None,
            test: None,
        };
        line.text()
    } else {
        format!("{name}: AC on {} of seed {seed}\n", count(tried, "state"))
    };
    output::result(&text)?;
    Ok(FINE)
}

/// What is said of a finding.
struct Report<'a> {
    name: &'a str,
    seed: u64,
    index: u64,
    asked: u32,
    trial: Trial,
}

impl Report<'_> {
    fn why(&self) -> String {
        self.trial.why.clone().unwrap_or_default()
    }

    /// Why the state is a test, for the plan.
    fn reason(&self) -> String {
        format!("kills {}: {}", self.name, self.why())
    }

    fn print(&self, args: &Args, reached: &Reached) -> Result<(), Failure> {
        let wanted = args.stress.save.as_deref().unwrap_or(OFFERED);
        let test = finding::as_test(wanted, &self.reason(), reached);
        if args.json {
            let line = Line {
                submission: self.name,
                seed: self.seed,
                states: self.index + 1,
                verdict: self.trial.verdict.short(),
                why: Some(self.why()),
                input: Some(reached.state().to_string()),
                expected: Some(reached.totals().moves),
                test: Some(test),
            };
            return output::result(&line.text());
        }
        let text = format!(
            "{}: {} on state {} of seed {}, made small in {}\n{}\n{}\nas a test of the plan:\n{test}",
            self.name,
            self.trial.verdict,
            self.index,
            self.seed,
            count(self.asked.into(), "run"),
            self.why(),
            finding::shown(reached),
        );
        output::result(&text)?;
        if args.stress.save.is_none() && finding::needs_witness(reached) {
            output::message("its proof is written with --save NAME\n");
        }
        Ok(())
    }
}

/// The result in `--json`; what does not apply is null.
#[derive(Serialize)]
struct Line<'a> {
    submission: &'a str,
    seed: u64,
    /// How many states were tried, the failing one included.
    states: u64,
    verdict: &'a str,
    why: Option<String>,
    input: Option<String>,
    expected: Option<u64>,
    test: Option<String>,
}

impl Line<'_> {
    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}
