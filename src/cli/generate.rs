//! `game-moves gen`: write the test data of the plan.

mod export;
mod make;
mod report;

use super::output::{self, Failure};
use super::{FINE, REJECTED, interrupt, paths};
use crate::input::place;
use crate::package::case::{self, Made};
use crate::package::data::{self, DataError, Scope, Update};
use crate::package::export::{Source, problem_yaml};
use crate::package::lock::Kind;
use crate::package::stock::Reuse;
use crate::package::{Files, gather, suite};
use crate::plan::{self, Case, Plan, Span};
use crate::report::{Diagnostic, drawing};
use globset::{Glob, GlobMatcher};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `gen`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 fine, 1 the plan cannot be kept or (with --check) the data \
differ from it, 2 usage or I/O."
)]
pub struct Args {
    /// The problem folder [default: ./problem, or . if it holds plan.toml]
    #[arg(long, value_name = "DIR")]
    problem: Option<PathBuf>,

    /// Write nothing; fail if anything would change
    #[arg(long)]
    check: bool,

    /// Make only the cases whose name matches, leave the others and skip the coverage
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,

    /// Build every constructed witness anew instead of verifying and using the one that is there
    #[arg(long)]
    rebuild: bool,

    /// Print one JSON object a case
    #[arg(long)]
    json: bool,

    /// How many cases are made at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = paths::jobs)]
    jobs: Option<usize>,

    #[command(flatten)]
    packages: export::Packages,
}

/// Whether the data are brought up to date or only compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Write,
    Check,
}

impl Mode {
    /// What becomes of files: the words for those written and those removed.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Write => ("written", "removed"),
            Self::Check => ("to be written", "to be removed"),
        }
    }
}

impl Args {
    const fn mode(&self) -> Mode {
        if self.check { Mode::Check } else { Mode::Write }
    }
}

/// How long the game to a hand-written state is searched for.
const BUDGET: Duration = Duration::from_secs(60);

/// Makes the cases, holds them together and writes the data; returns the exit status.
///
/// # Errors
/// If the folder cannot be used, or the request makes no sense.
pub fn run(args: &Args) -> Result<u8, Failure> {
    if args.packages.any() && (args.only.is_some() || args.json) {
        let message =
            "a package is made of the whole plan, and tells no JSON: drop --only and --json";
        return Err(Failure::Usage(message.to_owned()));
    }
    let folder = paths::problem_folder(args.problem.as_deref());
    let path = folder.join("plan.toml");
    let bytes = paths::read_plain(&path)?;
    let _alone = paths::exclusive(&folder)?;
    interrupt::watch();
    let file = match PlanFile::new(&path, bytes) {
        Ok(file) => file,
        Err(diagnostic) => {
            output::message(&diagnostic.render());
            return Ok(REJECTED);
        }
    };
    let plan = match plan::parse(&file.text) {
        Ok(plan) => plan,
        Err(faults) => {
            return Ok(file.reject(faults.into_iter().map(|fault| (fault.span, fault.message))));
        }
    };
    let missing = gather::missing_submissions(&plan, &folder);
    if !missing.is_empty() {
        return Ok(file.reject(missing.into_iter().map(|fault| (fault.span, fault.message))));
    }
    let (cases, scope) = select(&plan, args.only.as_deref())?;
    let lock = data::read_lock(&folder, Kind::Problem).map_err(failure)?;
    let reuse = if args.rebuild { Reuse::Nothing } else { Reuse::Verified };
    let (stock, made) = paths::with_jobs(args.jobs, || {
        let (stock, faults) = make::fill_stock(&cases, &folder, &lock, reuse);
        let made =
            if faults.is_empty() { make::make_all(&plan, &cases, &folder, &stock) } else { vec![] };
        (stock, faults.into_iter().map(Err).chain(made).collect())
    })?;
    let (made, mut faults) = split(made);
    if faults.is_empty() {
        faults.extend(suite::duplicates(&made, |at| file.line(at)));
        if scope == Scope::Whole {
            faults.extend(suite::uncovered(&made, &plan.needs));
        }
    }
    if !faults.is_empty() {
        return Ok(file.reject(faults.into_iter().map(|fault| (fault.span, fault.message))));
    }
    let figures = figures(&plan);
    if args.packages.any() {
        let source = Source { folder: &folder, plan: &plan, cases: &made, figures: &figures };
        return export::run(&args.packages, &source, args.mode());
    }
    let mut wanted = data::files(&made, &stock);
    wanted.extend(figures);
    wanted.extend(problem_yaml(&plan));
    let update = Update::plan(&folder, Kind::Problem, lock, wanted, scope).map_err(failure)?;
    if !args.check {
        update.apply(&folder).map_err(failure)?;
    }
    if args.json {
        report::print_json(&made, &update)?;
    } else {
        output::result(&report::summary(&plan, &made, &update, &stock, scope, args.mode()))?;
    }
    report::warn(&folder, &update);
    if args.check && !update.is_current() {
        output::message(&report::differences(&folder, &update));
        return Ok(REJECTED);
    }
    Ok(FINE)
}

