//! Running a compiler: with the user and the limits of a run, and nothing else of the file system
//! than it needs.

use super::{Sandbox, millis};
use crate::run::linux::launch::{Kept, launch};
use crate::run::linux::order::{Ended, Order, Task, User};
use crate::run::linux::{bwrap, find, place};
use crate::run::protection::Builds;
use crate::run::{Refused, Walls};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much a compiler may say on standard output, in bytes.
const OUTPUT: u64 = 1 << 20;

/// The largest file that a compiler may write, in bytes.
pub(in crate::run::linux) const LARGEST_FILE: u64 = 256 << 20;

/// The most memory that a compiler may use with all of its processes, in bytes.
const MEMORY: u64 = 2 << 30;

/// How many processes and threads a compiler may have: some start several on each core.
const PROCESSES: u64 = 1024;

/// A compiler to be run.
pub(in crate::run::linux) struct Build<'a> {
    /// The compiler's path and its arguments.
    pub(in crate::run::linux) arguments: Vec<OsString>,
    /// What it may read beside the system's folders.
    pub(in crate::run::linux) reads: &'a [PathBuf],
    /// Its variables, each `NAME=VALUE`.
    pub(in crate::run::linux) environment: Vec<OsString>,
    /// The folder that it runs in and may write to.
    pub(in crate::run::linux) folder: &'a Path,
    /// How long it may take of CPU time; twice that by the clock.
    pub(in crate::run::linux) cpu: Duration,
}

impl Sandbox {
    /// Finds out whether compilers can be shown what they need alone.
    pub(super) fn probe_builds(&mut self) -> Result<(), Refused> {
        if !matches!(self.walls, Walls::Files | Walls::FilesByUser) {
            return Ok(());
        }
        let Some(path) = find::find_program("true".as_ref(), |_| true) else { return Ok(()) };
        let folder = tempfile::tempdir_in(self.place.programs()).map_err(Refused::Place)?;
        let build = Build {
            arguments: vec![path.into()],
            reads: &[],
            environment: Vec::new(),
            folder: folder.path(),
            cpu: Duration::from_secs(10),
        };
        // For this one build as if it were known.
        self.view = true;
        self.view = self.build(build).is_ok_and(|kept| kept.report.ended == Ended::Exited(0));
        Ok(())
    }

    /// What compilers can see.
    pub(super) const fn builds(&self) -> Builds {
        match (self.view || self.bwrap.is_some(), self.base) {
            (true, _) => Builds::Hidden,
            (false, Some(_)) => Builds::Apart,
            (false, None) => Builds::Open,
        }
    }

    /// Runs a compiler, with the best that works here: bubblewrap if that holds runs and can show
    /// the compiler, a view of what it needs, or at least a user who owns nothing else.
    ///
    /// # Errors
    /// Says what hinders it.
    pub(in crate::run::linux) fn build(&self, build: Build<'_>) -> Result<Kept, String> {
        let text = |error: io::Error| error.to_string();
        let user = self.user().ok_or("no user is left to build in the name of")?;
        let may_enter = |path: &Path| Self::is_open(self.base)(path);
        let compiler_open = build.arguments.first().is_some_and(|path| may_enter(Path::new(path)));
        let all_open = compiler_open && build.reads.iter().all(|path| may_enter(path));
        let bwrap = self.bwrap.as_ref().filter(|_| all_open || !self.view);
        let has_view = self.view && bwrap.is_none();
        // A compiler that only the own user can come to is run in that user's name.
        let claim = user.claim.as_ref().filter(|_| has_view || compiler_open);
        if let Some(claim) = claim {
            give(build.folder, claim.number).map_err(text)?;
        }
        let walls = match self.walls {
            walls if has_view => walls,
            Walls::None | Walls::FilesByUser => Walls::None,
            Walls::Processes | Walls::Files => Walls::Processes,
        };
        let order = Order {
            task: Task::Program {
                arguments: match bwrap {
                    Some(bwrap) => {
                        // Bubblewrap fails on what it cannot come to.
                        let shown = |path: &&PathBuf| claim.is_none() || may_enter(path);
                        let reads: Vec<PathBuf> =
                            build.reads.iter().filter(shown).cloned().collect();
                        bwrap::within(bwrap, &reads, build.folder, build.arguments)
                    }
                    None => build.arguments,
                },
                environment: build.environment,
            },
            user: claim.map_or(User::Own, |claim| User::Apart(claim.number)),
            walls,
            input: None,
            folder: build.folder.to_owned(),
            visible: self.place.path().to_owned(),
            view: has_view.then(|| build.reads.to_vec()),
            cpu_ms: millis(build.cpu),
            wall_ms: millis(build.cpu.saturating_mul(2)),
            address_space: None,
            resident: MEMORY,
            file_bytes: LARGEST_FILE,
            processes: self.bound.then_some(self.others + PROCESSES),
        };
        let mut kept = launch(self.helper(), &order, OUTPUT).map_err(text)?;
        if bwrap.is_some()
            && kept.report.ended == Ended::Exited(1)
            && kept.stderr.starts_with(b"bwrap: ")
        {
            let words = String::from_utf8_lossy(&kept.stderr).trim_end().to_owned();
            kept.report.ended = Ended::Fault(words);
        }
        if !has_view {
            user.clean_shared().map_err(text)?;
        }
        // Compilers start others, whose time is known in the end only.
        if Duration::from_micros(kept.report.cpu_us) > build.cpu
            && kept.report.ended != Ended::WallLimit
        {
            kept.report.ended = Ended::CpuLimit;
        }
        Ok(kept)
    }
}

/// Makes the user the owner of the folder and of what is in it, and the way there free.
fn give(folder: &Path, number: u32) -> io::Result<()> {
    if let Some(parent) = folder.parent()
        && !place::is_open_to_all(parent)
    {
        fs::set_permissions(parent, Permissions::from_mode(0o711))?;
    }
    for entry in fs::read_dir(folder)? {
        chown(entry?.path(), Some(number), Some(number))?;
    }
    chown(folder, Some(number), Some(number))
}
