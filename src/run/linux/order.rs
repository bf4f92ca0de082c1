//! What the judge asks of the process that keeps a run, and what that process reports.

use crate::run::Walls;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

/// The hidden first argument with which this binary keeps a run; an order follows.
pub(super) const KEEP: &str = "--keep-a-run";

/// One run to be kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// What is to be run.
    pub(super) task: Task,
    /// Whose name it runs in.
    pub(super) user: User,
    /// What it is shut in.
    pub(super) walls: Walls,
    /// The file that it reads from; nothing without one.
    pub(super) input: Option<PathBuf>,
    /// The folder that it runs in. With walls around the file system, an empty one in memory is
    /// put there.
    pub(super) folder: PathBuf,
    /// A folder that it must be able to read, wherever that is.
    pub(super) visible: PathBuf,
    /// What it can see of the file system beside `folder`, and cannot change; there is no network
    /// then. It needs walls around the file system. Everything without it.
    pub(super) view: Option<Vec<PathBuf>>,
    /// CPU time in milliseconds.
    pub(super) cpu_ms: u64,
    /// Wall-clock time in milliseconds.
    pub(super) wall_ms: u64,
    /// The largest address space, in bytes.
    pub(super) address_space: Option<u64>,
    /// The largest resident memory of all of its processes together, in bytes.
    pub(super) resident: u64,
    /// The largest file that may be written, in bytes.
    pub(super) file_bytes: u64,
    /// How many processes and threads the user may have, if there is a bound.
    pub(super) processes: Option<u64>,
}

/// What is to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Task {
    /// A program, with its arguments, the first of which is its path, and its environment.
    Program {
        /// The path and the arguments.
        arguments: Vec<OsString>,
        /// Variables, each `NAME=VALUE`.
        environment: Vec<OsString>,
    },
    /// Finds out whether the number of processes is bound: starts more than `processes`, each of
    /// which does nothing, and exits with 0 if that was refused, else with 1.
    Probe,
}

/// In whose name a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum User {
    /// The user's who runs the tool.
    Own,
    /// The user and group of this number, who own nothing else.
    Apart(u32),
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Report {
    /// How it ended.
    pub(super) ended: Ended,
    /// CPU time of it and all of its descendants, in microseconds.
    pub(super) cpu_us: u64,
    /// Wall-clock time in microseconds.
    pub(super) wall_us: u64,
    /// The largest resident memory of one of its processes, in bytes.
    pub(super) memory_bytes: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ended {
    /// It exited with this code.
    Exited(i32),
    /// A signal ended it.
    Signal(i32),
    /// It was ended: no CPU time was left.
    CpuLimit,
    /// It was ended: no wall-clock time was left.
    WallLimit,
    /// It was ended: its resident memory was above the limit.
    MemoryLimit,
    /// It was ended because the judge asked for it.
    Stopped,
    /// It is no program that can be started; why.
    NoProgram(String),
    /// It could not be started or watched.
    Fault(String),
}
