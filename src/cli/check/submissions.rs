//! `check` of submissions: gathering them, building them, running them, printing what came of it.

use super::{Args, folder, matrix};
use crate::cli::generate::PlanFile;
use crate::cli::output::{self, Failure};
use crate::cli::{FINE, REJECTED, interrupt, paths};
use crate::judge::escape::on_one_line;
use crate::judge::matrix::{Missed, Row, Unbuilt};
use crate::judge::trial::{self, Test};
use crate::plan::{self, Plan, Submission, submission};
use crate::run::{Choice, Languages, Limits, Program, Sandbox, Toolchain, Trust};
use crate::verdict::Verdict;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What asks for no run.
const NO_RUN: [&str; 3] = ["outputs", "test", "mutants"];

/// How submissions are run and shown.
#[derive(Debug, clap::Args)]
#[group(id = "running")]
pub(super) struct Options {
    /// The CPU time of a run; the wall-clock time is thrice that and 2 seconds [default: the plan's]
    #[arg(long, value_name = "DURATION", value_parser = submission::time, conflicts_with_all = NO_RUN)]
    time_limit: Option<Duration>,

    /// The memory of a run in MiB [default: the plan's]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65536), conflicts_with_all = NO_RUN)]
    memory_limit: Option<u32>,

    /// What each line of the details is about
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value_t,
        conflicts_with_all = ["outputs", "test", "mutants", "stress", "json"]
    )]
    by: By,

    /// What holds the submissions
    ///
    /// Every run has limits on CPU time, wall-clock time, memory, output and processes, an own
    /// working folder, session and environment, and no open files but its streams; it is ended
    /// with all of its descendants. As root, it runs in the name of a user of its own, who may
    /// read what everybody may and write nowhere but to temporary folders of its own; as another
    /// user it runs in that user's name and may read and write that user's files. The network is
    /// not closed. `bwrap` adds bubblewrap: no network, no files but the system's programs.
    /// Compilers are held likewise, and where there are namespaces they see the system's folders,
    /// their own and the source, and no network. Without namespaces, as with `plain`, a source can
    /// include any file that the user of the runs may read, a judge answer too: as root those that
    /// everybody may read (or all, if only you can come to the compiler), as another user all that
    /// you may.
    #[arg(long, value_name = "HOW", value_enum, default_value_t, conflicts_with_all = NO_RUN)]
    sandbox: Choice,

    /// Run submissions even where nothing bounds the processes that they start
    #[arg(long = "unsafe", conflicts_with_all = NO_RUN)]
    trusting: bool,

    /// A table of languages whose entries replace the built-in ones
    /// [default: ~/.config/game-moves/languages.toml, if there is one]
    #[arg(long, value_name = "FILE", conflicts_with_all = NO_RUN)]
    languages: Option<PathBuf>,
}

/// What the details are listed by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum By {
    /// What kills each submission.
    #[default]
    Submission,
    /// What each test kills.
    Test,
}

impl Args {
    pub(super) const fn by(&self) -> By {
        self.running.by
    }
}

/// A submission to be run.
struct Entrant<'a> {
    /// As it is shown and told apart.
    name: String,
    path: PathBuf,
    known: Option<&'a Submission>,
}

/// Runs the submissions that the arguments name, or those of the plan, on every test.
pub(super) fn check(args: &Args) -> Result<u8, Failure> {
    interrupt::watch();
    let problem = paths::problem_folder(args.problem.as_deref());
    let plan = match read_plan(&problem, args)? {
        Read::Plan(plan) => Some(*plan),
        Read::None => None,
        Read::Rejected(status) => return Ok(status),
    };
    let entrants = entrants(args, &problem, plan.as_ref())?;
    let cases = folder::cases(args)?;
    let limits = limits(args, plan.as_ref());
    let (toolchain, sandbox) = machine(args)?;
    let bar = ProgressBar::new(0);
    let (tests, rows) = paths::with_jobs(args.jobs, || {
        let tests: Vec<Test> = cases.par_iter().map(Test::new).collect();
        let built: Vec<_> =
            entrants.par_iter().map(|one| toolchain.compile(&sandbox, &one.path)).collect();
        let programs: Vec<Program> = built.iter().flatten().cloned().collect();
        bar.set_length((programs.len() * tests.len()) as u64);
        let mut trials =
            trial::run_all(&sandbox, &programs, &tests, &limits, || bar.inc(1)).into_iter();
        let rows: Vec<Row> = entrants
            .iter()
            .zip(built)
            .map(|(entrant, built)| {
                let outcome = match built {
                    Ok(_) => Ok(trials.next().unwrap_or_default()),
                    Err(fault) => Err(Unbuilt {
                        verdict: if fault.is_compile_error() {
                            Verdict::CompileError
                        } else {
                            Verdict::JudgeError
                        },
                        why: fault.to_string(),
                    }),
                };
                row(entrant, outcome, &tests)
            })
            .collect();
        (tests, rows)
    })?;
    bar.finish_and_clear();
    let needs = plan.as_ref().map_or(&[][..], |plan| &plan.needs);
    let shown =
        matrix::Shown { rows: &rows, tests: &tests, limits: &limits, needs, sandbox: &sandbox };
    output::result(&if args.json { shown.json() } else { shown.text(args.by()) })?;
    Ok(if rows.iter().all(Row::is_fine) { FINE } else { REJECTED })
}

