//! Why submissions are not run.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why no submission is run.
#[derive(Debug)]
pub enum Refused {
    /// The tool does not hold submissions on this system.
    System,
    /// Nothing on the machine binds the number of processes.
    Unbound,
    /// `bwrap` was asked for and is not there or does not work; why.
    Bwrap(String),
    /// The folder for programs and inputs cannot be made.
    Place(io::Error),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => f.write_str("running submissions needs Linux"),
            Self::Unbound => f.write_str(
                "nothing on this machine bounds the processes of a submission: run as another user \
                 than root, let root change users, or trust the submissions with --unsafe",
            ),
            Self::Bwrap(why) => write!(f, "bubblewrap cannot hold submissions: {why}"),
            Self::Place(error) => write!(f, "cannot make a folder for the programs: {error}"),
        }
    }
}

impl std::error::Error for Refused {}

/// Why a source did not become a program.
#[derive(Debug)]
pub enum BuildFault {
    /// The source cannot be read, or the program not be put in its place.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// No language has this extension, and the file is not executable.
    Unknown {
        /// What would be known.
        extensions: String,
    },
    /// The language's compiler or interpreter is not there, or not for the user of the runs.
    Missing {
        /// The command.
        tool: String,
        /// The language.
        language: String,
    },
    /// The compiler does not take the source; what it said.
    Rejected(String),
    /// The compiler itself could not be run.
    Broken(String),
}

impl BuildFault {
    /// Whether the source is at fault, and not the machine.
    #[must_use]
    pub const fn is_compile_error(&self) -> bool {
        match self {
            Self::Rejected(_) => true,
            Self::File { .. } | Self::Unknown { .. } | Self::Missing { .. } | Self::Broken(_) => {
                false
            }
        }
    }
}

impl fmt::Display for BuildFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "cannot use `{}`: {error}", path.display()),
            Self::Unknown { extensions } => write!(
                f,
                "of no known language and not executable: expected one of the extensions {extensions}"
            ),
            Self::Missing { tool, language } => write!(
                f,
                "`{tool}` for the language `{language}` is not in PATH, or in a folder that the \
                 user of the runs cannot enter"
            ),
            Self::Rejected(said) => write!(f, "the compiler rejects it: {said}"),
            Self::Broken(why) => write!(f, "the compiler cannot be run: {why}"),
        }
    }
}

impl std::error::Error for BuildFault {}
