//! The process that keeps a run: this binary, started anew for each.
//!
//! It makes the walls, starts the program in its limits, watches the clocks and the judge's end of
//! a socket, ends the program with every descendant, and reports. If the judge goes away, the
//! socket says so, and the run ends.

use super::order::{Ended, KEEP, Order, Report};
use super::{os, start, sweep, view, walls};
use crate::run::Walls;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::time::clock_getcpuclockid;
use nix::unistd::{ForkResult, Pid};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The time between two looks at the resident memory: long enough to cost little, short enough
/// for a few hundred MiB at most to be touched meanwhile.
const MEMORY_INTERVAL: Duration = Duration::from_millis(10);

/// The exit status of a keeper that has nothing to report to.
const LOST: u8 = 2;

/// Keeps a run if the arguments ask for one; `None` if they ask for something else.
#[must_use]
pub fn main(args: &[OsString]) -> Option<ExitCode> {
    match args {
        [_, keep, order] if keep == KEEP => Some(keep_run(order)),
        _ => None,
    }
}

fn keep_run(order: &OsString) -> ExitCode {
    os::close_others();
    let judge = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from);
    let order = order.to_str().and_then(|order| serde_json::from_str::<Order>(order).ok());
    let (Ok(judge), Some(order)) = (judge, order) else { return ExitCode::from(LOST) };
    if let Err(fault) = keep(&order, &judge) {
        report(&judge, &failed(fault));
    }
    ExitCode::SUCCESS
}

fn report(mut judge: &UnixStream, report: &Report) {
    // A judge that went away wants no report.
    let _ = judge.write_all(serde_json::to_string(report).unwrap_or_default().as_bytes());
}

fn failed(fault: String) -> Report {
    Report { ended: Ended::Fault(fault), cpu_us: 0, wall_us: 0, memory_bytes: 0 }
}

/// Makes the walls and the first process inside, which does the rest, and waits for it.
fn keep(order: &Order, judge: &UnixStream) -> Result<(), String> {
    // Before the walls, which may cover the folder that it lies in.
    let input = order.input.as_deref().unwrap_or(Path::new("/dev/null"));
    let input = fs::File::open(input).map(OwnedFd::from);
    let input = input.map_err(|error| format!("cannot open the input: {error}"))?;
    walls::separate(order).map_err(|error| format!("cannot shut in a run: {error}"))?;
    let first = match order.walls {
        Walls::None => None,
        Walls::Processes | Walls::Files | Walls::FilesByUser => {
            match os::split().map_err(|error| format!("cannot start a process: {error}"))? {
                ForkResult::Parent { child } => Some(child),
                ForkResult::Child => None,
            }
        }
    };
    if let Some(first) = first {
        return match waitpid(first, None) {
            Ok(WaitStatus::Exited(_, 0)) => Ok(()),
            Ok(other) => Err(format!("the keeper of the run ended unexpectedly: {other:?}")),
            Err(error) => Err(format!("cannot wait for the keeper of the run: {error}")),
        };
    }
    let result = inside(order, judge, input).unwrap_or_else(failed);
    report(judge, &result);
    Ok(())
}

