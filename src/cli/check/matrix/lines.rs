//! The matrix for people: a letter a run, then the details.

use super::names::{folded, width, wrapped};
use super::{Shown, letter};
use crate::judge::matrix::{Kills, Row};
use crate::report::count;
use crate::verdict::Verdict;
use std::fmt::Write as _;
use std::time::Duration;

/// How far continued lines are indented.
const INDENT: usize = 4;

/// How many more lines of what a compiler says are shown.
const SAID: usize = 5;

/// Tests are set apart in the matrix in groups of so many.
const GROUP: usize = 10;

/// The matrix, then what became of each submission.
pub(super) fn by_submission(shown: &Shown<'_>, kills: &[Kills], idle: &[usize]) -> String {
    let width = width();
    let mut out = head(shown);
    out.push('\n');
    let label = shown.rows.iter().map(|row| short(row).chars().count()).max().unwrap_or(0);
    for row in shown.rows {
        let letters: Vec<char> = row.trials().iter().map(|trial| letter(trial.verdict)).collect();
        let groups: Vec<String> =
            letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
        let letters = match &row.outcome {
            Ok(_) => groups.join(" "),
            Err(unbuilt) => unbuilt.verdict.to_string(),
        };
        // Continued below the first letter.
        let indented = wrapped(&format!("{:label$}  {letters}", ""), width, label + 2);
        let _ = writeln!(out, "{:label$}{}", short(row), &indented[label..]);
    }
    out.push('\n');
    for row in shown.rows {
        out.push_str(&details(shown, row, width));
    }
    out.push('\n');
    for (test, kills) in shown.tests.iter().zip(kills) {
        // Where there is but one test, all else is plain.
        if !kills.alone.is_empty() && shown.tests.len() > 1 {
            let names: Vec<&str> = kills.alone.iter().map(|&row| short(&shown.rows[row])).collect();
            let line = format!("{} alone kills {}", test.name, names.join(", "));
            let _ = writeln!(out, "{}", wrapped(&line, width, INDENT));
        }
    }
    tail(shown, kills, idle, &mut out);
    out
}

/// What each test does.
pub(super) fn by_test(shown: &Shown<'_>, kills: &[Kills], idle: &[usize]) -> String {
    let width = width();
    let mut out = head(shown);
    out.push('\n');
    for (index, (test, kills)) in shown.tests.iter().zip(kills).enumerate() {
        let mut parts = Vec::new();
        for verdict in Verdict::ALL.into_iter().filter(|&verdict| verdict != Verdict::Accepted) {
            let names: Vec<&str> = shown
                .rows
                .iter()
                .filter(|row| row.trials().get(index).is_some_and(|trial| trial.verdict == verdict))
                .map(short)
                .collect();
            if !names.is_empty() {
                parts.push(format!("{verdict} {}", names.join(", ")));
            }
        }
        if !kills.alone.is_empty() {
            let names: Vec<&str> = kills.alone.iter().map(|&row| short(&shown.rows[row])).collect();
            parts.push(format!("kills alone {}", names.join(", ")));
        }
        let what = if parts.is_empty() { "all accepted".to_owned() } else { parts.join("; ") };
        let slowest = shown
            .rows
            .iter()
            .filter_map(|row| Some((row.trials().get(index)?, row)))
            .filter(|(trial, _)| trial.verdict == Verdict::Accepted)
            .max_by_key(|(trial, _)| trial.cpu);
        let slowest = match slowest {
            Some((trial, row)) => {
                format!("; slowest accepted {} in {}", short(row), seconds(trial.cpu))
            }
            None => String::new(),
        };
        let line = format!("{}: {what}{slowest}", test.name);
        let _ = writeln!(out, "{}", wrapped(&line, width, INDENT));
    }
    out.push('\n');
    for row in shown.rows.iter().filter(|row| !row.is_fine()) {
        out.push_str(&details(shown, row, width));
    }
    tail(shown, kills, idle, &mut out);
    out
}

/// What was run, in what limits, held by what.
fn head(shown: &Shown<'_>) -> String {
    let limits = shown.limits;
    format!(
        "{} on {}, each run within {} of CPU time, {} of wall-clock time, {} MiB\n\
         protection: {}\n",
        count(shown.rows.len() as u64, "submission"),
        count(shown.tests.len() as u64, "test"),
        seconds(limits.cpu),
        seconds(limits.wall),
        limits.memory_bytes >> 20,
        shown.sandbox.protection().parts().join(", ")
    )
}

