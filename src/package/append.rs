//! Adding a test to the plan: its text at the end, so that everything before keeps its comments.

use super::write;
use crate::plan;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a test was not added; nothing was changed then.
#[derive(Debug)]
pub enum AppendError {
    /// A file cannot be read or written.
    Io(&'static str, PathBuf, io::Error),
    /// The plan as it is makes no sense.
    Plan(PathBuf, String),
    /// The plan with the test makes no sense: its name is another's, or no name.
    Test(String),
    /// A witness of this name is there already.
    InTheWay(PathBuf),
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(action, path, error) => {
                write!(f, "cannot {action} `{}`: {error}", path.display())
            }
            Self::Plan(path, message) => {
                write!(f, "the plan `{}` makes no sense: {message}", path.display())
            }
            Self::Test(message) => f.write_str(message),
            Self::InTheWay(path) => {
                write!(f, "`{}` is there already: choose another name", path.display())
            }
        }
    }
}

impl std::error::Error for AppendError {}

/// Writes the witness (its path from the problem folder, and its text), if there is one, and then
/// appends the text of a test to `plan.toml`. The plan must make sense before and after.
///
/// # Errors
/// Why it was not done.
pub fn append_test(
    folder: &Path,
    test: &str,
    witness: Option<(&str, &str)>,
) -> Result<(), AppendError> {
    let path = folder.join("plan.toml");
    let mut text =
        fs::read_to_string(&path).map_err(|error| AppendError::Io("read", path.clone(), error))?;
    plan::parse(&text).map_err(|faults| AppendError::Plan(path.clone(), first(&faults)))?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push('\n');
    text.push_str(test);
    plan::parse(&text).map_err(|faults| AppendError::Test(first(&faults)))?;
    if let Some((witness, proof)) = witness {
        let place = folder.join(witness);
        if place.exists() {
            return Err(AppendError::InTheWay(place));
        }
        write::replace(&place, proof.as_bytes())
            .map_err(|error| AppendError::Io("write", place, error))?;
    }
    write::replace(&path, text.as_bytes()).map_err(|error| AppendError::Io("write", path, error))
}

fn first(faults: &[plan::Fault]) -> String {
    faults.first().map(|fault| fault.message.clone()).unwrap_or_default()
}
