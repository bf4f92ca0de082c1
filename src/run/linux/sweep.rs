//! Finding and ending whatever a run has started.

use super::order::{Order, User};
use super::os;
use crate::run::Walls;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, Pid, SysconfVar, Uid, getpid, setresuid, sysconf};
use std::collections::{HashMap, HashSet};
use std::fs;

/// Kills all that the run started, as far as it can be found now.
pub(super) fn kill_all(order: &Order) {
    match order.walls {
        Walls::Processes | Walls::Files | Walls::FilesByUser => {
            // The first process of a namespace reaches all others in it, and none outside.
            let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
        }
        Walls::None => {
            // Stopped first, so that none starts another while they are counted.
            let mut seen = HashSet::new();
            loop {
                let found = descendants();
                let before = seen.len();
                for one in found {
                    if seen.insert(one) {
                        let _ = kill(Pid::from_raw(one), Signal::SIGSTOP);
                    }
                }
                if seen.len() == before {
                    break;
                }
            }
            for one in seen {
                let _ = kill(Pid::from_raw(one), Signal::SIGKILL);
            }
            if let User::Apart(number) = order.user {
                kill_user(number);
            }
        }
    }
}

/// Kills every process of the user, by a process in the user's own name: it reaches those alone.
fn kill_user(number: u32) {
    let user = Uid::from_raw(number);
    match os::split() {
        Ok(ForkResult::Child) => {
            if setresuid(user, user, user).is_ok() {
                let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
            }
            std::process::exit(0)
        }
        Ok(ForkResult::Parent { child }) => {
            let _ = waitpid(child, None);
        }
        Err(_) => {}
    }
}

/// The processes whose ancestor this one is, zombies left out.
fn descendants() -> Vec<i32> {
    let mut parents: HashMap<i32, Vec<i32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(number) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok())
        else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold anything; state and parent follow the last one.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let mut fields = rest.split_ascii_whitespace();
        let (Some(state), Some(parent)) = (fields.next(), fields.next()) else { continue };
        if state != "Z"
            && let Ok(parent) = parent.parse()
        {
            parents.entry(parent).or_default().push(number);
        }
    }
    let mut found = Vec::new();
    let mut next = vec![getpid().as_raw()];
    while let Some(one) = next.pop() {
        for child in parents.remove(&one).unwrap_or_default() {
            found.push(child);
            next.push(child);
        }
    }
    found
}

/// The resident memory of all that the run started, in bytes, shared pages counted for each; 0
/// where the system does not tell.
pub(super) fn resident_below() -> u64 {
    // The numbers are those of the namespace that /proc was mounted in, as its folders are.
    let children = |tasks: &str| -> Vec<String> {
        let text = fs::read_to_string(format!("{tasks}/children")).unwrap_or_default();
        text.split_ascii_whitespace().map(str::to_owned).collect()
    };
    let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten();
    let page = page.and_then(|size| u64::try_from(size).ok()).unwrap_or(4096);
    let mut pages = 0u64;
    let mut next = children("/proc/thread-self");
    while let Some(one) = next.pop() {
        let text = fs::read_to_string(format!("/proc/{one}/statm")).unwrap_or_default();
        let resident = text.split_ascii_whitespace().nth(1).and_then(|pages| pages.parse().ok());
        pages = pages.saturating_add(resident.unwrap_or(0));
        for task in fs::read_dir(format!("/proc/{one}/task")).into_iter().flatten().flatten() {
            next.extend(children(&task.path().to_string_lossy()));
        }
    }
    pages.saturating_mul(page)
}
