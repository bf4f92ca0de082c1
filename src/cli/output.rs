//! Printing, and the failures that end a command.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// Why a command cannot go on: usage or I/O, exit status 2.
#[derive(Debug)]
pub enum Failure {
    /// A file or stream cannot be used.
    Io {
        /// What was being done, as in "read".
        action: &'static str,
        /// To what.
        name: String,
        /// What the system said.
        error: io::Error,
    },
    /// A request that makes no sense.
    Usage(String),
}

impl Failure {
    /// A failure to do `action` to the file `path`.
    #[must_use]
    pub fn io(action: &'static str, path: &Path, error: io::Error) -> Self {
        Self::Io { action, name: path.display().to_string(), error }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { action, name, error } => write!(f, "cannot {action} `{name}`: {error}"),
            Self::Usage(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Failure {}

/// Prints results to stdout. If nobody reads them any more the work goes on: the exit status may
/// still be wanted.
///
/// # Errors
/// If stdout does not take them for another reason.
pub fn result(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Io { action: "write to", name: "stdout".to_owned(), error })
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints a message to stderr; if that fails there is nobody to tell.
pub fn message(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
