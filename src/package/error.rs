//! Why a folder cannot be brought to hold what it should.

use std::io;
use std::path::PathBuf;

/// Why the data folder cannot be brought up to date.
#[derive(Debug)]
pub enum DataError {
    /// A file or folder cannot be used.
    Io(&'static str, PathBuf, io::Error),
    /// The lock file makes no sense.
    Lock(PathBuf, String),
    /// A file that is not ours stands where a case should go.
    InTheWay(PathBuf),
    /// A link stands where a folder of ours should be: what is behind it is not ours.
    Link(PathBuf),
}

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(action, path, error) => {
                write!(f, "cannot {action} `{}`: {error}", path.display())
            }
            Self::Lock(path, message) => write!(
                f,
                "the lock file `{}` makes no sense: {message}; restore it, or remove it to start anew",
                path.display()
            ),
            Self::InTheWay(path) => write!(
                f,
                "`{}` was not written by `gen` and differs from what the plan says: move it away",
                path.display()
            ),
            Self::Link(path) => write!(
                f,
                "`{}` is a link, and `gen` writes to no other folder than it was told: remove it",
                path.display()
            ),
        }
    }
}

impl std::error::Error for DataError {}
