//! One run of a program on one input.

use super::{Program, Sandbox, system};
use crate::plan;
use crate::verdict::Verdict;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of all threads and processes together, after which the run is ended.
    pub cpu: Duration,
    /// Wall-clock time after which the run is ended.
    pub wall: Duration,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Bytes of output.
    pub output_bytes: u64,
}

impl From<&plan::Limits> for Limits {
    fn from(limits: &plan::Limits) -> Self {
        Self {
            cpu: limits.time,
            wall: limits.wall,
            memory_bytes: u64::from(limits.memory_mib) << 20,
            output_bytes: u64::from(limits.output_mib) << 20,
        }
    }
}

/// Where a run's standard input comes from.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// This file, opened anew for the run.
    File(&'a Path),
    /// These bytes.
    Bytes(&'a [u8]),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It exited with this code.
    Exited(i32),
    /// A signal ended it.
    Signal(i32),
    /// It used up its CPU time.
    CpuLimit,
    /// It used up its wall-clock time.
    WallLimit,
    /// It used too much memory.
    MemoryLimit,
    /// It printed too much.
    OutputLimit,
    /// It is no program that can be started; why.
    NoProgram(String),
    /// It could not be run or watched: the judges' own fault.
    Fault(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "exit code {code}"),
            Self::Signal(number) => match system::signal_name(*number) {
                Some(name) => write!(f, "signal {number} ({name})"),
                None => write!(f, "signal {number}"),
            },
            Self::CpuLimit => f.write_str("out of CPU time"),
            Self::WallLimit => f.write_str("out of wall-clock time"),
            Self::MemoryLimit => f.write_str("out of memory"),
            Self::OutputLimit => f.write_str("too much output"),
            Self::NoProgram(why) => write!(f, "it cannot be started: {why}"),
            Self::Fault(message) => f.write_str(message),
        }
    }
}

/// A run and what it used.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// What it printed, as far as the limit and a little more.
    pub stdout: Vec<u8>,
    /// The beginning and the end of what it said on standard error, a few KiB.
    pub stderr: Vec<u8>,
    /// CPU time of all of its processes.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// The largest resident memory of any of its processes, in bytes.
    pub memory_bytes: u64,
}

impl Run {
    /// The verdict, if it does not hang on the output: `None` for a run that exited with 0.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        match self.ending {
            Ending::Exited(0) => None,
            Ending::Exited(_) | Ending::Signal(_) | Ending::NoProgram(_) => {
                Some(Verdict::RuntimeError)
            }
            Ending::CpuLimit | Ending::WallLimit => Some(Verdict::TimeLimit),
            Ending::MemoryLimit => Some(Verdict::MemoryLimit),
            Ending::OutputLimit => Some(Verdict::OutputLimit),
            Ending::Fault(_) => Some(Verdict::JudgeError),
        }
    }
}

/// Runs `program` on `input` in `sandbox`; nothing that it started is left when this returns.
#[must_use]
pub fn execute(sandbox: &Sandbox, program: &Program, input: Input<'_>, limits: &Limits) -> Run {
    sandbox.run(program, input, limits)
}
