//! Which files a command works on.

use super::output::Failure;
use crate::input;
use crate::validate::MAX_WITNESS_BYTES;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input, named `-` on the command line.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// The name for messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "-".to_owned(),
            Self::File(path) => path.display().to_string(),
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
        }
    }

    /// The witness beside the input, if the input is a file and has one.
    ///
    /// # Errors
    /// If it is there but cannot be read.
    pub fn witness_beside(&self) -> Result<Option<(PathBuf, Vec<u8>)>, Failure> {
        let Self::File(path) = self else { return Ok(None) };
        let beside = path.with_extension("witness");
        if beside.exists() {
            let text = read_witness(&beside)?;
            Ok(Some((beside, text)))
        } else {
            Ok(None)
        }
    }
}

/// The text of a witness, as far as it can matter; see [`MAX_WITNESS_BYTES`].
///
/// # Errors
/// If it cannot be read.
pub fn read_witness(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_WITNESS_BYTES + 1).read_to_end(&mut text))
        .map_err(|error| Failure::io("read", path, error))?;
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
            files.sort();
            sources.extend(files.into_iter().map(Source::File));
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
        } else if path.extension() == Some(OsStr::new("in")) {
            files.push(path);
        }
    }
    Ok(())
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
