//! What `gen` says: the summary, warnings, differences, JSON.

use super::Mode;
use crate::cli::output::{self, Failure};
use crate::game::Size;
use crate::package::case::Made;
use crate::package::data::{Change, Scope, Update};
use crate::package::stock::Stock;
use crate::package::suite;
use crate::plan::{Group, Plan};
use crate::report::{Diagnostic, Severity, count};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

pub(super) fn summary(
    plan: &Plan,
    made: &[Made],
    update: &Update,
    stock: &Stock,
    scope: Scope,
    mode: Mode,
) -> String {
    let mut out = counts(made);
    let (written, removed) = mode.words();
    let _ = writeln!(
        out,
        "files: {} {written}, {} unchanged, {} {removed}",
        update.count(Change::Written),
        update.count(Change::Unchanged),
        update.count(Change::Removed)
    );
    if !stock.is_empty() {
        let surplus: Vec<(&str, u64)> = stock.surplus_moves().collect();
        let _ = writeln!(
            out,
            "constructed: {} witnesses; {} single tiles in the fewest moves there are",
            stock.len(),
            surplus.iter().filter(|(_, more)| *more == 0).count()
        );
        for (name, more) in surplus.into_iter().filter(|(_, more)| *more > 0) {
            let _ = writeln!(out, "  {name}: {} more than the fewest", count(more, "move"));
        }
    }
    let needs = plan.needs.len();
    let _ = match scope {
        Scope::Whole => writeln!(out, "coverage: {needs} of {needs} needs met"),
        Scope::Part => writeln!(out, "coverage: not looked at, as only a part was made"),
    };
    out
}

/// How many tests there are, of each group and of each size.
pub(super) fn counts(made: &[Made]) -> String {
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
    out
}

/// Files that are left alone but that a setter should know of.
pub(super) fn warn(folder: &Path, update: &Update) {
    for path in &update.strangers {
        warn_of(folder, path, "the file belongs to no test of the plan; it is left alone");
    }
    for path in &update.edited {
        let message = "its test left the plan, but the file was edited since; it is left alone";
        warn_of(folder, path, message);
    }
}

/// Tells of files that no package holds.
pub(super) fn warn_of_unlisted(folder: &Path, paths: &[String]) {
    for path in paths {
        warn_of(folder, path, "the plan does not name it; it is left out of the package");
    }
}

fn warn_of(folder: &Path, path: &str, message: &str) {
    let mut diagnostic = Diagnostic::error(folder.join(path).display().to_string(), message);
    diagnostic.severity = Severity::Warning;
    output::message(&diagnostic.render());
}

pub(super) fn differences(folder: &Path, update: &Update) -> String {
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
        let path = folder.join(update.kind().lock_name()).display().to_string();
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

pub(super) fn print_json(made: &[Made], update: &Update) -> Result<(), Failure> {
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
