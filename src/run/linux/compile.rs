//! From a source to a program that can be run, built once for each content.

use super::find::{find_program, is_executable};
use super::launch::launch;
use super::order::{Ended, Order, Task, User};
use super::place::copy_open;
use super::program::{Program, fill};
use super::sandbox::Sandbox;
use crate::run::BuildFault;
use crate::run::languages::{Language, Languages};
use sha2::{Digest as _, Sha256};
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A source can make its compiler say anything: what would steer a terminal is replaced.
fn harmless(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ if c.is_control() => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// How long a compiler may take, in milliseconds of CPU time; twice that by the clock.
const BUILD_MS: u64 = 60_000;

/// How much a compiler may say, in bytes; the end of it is kept.
const BUILD_OUTPUT: u64 = 1 << 20;

/// The largest file that a compiler may write, in bytes.
const BUILD_FILE: u64 = 1 << 30;

/// The largest source, in bytes.
const MAX_SOURCE: u64 = 64 << 20;

/// The name of what is built, where the language leaves the choice.
const OUT: &str = "a.out";

/// The languages, and where what was built is kept.
#[derive(Clone, Debug)]
pub struct Toolchain {
    languages: Languages,
    cache: Option<PathBuf>,
}

impl Toolchain {
    /// Keeps what is built in the user's cache folder.
    #[must_use]
    pub fn new(languages: Languages) -> Self {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let folder =
            variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
        let folder = folder.filter(|folder| folder.is_absolute());
        Self { languages, cache: folder.map(|folder| folder.join("game-moves").join("programs")) }
    }

    /// Makes a program of `source` that can be run in `sandbox`.
    ///
    /// # Errors
    /// Says whether the source or the machine is at fault.
    pub fn compile(&self, sandbox: &Sandbox, source: &Path) -> Result<Program, BuildFault> {
        let fault = |error| BuildFault::File { path: source.to_owned(), error };
        let kind = fs::metadata(source).map_err(fault)?;
        if !kind.is_file() || kind.len() > MAX_SOURCE {
            let message = "not a regular file of at most 64 MiB";
            return Err(fault(io::Error::new(io::ErrorKind::InvalidInput, message)));
        }
        let Some((name, language)) = self.languages.of(source) else {
            if !is_executable(source) {
                let extensions = self.languages.extensions().join(", ");
                return Err(BuildFault::Unknown { extensions });
            }
            let home = tempfile::Builder::new().tempdir_in(sandbox.place().programs());
            let path = home.map(TempDir::keep).map_err(fault)?;
            let program = path.join("program");
            copy_open(source, &program).map_err(fault)?;
            open(&path).map_err(fault)?;
            return Ok(Program::plain(source.display().to_string(), vec![program.into()]));
        };
        let missing =
            |tool: &str| BuildFault::Missing { tool: tool.to_owned(), language: name.to_owned() };
        // What runs the program must be within its reach, and what reads it first be the same.
        let runner = &language.run[0];
        let runner_path = if runner.contains('{') {
            None
        } else {
            Some(sandbox.find(OsStr::new(runner)).ok_or_else(|| missing(runner))?)
        };
        let compiler = &language.compile[0];
        let compiler_path = match &runner_path {
            Some(path) if compiler == runner => path.clone(),
            _ => find_program(OsStr::new(compiler), |_| true).ok_or_else(|| missing(compiler))?,
        };
        let job = Job { sandbox, source, name, language, compiler: compiler_path };
        let built = job.built(self.cache.as_deref())?;
        let main = if language.run.iter().any(|word| word.contains("{main}")) {
            main_class(&built, source)
        } else {
            String::new()
        };
        let file = source.file_name().unwrap_or_default();
        let (out, copy) = (built.join(OUT), built.join(file));
        let words = [
            ("{source}", copy.as_os_str()),
            ("{dir}", built.as_os_str()),
            ("{out}", out.as_os_str()),
            ("{main}", OsStr::new(&main)),
        ];
        let mut arguments: Vec<OsString> =
            language.run.iter().map(|word| fill(OsStr::new(word), &words)).collect();
        if let Some(path) = runner_path {
            arguments[0] = path.into();
        }
        Ok(Program::of(source.display().to_string(), arguments, language))
    }
}

/// One source to be built.
struct Job<'a> {
    sandbox: &'a Sandbox,
    source: &'a Path,
    name: &'a str,
    language: &'a Language,
    compiler: PathBuf,
}

