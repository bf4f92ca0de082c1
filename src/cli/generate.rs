//! `game-moves gen`: write the test data of the plan.

use super::output::{self, Failure};
use super::{FINE, REJECTED, paths, table};
use crate::build::{Progress, Recipe};
use crate::game::Size;
use crate::package::case::{self, Made};
use crate::package::data::{self, Change, DataError, Scope, Update};
use crate::package::lock::Lock;
use crate::package::stock::{self, Reuse, Stock};
use crate::package::suite;
use crate::plan::{self, Case, Group, Plan, Source, Span};
use crate::reach;
use crate::report::{Diagnostic, Severity};
use globset::{Glob, GlobMatcher};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
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
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

/// How long the game to a hand-written state is searched for.
const BUDGET: Duration = Duration::from_secs(60);

/// Makes the cases, holds them together and writes the data; returns the exit status.
///
/// # Errors
/// If the folder cannot be used, or the request makes no sense.
pub fn run(args: &Args) -> Result<u8, Failure> {
    let folder = paths::problem_folder(args.problem.as_deref());
    let path = folder.join("plan.toml");
    let bytes = fs::read(&path).map_err(|error| Failure::io("read", &path, error))?;
    let file = PlanFile::new(&path, bytes)?;
    let plan = match plan::parse(&file.text) {
        Ok(plan) => plan,
        Err(faults) => {
            return Ok(file.reject(faults.into_iter().map(|fault| (fault.span, fault.message))));
        }
    };
    let (cases, scope) = select(&plan, args.only.as_deref())?;
    let lock = data::read_lock(&folder).map_err(failure)?;
    let reuse = if args.rebuild { Reuse::Nothing } else { Reuse::Verified };
    let (stock, made) = paths::with_jobs(args.jobs, || {
        let (stock, faults) = fill_stock(&cases, &folder, &lock, reuse);
        let made =
            if faults.is_empty() { make_all(&plan, &cases, &folder, &stock) } else { vec![] };
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
    let update = Update::plan(&folder, lock, &made, &stock, scope).map_err(failure)?;
    if !args.check {
        update.apply(&folder).map_err(failure)?;
    }
    if args.json {
        print_json(&made, &update)?;
    } else {
        output::result(&summary(&plan, &made, &update, scope))?;
    }
    warn(&folder, &update);
    if args.check && !update.is_current() {
        output::message(&differences(&folder, &update));
        return Ok(REJECTED);
    }
    Ok(FINE)
}

/// The plan's text and where it came from, for diagnostics.
struct PlanFile {
    name: String,
    text: String,
}

impl PlanFile {
    fn new(path: &Path, bytes: Vec<u8>) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::Usage(format!("`{name}` is not UTF-8")))?;
        Ok(Self { name, text })
    }

    fn line(&self, at: usize) -> usize {
        self.text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// Prints the faults in the order of their places.
    fn reject(&self, faults: impl Iterator<Item = (Span, String)>) -> u8 {
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

/// The constructed witnesses that the cases need, and why some cannot be had.
fn fill_stock(
    cases: &[Case<'_>],
    folder: &Path,
    lock: &Lock,
    reuse: Reuse,
) -> (Stock, Vec<case::Fault>) {
    let mut wanted: Vec<(Recipe, Span)> = Vec::new();
    for case in cases {
        if let (Source::Build(build), Some(size)) = (&case.test.source, case.size) {
            let recipe = build.recipe(size);
            if !wanted.iter().any(|(known, _)| *known == recipe) {
                wanted.push((recipe, build.span.clone()));
            }
        }
    }
    let bars = MultiProgress::new();
    let entries: Vec<_> = wanted
        .par_iter()
        .map(|(recipe, _)| {
            let bar = bars.add(bar(0, &format!("places of the {0}x{0} tower", recipe.size)));
            let progress = |Progress { done, of }: Progress| {
                bar.set_length(of as u64);
                bar.set_position(done as u64);
            };
            let entry = stock::obtain(recipe, folder, lock, reuse, &progress);
            bar.finish_and_clear();
            entry
        })
        .collect();
    let (mut stock, mut faults) = (Stock::default(), Vec::new());
    for ((recipe, span), entry) in wanted.into_iter().zip(entries) {
        match entry {
            Ok(entry) => stock.add(&recipe, entry),
            Err(error) => {
                let message = format!("n = {}: {error}", recipe.size);
                faults.push(case::Fault { span, message });
            }
        }
    }
    (stock, faults)
}

fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar.with_message(unit.to_owned())
}

/// Makes the cases side by side; the order of the results is that of the cases.
fn make_all(
    plan: &Plan,
    cases: &[Case<'_>],
    folder: &Path,
    stock: &Stock,
) -> Vec<Result<Made, case::Fault>> {
    let bar = bar(cases.len() as u64, "tests");
    let table = table::of_user();
    let options =
        reach::Options { budget: BUDGET, table: Some(&table), ..reach::Options::default() };
    let made = cases
        .par_iter()
        .map(|one| {
            let made = case::make(&plan.seed, one, folder, stock, &options);
            bar.inc(1);
            made
        })
        .collect();
    bar.finish_and_clear();
    made
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

fn failure(error: DataError) -> Failure {
    match error {
        DataError::Io(action, path, error) => Failure::io(action, &path, error),
        error @ (DataError::Lock(..) | DataError::InTheWay(_)) => Failure::Usage(error.to_string()),
    }
}

fn summary(plan: &Plan, made: &[Made], update: &Update, scope: Scope) -> String {
    let mut out = String::new();
    let groups: Vec<String> = Group::ALL
        .iter()
        .map(|&group| format!("{} {}", suite::count_group(made, group), group.name()))
        .collect();
    let _ = writeln!(out, "{} tests: {}", made.len(), groups.join(", "));
    let sizes: Vec<String> = Size::ALL
        .iter()
        .map(|&size| (size, suite::count_size(made, size)))
        .filter(|&(_, count)| count > 0)
        .map(|(size, count)| format!("n={size}: {count}"))
        .collect();
    let _ = writeln!(out, "sizes: {}", sizes.join(", "));
    let _ = writeln!(
        out,
        "files: {} written, {} unchanged, {} removed",
        update.count(Change::Written),
        update.count(Change::Unchanged),
        update.count(Change::Removed)
    );
    let needs = plan.needs.len();
    let _ = match scope {
        Scope::Whole => writeln!(out, "coverage: {needs} of {needs} needs met"),
        Scope::Part => writeln!(out, "coverage: not looked at, as only a part was made"),
    };
    out
}

/// Files that are left alone but that a setter should know of.
fn warn(folder: &Path, update: &Update) {
    let warn = |path: &str, message: &str| {
        let mut diagnostic = Diagnostic::error(folder.join(path).display().to_string(), message);
        diagnostic.severity = Severity::Warning;
        output::message(&diagnostic.render());
    };
    for path in &update.strangers {
        warn(path, "the file belongs to no test of the plan; it is left alone");
    }
    for path in &update.edited {
        warn(path, "its test left the plan, but the file was edited since; it is left alone");
    }
}

fn differences(folder: &Path, update: &Update) -> String {
    let mut out = String::new();
    for (path, change) in &update.changes {
        let what = match change {
            Change::Unchanged => continue,
            Change::Written => "differs from the plan",
            Change::Removed => "belongs to no test of the plan",
        };
        let path = folder.join(path).display().to_string();
        out.push_str(&Diagnostic::error(path, what).render());
    }
    if !update.lock_current {
        let path = folder.join(crate::package::lock::NAME).display().to_string();
        out.push_str(&Diagnostic::error(path, "differs from the plan").render());
    }
    out.push_str(" help: run `game-moves gen` to bring the data up to date\n");
    out
}

/// One line of `--json`; a removed test has only its name and group.
#[derive(Serialize)]
struct JsonLine<'a> {
    test: &'a str,
    group: &'a str,
    n: Option<usize>,
    moves: Option<u64>,
    fours: Option<u64>,
    max_rank: Option<u8>,
    status: &'static str,
}

fn print_json(made: &[Made], update: &Update) -> Result<(), Failure> {
    let mut out = String::new();
    let mut line = |line: &JsonLine<'_>| {
        out.push_str(&serde_json::to_string(line).unwrap_or_default());
        out.push('\n');
    };
    for case in made {
        let (board, totals) = (case.verified.board(), case.verified.totals());
        line(&JsonLine {
            test: &case.name,
            group: case.group.name(),
            n: Some(board.size().side()),
            moves: Some(totals.moves),
            fours: Some(totals.fours),
            max_rank: Some(board.max_rank()),
            status: update.of_case(case).word(),
        });
    }
    for (path, change) in &update.changes {
        let parts: Vec<&str> = path.split('/').collect();
        if let (Change::Removed, [_, group, file]) = (change, &parts[..])
            && let Some(test) = file.strip_suffix(".in")
        {
            let status = Change::Removed.word();
            line(&JsonLine {
                test,
                group,
                n: None,
                moves: None,
                fours: None,
                max_rank: None,
                status,
            });
        }
    }
    output::result(&out)
}
