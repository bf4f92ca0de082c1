//! Which files a command works on.

use super::output::Failure;
use crate::input;
use crate::validate::MAX_WITNESS_BYTES;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input, named `-` on the command line.
    Stdin,
    /// A file that the user named.
    File(PathBuf),
    /// A file that was found in a folder.
    Found(PathBuf),
}

impl Source {
    /// The name for messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "-".to_owned(),
            Self::File(path) | Self::Found(path) => path.display().to_string(),
        }
    }

    /// The text of the input, as far as it can matter; see [`input::read`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_input(&self) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Stdin => input::read(io::stdin().lock()).map_err(|error| Failure::Io {
                action: "read",
                name: "stdin".to_owned(),
                error,
            }),
            Self::File(path) => File::open(path)
                .and_then(input::read)
                .map_err(|error| Failure::io("read", path, error)),
            Self::Found(path) => open_plain(path)
                .and_then(input::read)
                .map_err(|error| Failure::io("read", path, error)),
        }
    }

    /// The witness beside the input, if the input is a file and has one.
    ///
    /// # Errors
    /// If it is there but cannot be read.
    pub fn witness_beside(&self) -> Result<Option<(PathBuf, Vec<u8>)>, Failure> {
        let Some(beside) = self.beside() else { return Ok(None) };
        if beside.exists() {
            let text = open_plain(&beside).and_then(take_witness);
            let text = text.map_err(|error| Failure::io("read", &beside, error))?;
            Ok(Some((beside, text)))
        } else {
            Ok(None)
        }
    }

    /// Where the witness of the input lies: `NAME.witness` beside `NAME.in`.
    #[must_use]
    pub fn beside(&self) -> Option<PathBuf> {
        let (Self::File(path) | Self::Found(path)) = self else { return None };
        let beside = path.with_extension("witness");
        (beside != *path).then_some(beside)
    }
}

/// The text of a witness, as far as it can matter; see [`MAX_WITNESS_BYTES`].
///
/// # Errors
/// If it cannot be read.
pub fn read_witness(path: &Path) -> Result<Vec<u8>, Failure> {
    File::open(path).and_then(take_witness).map_err(|error| Failure::io("read", path, error))
}

fn take_witness(file: File) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.take(MAX_WITNESS_BYTES + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// The inputs that the arguments name: `-` is stdin, a folder every `*.in` below it, in order of
/// their names.
///
/// # Errors
/// If a path is not there or a folder cannot be read.
pub fn sources(arguments: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for argument in arguments {
        if argument.as_os_str() == "-" {
            sources.push(Source::Stdin);
            continue;
        }
        let kind = fs::metadata(argument).map_err(|error| Failure::io("read", argument, error))?;
        if kind.is_dir() {
            let mut files = Vec::new();
            inputs_below(argument, &mut files)?;
            if files.is_empty() {
                let message = format!("there are no inputs below `{}`", argument.display());
                return Err(Failure::Usage(message));
            }
            files.sort();
            sources.extend(files.into_iter().map(Source::Found));
        } else {
            sources.push(Source::File(argument.clone()));
        }
    }
    Ok(sources)
}

fn inputs_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |error| Failure::io("read", folder, error);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        // A link to a folder is not followed, so that a loop of links ends.
        if entry.file_type().map_err(fail)?.is_dir() {
            inputs_below(&path, files)?;
        } else if path.extension() == Some(OsStr::new("in")) && !is_hidden(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Opens a file that was not named by the user but found, so that it must be a plain one: a pipe
/// would be waited for without end.
fn open_plain(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

/// The problem folder: the one asked for, else the working folder if it holds `plan.toml`, else
/// `problem` in it.
#[must_use]
pub fn problem_folder(asked: Option<&Path>) -> PathBuf {
    match asked {
        Some(folder) => folder.to_owned(),
        None if Path::new("plan.toml").is_file() => PathBuf::from("."),
        None => PathBuf::from("problem"),
    }
}

/// The bytes of a file that must be a plain one.
///
/// # Errors
/// If it cannot be read.
pub fn read_plain(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    open_plain(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| Failure::io("read", path, error))?;
    Ok(bytes)
}

/// Keeps the problem folder for this process alone while the guard lives.
///
/// # Errors
/// If another process has it. Where folders cannot be locked, nothing is.
pub fn exclusive(folder: &Path) -> Result<Option<File>, Failure> {
    let Ok(handle) = File::open(folder) else { return Ok(None) };
    match handle.try_lock() {
        Ok(()) => Ok(Some(handle)),
        Err(TryLockError::WouldBlock) => {
            let message = format!("another `gen` is at work in `{}`", folder.display());
            Err(Failure::Usage(message))
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// The most threads that `--jobs` may ask for: more only cost time to start.
const MAX_JOBS: usize = 256;

/// Reads the value of `--jobs`.
///
/// # Errors
/// Says what is expected.
pub fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MAX_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("expected a whole number, 1 to {MAX_JOBS}"))
}

/// Runs `work` with as many threads as `--jobs` asks for, all cores without it.
///
/// # Errors
/// If the threads cannot be started.
pub fn with_jobs<T: Send>(
    jobs: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0))
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start the threads: {error}")))?;
    Ok(pool.install(work))
}
