//! From a source to a program that can be run.

use super::find::{find_program, is_executable};
use super::job::{Job, OUT};
use super::place::copy_open;
use super::program::{Program, fill};
use super::sandbox::Sandbox;
use crate::run::BuildFault;
use crate::run::languages::Languages;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The largest source, in bytes.
const MAX_SOURCE: u64 = 64 << 20;

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
            fs::set_permissions(&path, Permissions::from_mode(0o755)).map_err(fault)?;
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
