//! From a copy of the keeper to the program that is run: limits, user, folder, streams.

use super::order::{Order, Task, User};
use super::os;
use nix::sys::resource::{RLIM_INFINITY, Resource, setrlimit};
use nix::sys::wait::waitpid;
use nix::unistd::{
    ForkResult, Gid, Uid, chdir, dup2_stdin, execve, setgroups, setresgid, setresuid,
};
use std::ffi::{CString, OsString};
use std::io::{self, PipeWriter, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;

/// How many files a run may have open.
const OPEN_FILES: u64 = 256;

/// Seconds of CPU time that the system grants beyond the limit, should the keeper be late.
const GRACE_SECONDS: u64 = 2;

/// Becomes the program. What hinders that is told through `teller`, which closes otherwise.
pub(super) fn become_program(order: &Order, input: &OwnedFd, mut teller: PipeWriter) -> ! {
    let fault = match prepare(order, input) {
        Ok(()) => match &order.task {
            Task::Program { arguments, environment } => run(arguments, environment),
            Task::Probe => {
                drop(teller);
                std::process::exit(i32::from(!probe(order.processes)))
            }
        },
        Err(fault) => fault,
    };
    let _ = teller.write_all(fault.as_bytes());
    std::process::exit(127)
}

fn prepare(order: &Order, input: &OwnedFd) -> Result<(), String> {
    let fault = |what: &'static str| move |error: nix::Error| format!("cannot {what}: {error}");
    nix::unistd::setsid().map_err(fault("leave the session"))?;
    os::default_signals().map_err(fault("reset signals"))?;
    let limit = |resource, value: u64| {
        setrlimit(resource, value, value)
            .map_err(|error| format!("cannot set a limit of {value}: {error}"))
    };
    limit(Resource::RLIMIT_CORE, 0)?;
    limit(Resource::RLIMIT_NOFILE, OPEN_FILES)?;
    limit(Resource::RLIMIT_FSIZE, order.file_bytes)?;
    limit(Resource::RLIMIT_CPU, order.cpu_ms.div_ceil(1000).saturating_add(GRACE_SECONDS))?;
    // Deep recursion is bounded by the memory limit alone. Where the caller's own bound on the
    // stack is below that, it stays.
    let _ = setrlimit(Resource::RLIMIT_STACK, RLIM_INFINITY, RLIM_INFINITY);
    if let Some(bytes) = order.address_space {
        limit(Resource::RLIMIT_AS, bytes)?;
    }
    if let Some(processes) = order.processes {
        limit(Resource::RLIMIT_NPROC, processes)?;
    }
    if let User::Apart(number) = order.user {
        let (user, group) = (Uid::from_raw(number), Gid::from_raw(number));
        setgroups(&[]).map_err(fault("leave the groups"))?;
        setresgid(group, group, group).map_err(fault("change the group"))?;
        setresuid(user, user, user).map_err(fault("change the user"))?;
    }
    nix::sys::prctl::set_no_new_privs().map_err(fault("give up privileges"))?;
    chdir(&order.folder).map_err(fault("enter the working folder"))?;
    dup2_stdin(input).map_err(fault("connect the input"))
}

/// Returns only if the program cannot be started; says why.
fn run(arguments: &[OsString], environment: &[OsString]) -> String {
    let words = |words: &[OsString]| -> Result<Vec<CString>, String> {
        let word = |word: &OsString| CString::new(word.clone().into_vec());
        words.iter().map(word).collect::<Result<_, _>>().map_err(|error| error.to_string())
    };
    let (arguments, environment) = match (words(arguments), words(environment)) {
        (Ok(arguments), Ok(environment)) => (arguments, environment),
        (Err(fault), _) | (_, Err(fault)) => return fault,
    };
    let Some(program) = arguments.first() else { return "there is nothing to run".to_owned() };
    let Err(error) = execve(program, &arguments, &environment);
    format!("cannot run `{}`: {}", program.to_string_lossy(), io::Error::from(error))
}

/// Whether the system refuses to start one process more than `processes`.
fn probe(processes: Option<u64>) -> bool {
    let Some(processes) = processes else { return false };
    let Ok((reader, writer)) = io::pipe() else { return false };
    let mut children = Vec::new();
    let mut refused = false;
    for _ in 0..=processes {
        match os::split() {
            Ok(ForkResult::Parent { child }) => children.push(child),
            Ok(ForkResult::Child) => {
                // Waits until the parent has counted.
                drop(writer);
                let _ = io::copy(&mut &reader, &mut io::sink());
                std::process::exit(0)
            }
            Err(_) => {
                refused = true;
                break;
            }
        }
    }
    drop(writer);
    for child in children {
        let _ = waitpid(child, None);
    }
    refused
}
