//! The files of the problem folder that packages hold.

use super::Files;
use super::case::Fault;
use super::data::DataError;
use super::expect::{FOLDER, must_not_compile};
use super::export::ExportError;
use crate::plan::Plan;
use std::fs;
use std::io;
use std::path::Path;

/// The submissions of the plan that cannot be read, each where the plan names it.
#[must_use]
pub fn missing_submissions(plan: &Plan, problem: &Path) -> Vec<Fault> {
    let files = plan.submissions.iter().map(|submission| &submission.file);
    let faults = files.filter_map(|file| {
        let message = match fs::metadata(problem.join(&file.value)) {
            Ok(kind) if kind.is_file() => return None,
            Ok(_) => format!("`{}` is no regular file", file.value),
            Err(error) => format!("cannot read `{}`: {error}", file.value),
        };
        Some(Fault { span: file.span.clone(), message })
    });
    faults.collect()
}

/// The submissions of the plan, but those that must not compile: no package format expects that.
pub(super) fn submissions(
    plan: &Plan,
    problem: &Path,
    files: &mut Files,
) -> Result<(), ExportError> {
    for submission in &plan.submissions {
        let path = &submission.file.value;
        if path.starts_with(FOLDER) && !must_not_compile(plan, path) {
            files.insert(path.clone(), read(problem, path)?);
        }
    }
    Ok(())
}

/// The files among the submissions that the plan does not name, which packages do not hold.
///
/// # Errors
/// If a folder cannot be read.
pub fn unlisted(plan: &Plan, problem: &Path) -> Result<Vec<String>, ExportError> {
    let mut found = Vec::new();
    list(&problem.join(FOLDER), FOLDER, &mut found)?;
    found.retain(|path| plan.submissions.iter().all(|submission| submission.file.value != *path));
    found.sort();
    Ok(found)
}

/// The files below a folder of the problem, each put below `to`.
pub(super) fn copy(
    problem: &Path,
    from: &str,
    to: &str,
    files: &mut Files,
) -> Result<(), ExportError> {
    let mut found = Vec::new();
    list(&problem.join(from), "", &mut found)?;
    for path in found {
        files.insert(format!("{to}/{path}"), read(problem, &format!("{from}/{path}"))?);
    }
    Ok(())
}

/// A file of the problem folder. A link may stand for another one there, but what lies elsewhere
/// is not the problem's to hand out.
fn read(problem: &Path, path: &str) -> Result<Vec<u8>, ExportError> {
    let place = problem.join(path);
    let fail = |error| ExportError::Data(DataError::Io("read", place.clone(), error));
    let real = place.canonicalize().map_err(fail)?;
    if !real.starts_with(problem.canonicalize().map_err(fail)?) {
        return Err(ExportError::Outside(place));
    }
    if !fs::metadata(&real).map_err(fail)?.is_file() {
        return Err(fail(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")));
    }
    fs::read(&real).map_err(fail)
}

/// The plain files below a folder, by their path from it; none if there is no folder. Hidden ones
/// and what Python leaves behind are no part of the problem.
fn list(folder: &Path, below: &str, found: &mut Vec<String>) -> Result<(), ExportError> {
    let fail = |error| ExportError::Data(DataError::Io("read", folder.to_owned(), error));
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(fail)?,
    };
    for entry in entries {
        let entry = entry.map_err(fail)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "__pycache__" {
            continue;
        }
        let path = format!("{below}{name}");
        if entry.file_type().map_err(fail)?.is_dir() {
            list(&folder.join(&name), &format!("{path}/"), found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}
