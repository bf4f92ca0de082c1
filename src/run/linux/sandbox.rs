//! What this machine can hold a submission with, and running in it.

pub(super) mod build;
mod user;

use super::bwrap;
use super::find::find_program;
use super::launch::launch;
use super::order::{Ended, Order, Task, User};
use super::place::{self, Place};
use super::program::{Program, variable};
use super::start::not_for_a_shell;
use super::users::{BASES, Claim};
use crate::run::languages::Memory;
use crate::run::{Choice, Ending, Input, Limits, Protection, Refused, Run, Trust, Walls};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use user::{RunUser, processes_of};

/// The largest file that a run may write, in bytes.
const FILE_BYTES: u64 = 64 << 20;

/// The most memory for address space beyond the limit: what is mapped but not touched does not
/// count, so that the limit on the address space is twice that of the memory and this.
const MAPPED_BYTES: u64 = 64 << 20;

/// Processes that the probe asks for.
const PROBED: u64 = 4;

/// Where runs are held.
#[derive(Debug)]
pub struct Sandbox {
    helper: PathBuf,
    place: Place,
    walls: Walls,
    /// The first number of the users apart, if there are any.
    base: Option<u32>,
    /// Claimed users that no run has at the moment.
    idle: Mutex<Vec<Claim>>,
    /// Processes that the own user has anyway.
    others: u64,
    bwrap: Option<PathBuf>,
    bound: bool,
    /// Whether compilers can be shown what they need alone.
    view: bool,
}

impl Sandbox {
    /// Finds out what binds on this machine by trying it. `helper` is the tool's own binary.
    ///
    /// # Errors
    /// If nothing binds and nobody is trusted, or what was asked for is not there.
    pub fn new(helper: &Path, choice: Choice, trust: Trust) -> Result<Self, Refused> {
        let place = Place::new().map_err(Refused::Place)?;
        let mut sandbox = Self {
            helper: helper.to_owned(),
            place,
            walls: Walls::None,
            base: None,
            idle: Mutex::new(Vec::new()),
            others: 0,
            bwrap: None,
            bound: false,
            view: false,
        };
        let is_root = nix::unistd::geteuid().is_root();
        let ways: Vec<(Option<u32>, Walls)> = if is_root {
            let some = |walls| BASES.map(|base| (Some(base), walls));
            let apart = some(Walls::Files).into_iter().chain(some(Walls::Processes));
            apart
                .chain(some(Walls::None))
                .chain([(None, Walls::Files), (None, Walls::None)])
                .collect()
        } else {
            sandbox.others = processes_of(nix::unistd::geteuid().as_raw());
            vec![(None, Walls::FilesByUser), (None, Walls::None)]
        };
        let possible =
            ways.into_iter().filter(|(_, walls)| choice != Choice::Plain || *walls == Walls::None);
        let mut works = None;
        for (base, walls) in possible {
            (sandbox.base, sandbox.walls) = (base, walls);
            match sandbox.probe() {
                Some(true) => {
                    sandbox.bound = true;
                    break;
                }
                Some(false) => works = works.or(Some((base, walls))),
                None => {}
            }
        }
        if !sandbox.bound {
            (sandbox.base, sandbox.walls) = works.unwrap_or((None, Walls::None));
            if trust == Trust::Nobody {
                return Err(Refused::Unbound);
            }
        }
        sandbox.probe_builds()?;
        if choice == Choice::Bwrap {
            sandbox.add_bwrap()?;
        }
        Ok(sandbox)
    }

    /// Whether the number of processes is bound; `None` if runs cannot even be started so.
    fn probe(&self) -> Option<bool> {
        let seconds = Duration::from_secs(10);
        let limits =
            Limits { cpu: seconds, wall: seconds, memory_bytes: 1 << 30, output_bytes: 1 << 10 };
        let user = self.user()?;
        let mut order = self.order(Task::Probe, &user, &limits).ok()?;
        order.processes = Some(self.others + PROBED);
        match launch(&self.helper, &order, limits.output_bytes).ok()?.report.ended {
            Ended::Exited(code) => Some(code == 0),
            Ended::Signal(_)
            | Ended::CpuLimit
            | Ended::WallLimit
            | Ended::MemoryLimit
            | Ended::Stopped
            | Ended::NoProgram(_)
            | Ended::Fault(_) => None,
        }
    }

    fn add_bwrap(&mut self) -> Result<(), Refused> {
        let Some(path) = find_program("bwrap".as_ref(), Self::is_open(self.base)) else {
            return Err(Refused::Bwrap("`bwrap` is not in PATH".to_owned()));
        };
        self.bwrap = Some(path);
        let second = Duration::from_secs(10);
        let limits =
            Limits { cpu: second, wall: second, memory_bytes: 1 << 30, output_bytes: 1 << 20 };
        let program = Program::plain("true".into(), vec!["/bin/true".into()]);
        let run = self.run(&program, Input::Bytes(b""), &limits);
        if run.ending == Ending::Exited(0) {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&run.stderr).trim().to_owned();
        Err(Refused::Bwrap(format!("{}: {said}", run.ending)))
    }

    /// Whether a program must be open to all users to be run here.
    fn is_open(base: Option<u32>) -> fn(&Path) -> bool {
        match base {
            Some(_) => place::is_open_to_all,
            None => |_| true,
        }
    }