/// The statement's figures, drawn.
fn figures(plan: &Plan) -> Files {
    let boards = plan.figures.iter().flat_map(|figure| {
        figure.lettered().map(|(letter, drawn)| {
            let path = format!("problem_statement/{}{letter}.pdf", figure.name);
            (path, drawing::pdf(&drawn.board, drawn.newborn).into_bytes())
        })
    });
    boards.collect()
}

/// The plan's text and where it came from, for diagnostics.
pub(super) struct PlanFile {
    name: String,
    pub(super) text: String,
}

impl PlanFile {
    pub(super) fn new(path: &Path, bytes: Vec<u8>) -> Result<Self, Box<Diagnostic>> {
        let name = path.display().to_string();
        String::from_utf8(bytes).map(|text| Self { name: name.clone(), text }).map_err(|error| {
            let (line, column) = place(error.as_bytes(), error.utf8_error().valid_up_to());
            let diagnostic = Diagnostic::error(name, "the plan is not UTF-8 here");
            Box::new(diagnostic.at(error.as_bytes(), line, column, 1))
        })
    }

    fn line(&self, at: usize) -> usize {
        place(self.text.as_bytes(), at).0
    }

    /// Prints the faults in the order of their places.
    pub(super) fn reject(&self, faults: impl Iterator<Item = (Span, String)>) -> u8 {
        let mut faults: Vec<(Span, String)> = faults.collect();
        faults.sort_by_key(|(span, _)| span.start);
        for (span, message) in &faults {
            let diagnostic = Diagnostic::error(self.name.as_str(), message.as_str());
            output::message(&diagnostic.at_span(&self.text, span).render());
        }
        if faults.len() > 1 {
            output::message(&format!("{} errors; nothing was written\n", faults.len()));
        }
        REJECTED
    }
}

/// The cases to be made.
fn select<'a>(plan: &'a Plan, only: Option<&str>) -> Result<(Vec<Case<'a>>, Scope), Failure> {
    let cases = plan::expand(plan);
    let Some(only) = only else { return Ok((cases, Scope::Whole)) };
    let glob: GlobMatcher = Glob::new(only)
        .map_err(|error| Failure::Usage(format!("--only: {error}")))?
        .compile_matcher();
    let cases: Vec<Case<'a>> = cases.into_iter().filter(|case| glob.is_match(&case.name)).collect();
    if cases.is_empty() {
        return Err(Failure::Usage(format!("no test of the plan matches `{only}`")));
    }
    Ok((cases, Scope::Part))
}

fn failure(error: DataError) -> Failure {
    match error {
        DataError::Io(action, path, error) => Failure::io(action, &path, error),
        error @ (DataError::Lock(..) | DataError::InTheWay(_) | DataError::Link(_)) => {
            Failure::Usage(error.to_string())
        }
    }
}

fn split(made: Vec<Result<Made, case::Fault>>) -> (Vec<Made>, Vec<case::Fault>) {
    let (mut cases, mut faults) = (Vec::new(), Vec::new());
    for one in made {
        match one {
            Ok(case) => cases.push(case),
            Err(fault) => faults.push(fault),
        }
    }
    (cases, faults)
}
