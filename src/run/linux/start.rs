//! From a copy of the keeper to the program that is run: limits, user, folder, streams.

use super::order::{Ended, Order, Task, User};
use super::os;
use nix::errno::Errno;
use nix::sys::resource::{RLIM_INFINITY, Resource, setrlimit};
use nix::sys::wait::waitpid;
use nix::unistd::{
    ForkResult, Gid, Uid, chdir, dup2_stdin, execve, setgroups, setresgid, setresuid,
};
use std::ffi::{CString, OsString};
use std::fs;
use std::io::{self, PipeWriter, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;

/// How many files a run may have open.
const OPEN_FILES: u64 = 256;

/// Seconds of CPU time that the system grants beyond the limit, should the keeper be late.
const GRACE_SECONDS: u64 = 2;

/// Becomes the program. What hinders that is told through `teller`, which closes otherwise.
pub(super) fn become_program(order: &Order, input: &OwnedFd, mut teller: PipeWriter) -> ! {
    let ended = match prepare(order, input) {
        Ok(()) => match &order.task {
            Task::Program { arguments, environment } => run(arguments, environment, &order.visible),
            Task::Probe => {
                drop(teller);
                std::process::exit(i32::from(!probe(order.processes)))
            }
        },
        Err(fault) => Ended::Fault(fault),
    };
    let _ = teller.write_all(serde_json::to_string(&ended).unwrap_or_default().as_bytes());
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

/// Returns only if the program cannot be started. If it lies in `programs` it is the submission's
/// own, and the fault may be its.
fn run(arguments: &[OsString], environment: &[OsString], programs: &Path) -> Ended {
    let words = |words: &[OsString]| -> Result<Vec<CString>, String> {
        let word = |word: &OsString| CString::new(word.clone().into_vec());
        words.iter().map(word).collect::<Result<_, _>>().map_err(|error| error.to_string())
    };
    let (words, environment) = match (words(arguments), words(environment)) {
        (Ok(words), Ok(environment)) => (words, environment),
        (Err(fault), _) | (_, Err(fault)) => return Ended::Fault(fault),
    };
    let (Some(program), Some(word)) = (arguments.first().map(Path::new), words.first()) else {
        return Ended::Fault("there is nothing to run".to_owned());
    };
    let Err(error) = execve(word, &words, &environment);
    match no_program(program, error) {
        Some(why) if program.starts_with(programs) => Ended::NoProgram(why),
        _ => {
            let (program, error) = (program.display(), io::Error::from(error));
            Ended::Fault(format!("cannot run `{program}`: {error}"))
        }
    }
}

/// What hinders a program in `programs` that bubblewrap would hand to a shell, as systems do not
/// that know neither its beginning nor `#!`.
pub(super) fn not_for_a_shell(program: &Path, programs: &Path) -> Option<String> {
    let text = program.starts_with(programs).then(|| fs::read(program).ok()).flatten()?;
    let is_known = [&b"#!"[..], b"\x7fELF"].iter().any(|start| text.starts_with(start));
    if is_known { None } else { no_program(program, Errno::ENOEXEC) }
}

/// Why a file that does not start is no program; `None` if that is not for the file to answer.
fn no_program(path: &Path, error: Errno) -> Option<String> {
    let text = fs::read(path).unwrap_or_default();
    let is_script = text.starts_with(b"#!");
    let why = match error {
        Errno::ENOENT if !path.exists() => "there is none",
        Errno::ENOEXEC if text.is_empty() => "it is empty",
        Errno::ENOEXEC => "not a program of this machine's",
        Errno::ENOENT => "its interpreter is not there",
        // Of a program, that is the system's will.
        Errno::EACCES if is_script => "its interpreter may not be run",
        Errno::ELIBBAD | Errno::EINVAL | Errno::ELOOP | Errno::ENOTDIR | Errno::EISDIR => {
            error.desc()
        }
        _ => return None,
    };
    Some(why.to_owned())
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