/// What became of one submission.
fn details(shown: &Shown<'_>, row: &Row, width: usize) -> String {
    let verdict = row.verdict();
    let listed = |verdicts: &[Verdict]| {
        let names: Vec<&str> = verdicts.iter().map(|verdict| verdict.short()).collect();
        names.join(" or ")
    };
    let expectation = match row.is_as_expected() {
        Some(true) => " as expected".to_owned(),
        Some(false) if row.expect.contains(&verdict) => {
            ", but not by all tests asked for".to_owned()
        }
        Some(false) => format!(", EXPECTED {}", listed(&row.expect)),
        None => String::new(),
    };
    let mut line = format!("{}: {verdict}{expectation}", row.name);
    if let Err(unbuilt) = &row.outcome {
        let mut said = unbuilt.why.lines();
        let _ = writeln!(line, ": {}", said.next().unwrap_or_default());
        for more in said.take(SAID) {
            let _ = writeln!(line, "  {more}");
        }
        return line;
    }
    if verdict == Verdict::Accepted && row.is_as_expected() == Some(false) {
        line.push_str(": it SURVIVES all tests");
    }
    let mut out = wrapped(&line, width, INDENT);
    out.push('\n');
    let names = |indices: &[usize]| {
        let names: Vec<&str> =
            indices.iter().map(|&test| shown.tests[test].name.as_str()).collect();
        folded(&names)
    };
    let killed_by = row.killed_by();
    if let Some(&first) = killed_by.first() {
        let trial = &row.trials()[first];
        let why = trial.why.as_deref().unwrap_or_default();
        let _ = writeln!(
            out,
            "  first killed by {}: {}: {why}",
            shown.tests[first].name, trial.verdict
        );
        let spared: Vec<usize> =
            (0..shown.tests.len()).filter(|test| killed_by.binary_search(test).is_err()).collect();
        let tests = count(killed_by.len() as u64, "test");
        let line = if spared.is_empty() {
            format!("  killed by all of {tests}")
        } else if spared.len() * 2 < killed_by.len() {
            format!("  killed by {tests}, all but {}", names(&spared))
        } else {
            format!("  killed by {tests}: {}", names(&killed_by))
        };
        let _ = writeln!(out, "{}", wrapped(&line, width, INDENT));
    }
    for same in row.missed.chunk_by(|one, other| one.asked == other.asked) {
        let tests: Vec<usize> = same.iter().map(|missed| missed.test).collect();
        let line = format!("  NOT killed by {}, as `{}` asks", names(&tests), same[0].asked);
        let _ = writeln!(out, "{}", wrapped(&line, width, INDENT));
    }
    if let Some(slowest) = row.slowest() {
        let memory = row.trials().iter().map(|trial| trial.memory_bytes).max().unwrap_or(0);
        let _ = writeln!(
            out,
            "  slowest {} in {}; {} MiB at most",
            shown.tests[slowest].name,
            seconds(row.trials()[slowest].cpu),
            memory.div_ceil(1 << 20)
        );
    }
    out
}

/// What the tests come to, and the sums.
fn tail(shown: &Shown<'_>, kills: &[Kills], idle: &[usize], out: &mut String) {
    let width = width();
    let killing = kills.iter().filter(|kills| !kills.kills.is_empty()).count();
    if shown.rows.iter().any(Row::is_wrong) {
        let tests = shown.tests.len();
        let _ = writeln!(out, "tests that kill something: {killing} of {tests}");
    }
    if !idle.is_empty() {
        let names: Vec<&str> = idle.iter().map(|&test| shown.tests[test].name.as_str()).collect();
        let line = format!(
            "tests that kill nothing and add no coverage: {} of {}: {}",
            idle.len(),
            shown.tests.len(),
            folded(&names)
        );
        let _ = writeln!(out, "{}", wrapped(&line, width, INDENT));
    }
    let fine = shown.rows.iter().filter(|row| row.is_as_expected() == Some(true)).count();
    let known = shown.rows.iter().filter(|row| row.is_as_expected().is_some()).count();
    if known > 0 {
        let _ = writeln!(out, "{fine} of {} as expected", count(known as u64, "submission"));
    }
    let unknown = shown.rows.iter().filter(|row| row.is_as_expected().is_none());
    let verdicts: Vec<Verdict> = unknown.map(Row::verdict).collect();
    if !verdicts.is_empty() {
        let mut counts = Vec::new();
        for verdict in Verdict::ALL {
            let number = verdicts.iter().filter(|&&one| one == verdict).count();
            if number > 0 {
                counts.push(format!("{number} {verdict}"));
            }
        }
        let submissions = count(verdicts.len() as u64, "submission");
        let _ = writeln!(out, "{submissions} not in the plan: {}", counts.join(", "));
    }
}

/// The name of a submission without the folder that all of the plan's are in.
fn short(row: &Row) -> &str {
    row.name.strip_prefix("submissions/").unwrap_or(&row.name)
}

/// A time in seconds with milliseconds where they matter.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 && time.as_secs() > 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{:.3} s", time.as_secs_f64())
    }
}
