//! One source and its compiler: built once for each content, and what was built is kept.

use super::ends::Ends;
use super::find::find_program;
use super::launch::ERROR_BYTES;
use super::order::Ended;
use super::place::{self, copy_open};
use super::program::{fill, variable};
use super::sandbox::Sandbox;
use super::sandbox::build::{Build, LARGEST_FILE};
use super::view;
use crate::run::BuildFault;
use crate::run::languages::Language;
use crate::run::said::steers;
use sha2::{Digest as _, Sha256};
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of what is built, where the language leaves the choice.
pub(super) const OUT: &str = "a.out";

/// How many files and folders a compiler may leave.
const MOST_FILES: usize = 10_000;

/// Where compilers may keep what only speeds them up, in the folder that they build in.
const CACHE: &str = ".cache";

/// Another number makes what was built before be built anew: this one's compilers saw no files but
/// their own.
const MANNER: &[u8] = b"2";

/// The exit statuses of a command that could not be started.
const NOT_STARTED: [i32; 2] = [126, 127];

/// One source to be built.
pub(super) struct Job<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) source: &'a Path,
    /// The language's name.
    pub(super) name: &'a str,
    pub(super) language: &'a Language,
    /// The compiler's path.
    pub(super) compiler: PathBuf,
}

/// What a compiler said, and how it ended.
struct Said {
    ended: Ended,
    output: Vec<u8>,
    errors: Vec<u8>,
}

impl Job<'_> {
    /// The folder, in the sandbox's place, with the source and what was made of it.
    pub(super) fn built(&self, cache: Option<&Path>) -> Result<PathBuf, BuildFault> {
        let fault = |error| BuildFault::File { path: self.source.to_owned(), error };
        let text = fs::read(self.source).map_err(fault)?;
        let programs = self.sandbox.place().programs();
        let work = tempfile::Builder::new().tempdir_in(&programs).map_err(fault)?;
        let (desk, asked) = (work.path().join("build"), work.path().join("version"));
        for folder in [&desk, &asked] {
            fs::create_dir(folder).map_err(fault)?;
        }
        let key = self.key(&text, &asked)?;
        let target = programs.join(&key);
        if target.exists() {
            return Ok(target);
        }
        let kept = cache.map(|cache| cache.join(&key));
        let work_built = work.path().join("built");
        match &kept {
            Some(kept) if kept.is_dir() => copy_open(kept, &work_built).map_err(fault)?,
            Some(_) | None => {
                let file = self.source.file_name().unwrap_or_default();
                fs::write(desk.join(file), &text).map_err(fault)?;
                self.build(&desk)?;
                place::remove(&desk.join(CACHE)).map_err(fault)?;
                inspect(&desk).map_err(fault)?.map_err(BuildFault::Rejected)?;
                // A copy is the own user's, whoever built.
                copy_open(&desk, &work_built).map_err(fault)?;
                if let (Some(cache), Some(kept)) = (cache, &kept) {
                    // A cache that cannot be written only costs time.
                    let _ = keep(&work_built, cache, kept);
                }
            }
        }
        match fs::rename(&work_built, &target) {
            // Another thread was first with the same content.
            Err(_) if target.exists() => {}
            other => other.map_err(fault)?,
        }
        Ok(target)
    }

    /// What the program depends on: source, name, command and compiler.
    fn key(&self, text: &[u8], desk: &Path) -> Result<String, BuildFault> {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        };
        add(MANNER);
        add(self.source.file_name().unwrap_or_default().as_encoded_bytes());
        add(text);
        for word in &self.language.compile {
            add(word.as_bytes());
        }
        add(self.compiler.as_os_str().as_encoded_bytes());
        add(&self.version(desk)?);
        let mut key = String::new();
        for byte in hash.finalize() {
            let _ = write!(key, "{byte:02x}");
        }
        Ok(key)
    }

    fn version(&self, desk: &Path) -> Result<Vec<u8>, BuildFault> {
        let usual = [self.language.compile[0].clone(), "--version".to_owned()];
        let words = self.language.version.as_deref().unwrap_or(&usual);
        let mut arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        if words.first() == self.language.compile.first() {
            arguments[0] = self.compiler.clone().into();
        } else if let Some(first) = arguments.first_mut() {
            let path = find_program(first, |_| true).ok_or_else(|| BuildFault::Missing {
                tool: first.display().to_string(),
                language: self.name.to_owned(),
            })?;
            *first = path.into();
        }
        let said = self.run(arguments, desk)?;
        if let Ended::Exited(code) = said.ended
            && NOT_STARTED.contains(&code)
        {
            let words = String::from_utf8_lossy(&said.errors);
            return Err(BuildFault::Broken(format!(
                "{}; if it lacks files, name them as `folders` of the language `{}`",
                harmless(words.trim()),
                self.name
            )));
        }
        Ok([said.output, said.errors].concat())
    }

    fn build(&self, folder: &Path) -> Result<(), BuildFault> {
        let out = folder.join(OUT);
        let source = folder.join(self.source.file_name().unwrap_or_default());
        let words = [
            ("{source}", source.as_os_str()),
            ("{dir}", folder.as_os_str()),
            ("{out}", out.as_os_str()),
        ];
        let mut arguments: Vec<OsString> =
            self.language.compile.iter().map(|word| fill(OsStr::new(word), &words)).collect();
        arguments[0] = self.compiler.clone().into();
        let Said { ended, output, errors } = self.run(arguments, folder)?;
        // Of the errors both ends are all there is.
        let said = if errors.is_empty() { Ends::of(&output, ERROR_BYTES) } else { errors };
        let said = String::from_utf8_lossy(&said)
            .trim_end()
            .replace(&format!("{}/", folder.display()), "");
        let said = harmless(&said);
        let seconds = u64::from(self.language.build_seconds);
        Err(BuildFault::Rejected(match ended {
            Ended::Exited(0) => return Ok(()),
            Ended::Exited(code) if said.is_empty() => format!("exit code {code}"),
            Ended::Exited(_) => said,
            Ended::CpuLimit => format!("it takes more than {seconds} s of CPU time"),
            Ended::WallLimit => format!("it takes more than {} s", 2 * seconds),
            Ended::Signal(number) => format!("signal {number} ended the compiler: {said}"),
            Ended::MemoryLimit => "it takes too much memory".to_owned(),
            Ended::Stopped => "the compiler says too much".to_owned(),
            Ended::NoProgram(fault) | Ended::Fault(fault) => return Err(BuildFault::Broken(fault)),
        }))
    }

    fn run(&self, arguments: Vec<OsString>, folder: &Path) -> Result<Said, BuildFault> {
        let reads = self.reads(arguments.first().map(Path::new));
        let build = Build {
            arguments,
            reads: &reads,
            environment: self.environment(folder),
            folder,
            cpu: Duration::from_secs(self.language.build_seconds.into()),
        };
        let kept = self.sandbox.build(build).map_err(BuildFault::Broken)?;
        Ok(Said { ended: kept.report.ended, output: kept.stdout, errors: kept.stderr })
    }

    /// What a compiler reads that is not the system's.
    fn reads(&self, compiler: Option<&Path>) -> Vec<PathBuf> {
        let named = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let folders = self.language.folders.iter().filter_map(|folder| {
            if let Some(name) = folder.strip_prefix('$') {
                named(name)
            } else if let Some(rest) = folder.strip_prefix("~/") {
                named("HOME").map(|home| home.join(rest))
            } else {
                Some(PathBuf::from(folder))
            }
        });
        let mut all: Vec<PathBuf> = compiler.into_iter().flat_map(view::belongings).collect();
        all.extend(folders);
        let system = view::system();
        let is_shown = |path: &Path| system.iter().any(|folder| path.starts_with(folder));
        all.retain(|path| path.is_absolute() && path.exists() && !is_shown(path));
        // Never the whole file system, whatever a variable says.
        all.retain(|path| path.parent().is_some());
        all
    }

    /// The compiler's variables: a source may be able to read them, so that they are few.
    fn environment(&self, folder: &Path) -> Vec<OsString> {
        let of_user = ["PATH", "HOME"].into_iter();
        let of_user = of_user.chain(self.language.variables.iter().map(String::as_str));
        let mut all: Vec<(&str, OsString)> =
            of_user.filter_map(|name| Some((name, std::env::var_os(name)?))).collect();
        all.push(("LANG", "C.UTF-8".into()));
        all.push(("TMPDIR", folder.into()));
        all.push(("XDG_CACHE_HOME", folder.join(CACHE).into()));
        all.iter().map(|(name, value)| variable(name, value)).collect()
    }
}