    /// The program of this name in PATH that runs here can use.
    pub(super) fn find(&self, name: &std::ffi::OsStr) -> Option<PathBuf> {
        find_program(name, Self::is_open(self.base))
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    pub(super) fn helper(&self) -> &Path {
        &self.helper
    }

    fn order(&self, task: Task, user: &RunUser<'_>, limits: &Limits) -> io::Result<Order> {
        let folder = self.place.work().join(match &user.claim {
            Some(claim) => claim.number.to_string(),
            None => format!("{:?}", std::thread::current().id()),
        });
        if !folder.exists() {
            fs::create_dir(&folder)?;
            if let Some(claim) = &user.claim {
                chown(&folder, Some(claim.number), Some(claim.number))?;
            }
        }
        Ok(Order {
            task,
            user: user.claim.as_ref().map_or(User::Own, |claim| User::Apart(claim.number)),
            walls: self.walls,
            input: None,
            folder,
            visible: self.place.path().to_owned(),
            view: None,
            cpu_ms: millis(limits.cpu),
            wall_ms: millis(limits.wall),
            address_space: None,
            resident: u64::MAX,
            file_bytes: FILE_BYTES,
            processes: None,
        })
    }

    /// Runs a program; see [`execute()`](crate::run::execute()).
    pub(in crate::run) fn run(&self, program: &Program, input: Input<'_>, limits: &Limits) -> Run {
        self.try_run(program, input, limits).unwrap_or_else(|fault| unmade(Ending::Fault(fault)))
    }

    fn try_run(&self, program: &Program, input: Input<'_>, limits: &Limits) -> Result<Run, String> {
        let user = self.user().ok_or("no user is left to run in the name of")?;
        let text = |error: io::Error| error.to_string();
        let mut order = self.order(Task::Probe, &user, limits).map_err(text)?;
        let given;
        order.input = Some(match input {
            Input::File(path) => std::path::absolute(path).map_err(text)?,
            Input::Bytes(bytes) => {
                given = tempfile::NamedTempFile::new_in(self.place.inputs()).map_err(text)?;
                fs::write(given.path(), bytes).map_err(text)?;
                given.path().to_owned()
            }
        });
        let overhead = u64::from(program.overhead_mib()) << 20;
        let memory = limits.memory_bytes.saturating_add(overhead);
        match program.memory() {
            Memory::AddressSpace => {
                let mapped = memory.saturating_mul(2).saturating_add(MAPPED_BYTES);
                order.address_space = Some(mapped);
                // Each process has that bound, and all together.
                order.resident = mapped;
            }
            Memory::Resident => order.resident = memory,
        }
        if self.bound {
            order.processes = Some(self.others + u64::from(program.processes()));
        }
        let arguments = program.arguments(limits.memory_bytes >> 20);
        order.task = Task::Program {
            arguments: match &self.bwrap {
                Some(bwrap) => {
                    let programs = self.place.programs();
                    let main = arguments.first().map(Path::new);
                    if let Some(why) = main.and_then(|main| not_for_a_shell(main, &programs)) {
                        return Ok(unmade(Ending::NoProgram(why)));
                    }
                    bwrap::within(bwrap, &[programs], &order.folder, arguments)
                }
                None => arguments,
            },
            environment: environment(&order.folder),
        };
        let kept = launch(&self.helper, &order, limits.output_bytes).map_err(text)?;
        if let Walls::None | Walls::Processes = self.walls {
            user.clean(&order.folder).map_err(text)?;
        }
        let report = kept.report;
        let failed = !matches!(report.ended, Ended::Exited(0));
        let ending = match report.ended {
            _ if kept.too_much => Ending::OutputLimit,
            Ended::CpuLimit => Ending::CpuLimit,
            Ended::WallLimit => Ending::WallLimit,
            Ended::NoProgram(why) => Ending::NoProgram(why),
            Ended::Fault(fault) => Ending::Fault(fault),
            Ended::Stopped => Ending::Fault("the run was stopped".to_owned()),
            Ended::MemoryLimit => Ending::MemoryLimit,
            Ended::Exited(_) | Ended::Signal(_) if report.memory_bytes > memory => {
                Ending::MemoryLimit
            }
            Ended::Exited(_) | Ended::Signal(_) if failed && program.wants_memory(&kept.stderr) => {
                Ending::MemoryLimit
            }
            // A shell's way to tell of a signal is bubblewrap's too.
            Ended::Exited(code @ 129..=192) if self.bwrap.is_some() => Ending::Signal(code - 128),
            Ended::Exited(code) => Ending::Exited(code),
            Ended::Signal(number) => Ending::Signal(number),
        };
        let cpu = Duration::from_micros(report.cpu_us);
        let ending = if cpu > limits.cpu && matches!(ending, Ending::Exited(_) | Ending::Signal(_))
        {
            Ending::CpuLimit
        } else {
            ending
        };
        Ok(Run {
            ending,
            stdout: kept.stdout,
            stderr: kept.stderr,
            cpu,
            wall: Duration::from_micros(report.wall_us),
            memory_bytes: report.memory_bytes,
        })
    }

    /// What is in force, in words, for a person.
    #[must_use]
    pub fn protection(&self) -> Protection {
        Protection {
            user: self.base.is_some(),
            processes: self.bound,
            walls: self.walls,
            bwrap: self.bwrap.is_some(),
            builds: self.builds(),
        }
    }
}

/// A run that did not come about.
const fn unmade(ending: Ending) -> Run {
    Run {
        ending,
        stdout: Vec::new(),
        stderr: Vec::new(),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        memory_bytes: 0,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The environment of a run: little, and the same everywhere.
fn environment(folder: &Path) -> Vec<OsString> {
    let mut environment: Vec<OsString> = [
        "PATH=/usr/local/bin:/usr/bin:/bin",
        "LANG=C.UTF-8",
        "PYTHONHASHSEED=0",
        "PYTHONDONTWRITEBYTECODE=1",
    ]
    .map(OsString::from)
    .to_vec();
    environment.extend(["HOME", "TMPDIR"].map(|name| variable(name, folder.as_os_str())));
    environment
}