/// What builds submissions, and what holds them.
pub(super) fn machine(args: &Args) -> Result<(Toolchain, Sandbox), Failure> {
    let toolchain = Toolchain::new(languages(args)?);
    let helper = std::env::current_exe()
        .map_err(|error| Failure::Usage(format!("cannot find the tool's own binary: {error}")))?;
    let trust = if args.running.trusting { Trust::Everybody } else { Trust::Nobody };
    let sandbox = Sandbox::new(&helper, args.running.sandbox, trust)
        .map_err(|refused| Failure::Usage(refused.to_string()))?;
    Ok((toolchain, sandbox))
}

fn row(entrant: &Entrant<'_>, outcome: Result<Vec<trial::Trial>, Unbuilt>, tests: &[Test]) -> Row {
    let mut row = Row {
        name: entrant.name.clone(),
        expect: entrant.known.map(|known| known.expect.clone()).unwrap_or_default(),
        outcome,
        missed: Vec::new(),
    };
    let trials = row.trials();
    let mut missed = Vec::new();
    for kills in entrant.known.iter().flat_map(|known| &known.kills) {
        for (test, trial) in trials.iter().enumerate() {
            if kills.meant(&tests[test].name) && trial.verdict == Verdict::Accepted {
                missed.push(Missed { asked: kills.text.value.clone(), test });
            }
        }
    }
    row.missed = missed;
    row
}

/// What became of reading the plan.
pub(super) enum Read {
    Plan(Box<Plan>),
    /// There is none, and files were named, so that none is needed.
    None,
    /// It has faults, which were printed.
    Rejected(u8),
}

pub(super) fn read_plan(problem: &Path, args: &Args) -> Result<Read, Failure> {
    let path = problem.join("plan.toml");
    let named = !args.submissions.is_empty() || args.stress.stress.is_some();
    if named && !path.exists() {
        return Ok(Read::None);
    }
    let file = match PlanFile::new(&path, paths::read_plain(&path)?) {
        Ok(file) => file,
        Err(diagnostic) => {
            output::message(&diagnostic.render());
            return Ok(Read::Rejected(REJECTED));
        }
    };
    match plan::parse(&file.text) {
        Ok(plan) => Ok(Read::Plan(Box::new(plan))),
        Err(faults) => {
            let faults = faults.into_iter().map(|fault| (fault.span, fault.message));
            Ok(Read::Rejected(file.reject(faults)))
        }
    }
}

/// The submissions that the arguments name, each with what the plan expects of it, or those of
/// the plan.
fn entrants<'a>(
    args: &Args,
    problem: &Path,
    plan: Option<&'a Plan>,
) -> Result<Vec<Entrant<'a>>, Failure> {
    let of_plan = plan.map_or(&[][..], |plan| &plan.submissions);
    if args.submissions.is_empty() {
        if of_plan.is_empty() {
            let message = "the plan has no [[submission]]: name files to be run, or compare \
                           outputs with --outputs DIR or --test NAME --output FILE";
            return Err(Failure::Usage(message.to_owned()));
        }
        let all = of_plan.iter().map(|known| Entrant {
            name: known.file.value.clone(),
            path: problem.join(&known.file.value),
            known: Some(known),
        });
        return Ok(all.collect());
    }
    args.submissions
        .iter()
        .map(|path| {
            let real = fs::canonicalize(path).map_err(|error| Failure::io("read", path, error))?;
            let is_same = |known: &&Submission| {
                fs::canonicalize(problem.join(&known.file.value)).is_ok_and(|other| other == real)
            };
            let known = of_plan.iter().find(is_same);
            Ok(Entrant { name: on_one_line(&path.to_string_lossy()), path: path.clone(), known })
        })
        .collect()
}

pub(super) fn limits(args: &Args, plan: Option<&Plan>) -> Limits {
    let mut limits = plan.map_or_else(plan::Limits::default, |plan| plan.limits);
    if let Some(time) = args.running.time_limit {
        limits.time = time;
        limits.wall = plan::Limits::usual_wall(time);
    }
    if let Some(memory) = args.running.memory_limit {
        limits.memory_mib = memory;
    }
    Limits::from(&limits)
}

fn languages(args: &Args) -> Result<Languages, Failure> {
    let builtin = Languages::builtin().map_err(Failure::Usage)?;
    let (path, text) = match (&args.running.languages, Languages::users_file()) {
        (Some(path), _) => {
            (path.clone(), fs::read_to_string(path).map_err(|e| Failure::io("read", path, e))?)
        }
        (None, Some(path)) => match fs::read_to_string(&path) {
            Ok(text) => (path, text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(builtin),
            Err(error) => return Err(Failure::io("read", &path, error)),
        },
        (None, None) => return Ok(builtin),
    };
    builtin.with(&text).map_err(|fault| Failure::Usage(format!("{}: {fault}", path.display())))
}