impl Job<'_> {
    /// The folder, in the sandbox's place, with the source and what was made of it.
    fn built(&self, cache: Option<&Path>) -> Result<PathBuf, BuildFault> {
        let fault = |error| BuildFault::File { path: self.source.to_owned(), error };
        let text = fs::read(self.source).map_err(fault)?;
        let key = self.key(&text)?;
        let place = self.sandbox.place().programs();
        let target = place.join(&key);
        if target.exists() {
            return Ok(target);
        }
        let kept = cache.map(|cache| cache.join(&key));
        let work = tempfile::Builder::new().tempdir_in(&place).map_err(fault)?;
        let work_built = work.path().join("built");
        match &kept {
            Some(kept) if kept.is_dir() => copy_open(kept, &work_built).map_err(fault)?,
            Some(_) | None => {
                fs::create_dir(&work_built).map_err(fault)?;
                let file = self.source.file_name().unwrap_or_default();
                fs::write(work_built.join(file), &text).map_err(fault)?;
                self.build(&work_built)?;
                open(&work_built).map_err(fault)?;
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
    fn key(&self, text: &[u8]) -> Result<String, BuildFault> {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        };
        add(self.source.file_name().unwrap_or_default().as_encoded_bytes());
        add(text);
        for word in &self.language.compile {
            add(word.as_bytes());
        }
        add(self.compiler.as_os_str().as_encoded_bytes());
        add(&self.version()?);
        let mut key = String::new();
        for byte in hash.finalize() {
            let _ = write!(key, "{byte:02x}");
        }
        Ok(key)
    }

    fn version(&self) -> Result<Vec<u8>, BuildFault> {
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
        let (_, mut said, errors) = self.run(arguments, self.sandbox.place().path())?;
        said.extend(errors);
        Ok(said)
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
        let (ended, output, errors) = self.run(arguments, folder)?;
        let said = if errors.is_empty() { output } else { errors };
        let said = String::from_utf8_lossy(&said)
            .trim_end()
            .replace(&format!("{}/", folder.display()), "");
        let said: String = said.chars().map(harmless).collect();
        match ended {
            Ended::Exited(0) => Ok(()),
            Ended::Exited(code) if said.is_empty() => {
                Err(BuildFault::Rejected(format!("exit code {code}")))
            }
            Ended::Exited(_) => Err(BuildFault::Rejected(said)),
            Ended::CpuLimit | Ended::WallLimit => {
                Err(BuildFault::Rejected("it takes more than a minute".to_owned()))
            }
            Ended::Signal(number) => {
                Err(BuildFault::Rejected(format!("signal {number} ended the compiler: {said}")))
            }
            Ended::MemoryLimit | Ended::Stopped => {
                Err(BuildFault::Rejected("the compiler says too much".to_owned()))
            }
            Ended::Fault(fault) => Err(BuildFault::Broken(fault)),
        }
    }

    /// Runs a compiler in the own user's name and environment: it may live in the user's home.
    fn run(
        &self,
        arguments: Vec<OsString>,
        folder: &Path,
    ) -> Result<(Ended, Vec<u8>, Vec<u8>), BuildFault> {
        let variable = |(name, value): (OsString, OsString)| {
            let mut variable = name;
            variable.push("=");
            variable.push(value);
            variable
        };
        let order = Order {
            task: Task::Program {
                arguments,
                environment: std::env::vars_os().map(variable).collect(),
            },
            user: User::Own,
            walls: self.sandbox.build_walls(),
            input: None,
            folder: folder.to_owned(),
            visible: folder.to_owned(),
            cpu_ms: BUILD_MS,
            wall_ms: 2 * BUILD_MS,
            address_space: None,
            resident: u64::MAX,
            file_bytes: BUILD_FILE,
            processes: None,
        };
        let kept = launch(self.sandbox.helper(), &order, BUILD_OUTPUT);
        let kept = kept.map_err(|error| BuildFault::Broken(error.to_string()))?;
        Ok((kept.report.ended, kept.stdout, kept.stderr))
    }
}

fn open(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    if fs::metadata(path)?.is_dir() {
        for entry in fs::read_dir(path)? {
            open(&entry?.path())?;
        }
    }
    Ok(())
}

/// Copies what was built into the cache, whole or not at all.
fn keep(built: &Path, cache: &Path, kept: &Path) -> io::Result<()> {
    fs::create_dir_all(cache)?;
    let work = tempfile::Builder::new().prefix(".new-").tempdir_in(cache)?;
    let copy = work.path().join("built");
    copy_open(built, &copy)?;
    fs::rename(copy, kept)
}

/// The class to be started: that of the source's name, else `Main`, else the first.
fn main_class(built: &Path, source: &Path) -> String {
    let mut classes: Vec<String> = Vec::new();
    for entry in fs::read_dir(built).into_iter().flatten().flatten() {
        if let Some(name) = entry.file_name().to_str().and_then(|name| name.strip_suffix(".class"))
        {
            classes.push(name.to_owned());
        }
    }
    classes.sort();
    let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    [stem.as_str(), "Main"]
        .into_iter()
        .find(|wanted| classes.iter().any(|class| class == wanted))
        .or(classes.first().map(String::as_str))
        .unwrap_or(&stem)
        .to_owned()
}