/// A source can make its compiler say anything: what would steer a terminal is replaced.
fn harmless(said: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c,
        _ if steers(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    said.chars().map(shown).collect()
}

/// Whether what a compiler left may be copied: files and folders of its own, and not too much. A
/// link could lead to what the compiler was not shown, and a second name be given to what it cannot
/// read.
fn inspect(folder: &Path) -> io::Result<Result<(), String>> {
    let (mut count, mut bytes) = (0, 0u64);
    let owner = fs::symlink_metadata(folder)?.uid();
    let mut next = vec![folder.to_owned()];
    while let Some(folder) = next.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.metadata()?;
            count += 1;
            if kind.uid() != owner {
                return Ok(Err("it leaves a file of another user's".to_owned()));
            }
            if kind.is_dir() {
                next.push(entry.path());
            } else if kind.is_file() {
                bytes = bytes.saturating_add(kind.len());
            } else {
                return Ok(Err("it leaves something that is neither file nor folder".to_owned()));
            }
            if count > MOST_FILES || bytes > LARGEST_FILE {
                return Ok(Err("what is built is too large".to_owned()));
            }
        }
    }
    Ok(Ok(()))
}

/// Copies what was built into the cache, whole or not at all.
fn keep(built: &Path, cache: &Path, kept: &Path) -> io::Result<()> {
    fs::create_dir_all(cache)?;
    let work = tempfile::Builder::new().prefix(".new-").tempdir_in(cache)?;
    let copy = work.path().join("built");
    copy_open(built, &copy)?;
    fs::rename(copy, kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::chown;

    /// Only root can make such a file, or give away a second name of one.
    #[test]
    fn what_is_anothers_is_not_copied() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.out");
        fs::write(&file, "").unwrap();
        assert_eq!(inspect(folder.path()).unwrap(), Ok(()));
        if chown(&file, Some(65534), None).is_ok() {
            let why = inspect(folder.path()).unwrap().unwrap_err();
            assert_eq!(why, "it leaves a file of another user's");
        }
    }
}
