//! What `gen` writes elsewhere: packages for judges.

use super::{Mode, failure, report};
use crate::cli::output::{self, Failure};
use crate::cli::{FINE, REJECTED, paths};
use crate::package::data::{self, Change, Scope, Update};
use crate::package::export::{self, ExportError, Source};
use crate::package::lock::Kind;
use crate::package::{Files, archive, gather, write};
use crate::report::Diagnostic;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is exported where.
#[derive(Debug, clap::Args)]
pub(super) struct Packages {
    /// Write the package in this format to the folder that --out names
    #[arg(long, value_enum, requires = "out", help_heading = "Packages")]
    format: Option<Format>,

    /// The folder of the package; made if missing, refused if it holds anything that `gen` did
    /// not write there
    #[arg(long, value_name = "DIR", requires = "format", help_heading = "Packages")]
    out: Option<PathBuf>,

    /// Write the archive that DOMjudge imports
    #[arg(long, value_name = "FILE", help_heading = "Packages")]
    zip: Option<PathBuf>,

    /// The statement in the archive: a .pdf, .html or .txt file
    #[arg(long, value_name = "FILE", requires = "zip", help_heading = "Packages")]
    statement: Option<PathBuf>,

    /// Write plain pairs: 01.in and 01.out (001.in from 100 tests on) for each secret test, the
    /// samples below sample/
    #[arg(long, value_name = "DIR", help_heading = "Packages")]
    flat: Option<PathBuf>,
}

/// The formats of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The problem package format of September 2025
    #[value(name = "2025-09")]
    Modern,
}

impl Packages {
    /// Whether anything is to be exported.
    pub(super) const fn any(&self) -> bool {
        self.out.is_some() || self.zip.is_some() || self.flat.is_some()
    }
}

/// Exports as asked; returns the exit status.
pub(super) fn run(args: &Packages, source: &Source<'_>, mode: Mode) -> Result<u8, Failure> {
    let mut out = report::counts(source.cases);
    let mut current = true;
    if let (Some(Format::Modern), Some(folder)) = (args.format, &args.out) {
        let files = export::modern(source).map_err(export_failure)?;
        current &= to_folder(folder, Kind::Package, files, mode, &mut out)?;
    }
    if let Some(folder) = &args.flat {
        let files = export::flat(source.cases);
        current &= to_folder(folder, Kind::Pairs, files, mode, &mut out)?;
    }
    if let Some(file) = &args.zip {
        let statement = args.statement.as_deref().map(read_statement).transpose()?;
        let files = export::domjudge(source, statement).map_err(export_failure)?;
        current &= to_archive(file, &files, mode, &mut out)?;
    }
    output::result(&out)?;
    if args.out.is_some() || args.zip.is_some() {
        let unlisted = gather::unlisted(source.plan, source.folder).map_err(export_failure)?;
        report::warn_of_unlisted(source.folder, &unlisted);
    }
    Ok(if mode == Mode::Check && !current { REJECTED } else { FINE })
}

/// Brings a folder to hold these files and no others of ours; returns whether it did before.
fn to_folder(
    folder: &Path,
    kind: Kind,
    files: Files,
    mode: Mode,
    out: &mut String,
) -> Result<bool, Failure> {
    let lock_name = kind.lock_name();
    if !folder.join(lock_name).is_file() && !is_empty(folder)? {
        let message = format!(
            "`{}` is not empty, and nothing that `gen` wrote (there is no `{lock_name}` in it)",
            folder.display()
        );
        return Err(Failure::Usage(message));
    }
    let lock = data::read_lock(folder, kind).map_err(failure)?;
    let update = Update::plan(folder, kind, lock, files, Scope::Whole).map_err(failure)?;
    match mode {
        Mode::Write => update.apply(folder).map_err(failure)?,
        Mode::Check if update.is_current() => {}
        Mode::Check => output::message(&report::differences(folder, &update)),
    }
    let (written, removed) = mode.words();
    let _ = writeln!(
        out,
        "{}: {} {written}, {} unchanged, {} {removed}",
        folder.display(),
        update.count(Change::Written),
        update.count(Change::Unchanged),
        update.count(Change::Removed)
    );
    Ok(update.is_current())
}

/// Writes the archive; returns whether it was there before, to the byte.
fn to_archive(file: &Path, files: &Files, mode: Mode, out: &mut String) -> Result<bool, Failure> {
    let found = found_archive(file)?;
    let bytes = archive::zip(files).map_err(|error| export_failure(ExportError::Archive(error)))?;
    let current = found.is_some_and(|found| found == bytes);
    match mode {
        Mode::Write => {
            write::replace(file, &bytes).map_err(|error| Failure::io("write", file, error))?;
        }
        Mode::Check if current => {}
        Mode::Check => {
            let name = file.display().to_string();
            output::message(&Diagnostic::error(name, "differs from the plan").render());
        }
    }
    let _ = writeln!(out, "{}: {} files in {} bytes", file.display(), files.len(), bytes.len());
    Ok(current)
}

/// The archive that is there. Nothing else is replaced by one: a plan or a device named by mistake
/// stays.
fn found_archive(file: &Path) -> Result<Option<Vec<u8>>, Failure> {
    let refuse = |why: &str| Failure::Usage(format!("`{}` {why}", file.display()));
    match fs::symlink_metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io("read", file, error)),
        Ok(found) if !found.is_file() => {
            return Err(refuse("is no regular file: name another one"));
        }
        Ok(_) => {}
    }
    let bytes = paths::read_plain(file)?;
    if bytes.starts_with(b"PK\x03\x04") {
        Ok(Some(bytes))
    } else {
        Err(refuse("is there and no archive: name another file, or remove it"))
    }
}

/// The ending and the bytes of the statement for DOMjudge.
fn read_statement(file: &Path) -> Result<(&str, Vec<u8>), Failure> {
    let ending = file.extension().and_then(|ending| ending.to_str());
    match ending {
        Some(ending @ ("pdf" | "html" | "txt")) => {
            let bytes = paths::read_plain(file)?;
            if bytes.is_empty() {
                return Err(Failure::Usage(format!("`{}` is empty", file.display())));
            }
            // Readers look for the mark within the first 1024 bytes.
            let mark = &bytes[..bytes.len().min(1024)];
            if ending == "pdf" && !mark.windows(5).any(|part| part == b"%PDF-") {
                return Err(Failure::Usage(format!("`{}` is no PDF file", file.display())));
            }
            Ok((ending, bytes))
        }
        Some(_) | None => {
            let message = format!("`{}` is no .pdf, .html or .txt", file.display());
            Err(Failure::Usage(message))
        }
    }
}

fn is_empty(folder: &Path) -> Result<bool, Failure> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(Failure::io("read", folder, error)),
    }
}

fn export_failure(error: ExportError) -> Failure {
    match error {
        ExportError::Data(error) => failure(error),
        error @ (ExportError::Outside(_)
        | ExportError::NoProblem
        | ExportError::Language(_)
        | ExportError::Archive(_)) => Failure::Usage(error.to_string()),
    }
}