/// Runs the program and sees it off. The process namespace, if there is one, ends with this
/// process.
fn inside(order: &Order, judge: &UnixStream, input: OwnedFd) -> Result<Report, String> {
    match order.walls {
        Walls::None => nix::sys::prctl::set_child_subreaper(true)
            .map_err(|error| format!("cannot take in orphans: {error}"))?,
        Walls::Processes => {}
        Walls::Files | Walls::FilesByUser => match &order.view {
            Some(reads) => view::enter(order, reads)?,
            None => walls::furnish(order)?,
        },
    }
    let (mut faults, teller) =
        io::pipe().map_err(|error| format!("cannot make a pipe: {error}"))?;
    let started = Instant::now();
    let child = match os::split().map_err(|error| format!("cannot start a process: {error}"))? {
        ForkResult::Child => start::become_program(order, &input, teller),
        ForkResult::Parent { child } => child,
    };
    drop((input, teller));
    let mut fault = String::new();
    // The pipe closes when the program takes over.
    let _ = faults.read_to_string(&mut fault);
    let limit = if fault.is_empty() { watch(order, judge, child, started) } else { Ok(None) };
    let wall = started.elapsed();
    let status = see_off(order, child);
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)
        .map_err(|error| format!("cannot tell what the run used: {error}"))?;
    let micros = |time: nix::sys::time::TimeVal| {
        let micros = time.tv_sec().saturating_mul(1_000_000).saturating_add(time.tv_usec());
        u64::try_from(micros).unwrap_or(0)
    };
    if !fault.is_empty() {
        let ended = serde_json::from_str(&fault).unwrap_or(Ended::Fault(fault));
        return Ok(Report { ended, ..failed(String::new()) });
    }
    let ended = match (limit?, status) {
        (Some(limit), _) => limit,
        (None, Some(WaitStatus::Exited(_, code))) => Ended::Exited(code),
        // The system's own end of a run whose CPU time is over.
        (None, Some(WaitStatus::Signaled(_, nix::sys::signal::Signal::SIGXCPU, _))) => {
            Ended::CpuLimit
        }
        (None, Some(WaitStatus::Signaled(_, signal, _))) => Ended::Signal(signal as i32),
        (None, other) => return Err(format!("the run ended unexpectedly: {other:?}")),
    };
    Ok(Report {
        ended,
        cpu_us: micros(usage.user_time()) + micros(usage.system_time()),
        wall_us: u64::try_from(wall.as_micros()).unwrap_or(u64::MAX),
        memory_bytes: u64::try_from(usage.max_rss()).unwrap_or(0).saturating_mul(1024),
    })
}

/// Waits until the program ends or must be ended; says why in the latter case.
fn watch(
    order: &Order,
    judge: &UnixStream,
    child: Pid,
    started: Instant,
) -> Result<Option<Ended>, String> {
    let fault = |what: &str, error: &dyn std::fmt::Display| format!("cannot watch {what}: {error}");
    let handle = rustix::process::Pid::from_raw(child.as_raw()).ok_or("no such process")?;
    let handle = rustix::process::pidfd_open(handle, rustix::process::PidfdFlags::empty())
        .map_err(|error| fault("the run", &error))?;
    let clock = clock_getcpuclockid(child).map_err(|error| fault("its CPU time", &error))?;
    let (cpu_limit, wall_limit) =
        (Duration::from_millis(order.cpu_ms), Duration::from_millis(order.wall_ms));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = u32::try_from(threads).unwrap_or(1);
    loop {
        let cpu = clock.now().map_or(Duration::ZERO, Duration::from);
        let Some(cpu_left) = cpu_limit.checked_sub(cpu).filter(|left| !left.is_zero()) else {
            return Ok(Some(Ended::CpuLimit));
        };
        let wall_left = wall_limit.checked_sub(started.elapsed()).filter(|left| !left.is_zero());
        let Some(wall_left) = wall_left else { return Ok(Some(Ended::WallLimit)) };
        let pause = (cpu_left / threads).min(wall_left).min(MEMORY_INTERVAL);
        if sweep::resident_below() > order.resident {
            return Ok(Some(Ended::MemoryLimit));
        }
        let pause = u16::try_from(pause.as_millis()).unwrap_or(u16::MAX).max(1);
        let mut both = [
            PollFd::new(handle.as_fd(), PollFlags::POLLIN),
            PollFd::new(judge.as_fd(), PollFlags::POLLIN),
        ];
        match poll(&mut both, PollTimeout::from(pause)) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(fault("the run", &error)),
        }
        let [program, judge] = both.map(|one| one.any().unwrap_or(false));
        if program {
            return Ok(None);
        }
        if judge {
            return Ok(Some(Ended::Stopped));
        }
    }
}

/// Ends the program and all of its descendants, and waits until none is left. Returns how the
/// program itself ended.
fn see_off(order: &Order, program: Pid) -> Option<WaitStatus> {
    let mut status = None;
    loop {
        sweep::kill_all(order);
        // What is killed may take a while to go, and may have started more before it went.
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) => break,
                Ok(one) if one.pid() == Some(program) => status = Some(one),
                Ok(_) | Err(Errno::EINTR) => {}
                Err(_) => return status,
            }
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}
