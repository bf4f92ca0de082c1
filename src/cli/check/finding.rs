//! A state that was found to fail: shown, and kept as a test of the plan.

use crate::cli::output::Failure;
use crate::cli::paths;
use crate::input::{self, State};
use crate::judge::cases::test_cases;
use crate::judge::escape::on_one_line;
use crate::judge::files::open_regular;
use crate::package::append::{AppendError, append_test};
use crate::plan;
use crate::report::count;
use crate::stress::entry::entry;
use crate::stress::{Reached, Source};
use crate::witness::Witness;
use std::fs;
use std::io;
use std::path::Path;

/// A source of states with the long games of the problem folder, in order of their names.
///
/// # Errors
/// If the folder of witnesses is there but cannot be read.
pub(super) fn source(problem: &Path, seed: u64) -> Result<Source, Failure> {
    let folder = problem.join("witnesses");
    let fail = |error| Failure::io("read", &folder, error);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Source::new(seed, Vec::new()));
        }
        entries => entries.map_err(fail)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|extension| extension == "witness") {
            files.push(path);
        }
    }
    files.sort();
    let mut extremes = Vec::new();
    for path in files {
        // A file that is no witness is for `gen` and `validate` to complain of.
        if let Ok(witness) = Witness::parse(&paths::read_witness(&path)?) {
            extremes.push(witness);
        }
    }
    Ok(Source::new(seed, extremes))
}

/// The state, one line after another, and what proves it.
pub(super) fn shown(reached: &Reached) -> String {
    let totals = reached.totals();
    let rules = match reached.witness().rules.len() {
        1 => String::new(),
        rules => format!(", told in {rules} rules"),
    };
    format!(
        "{}  n {}, score {}, {}, {}, reachable (witness{rules})\n",
        reached.state(),
        reached.size(),
        totals.score,
        count(totals.moves, "move"),
        count(totals.fours, "four"),
    )
}

/// The state as a test of the plan.
pub(super) fn as_test(name: &str, reason: &str, reached: &Reached) -> String {
    let witness = needs_witness(reached).then(|| witness_path(name));
    entry(name, reason, reached, witness.as_deref())
}

/// Adds the state to the plan as the test `name`, with the proof that it needs, unless a test has
/// it already; says which.
///
/// # Errors
/// If the name is no name or another test's, or the files cannot be written.
pub(super) fn save(
    problem: &Path,
    name: &str,
    reason: &str,
    reached: &Reached,
) -> Result<String, Failure> {
    let _alone = paths::exclusive(problem)?;
    if let Some(other) = held_by(problem, &reached.state())? {
        return Ok(format!("not saved: the test `{other}` has this state already\n"));
    }
    let path = needs_witness(reached).then(|| witness_path(name));
    let text = as_test(name, reason, reached);
    let proof = reached.witness().to_string();
    let witness = path.as_deref().map(|path| (path, proof.as_str()));
    append_test(problem, &text, witness).map_err(|error| match error {
        AppendError::Io(action, path, error) => Failure::io(action, &path, error),
        error @ (AppendError::Plan(..) | AppendError::Test(_) | AppendError::InTheWay(_)) => {
            Failure::Usage(error.to_string())
        }
    })?;
    Ok(match path {
        Some(path) => format!("saved as the test `{name}`, its proof as `{path}`; now run `gen`\n"),
        None => format!("saved as the test `{name}`; now run `gen`\n"),
    })
}

/// The test that has this state: in the data, or written in the plan and not made yet.
fn held_by(problem: &Path, state: &State) -> Result<Option<String>, Failure> {
    let is_same = |text: io::Result<Vec<u8>>| {
        text.is_ok_and(|text| input::parse(&text).as_ref() == Ok(state))
    };
    // Without data, as before the first `gen`, only the plan can tell.
    for case in test_cases(problem).unwrap_or_default() {
        if is_same(open_regular(&case.input).and_then(input::read)) {
            return Ok(Some(on_one_line(&case.name.to_string_lossy())));
        }
    }
    let text = paths::read_plain(&problem.join("plan.toml"))?;
    // A plan with faults is not appended to.
    let plan = std::str::from_utf8(&text).ok().and_then(|text| plan::parse(text).ok());
    let tests = plan.into_iter().flat_map(|plan| plan.tests);
    let mut same = tests.filter(|test| match &test.source {
        plan::Source::State { state: written, .. } => written == state,
        plan::Source::File { path, .. } => {
            is_same(open_regular(&problem.join(&path.value)).and_then(input::read))
        }
        plan::Source::Play(_) | plan::Source::Build(_) => false,
    });
    Ok(same.next().map(|test| test.name))
}

/// Whether `gen` could not do without the proof: 2×2 states and starts are decided at once.
pub(super) fn needs_witness(reached: &Reached) -> bool {
    reached.size().side() > 2 && reached.totals().moves > 0
}

fn witness_path(name: &str) -> String {
    format!("witnesses/{name}.witness")
}
