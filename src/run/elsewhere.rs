//! Systems on which submissions are not held: nobody can make a sandbox, and so nothing is built
//! or run.

use super::{BuildFault, Choice, Input, Languages, Limits, Protection, Refused, Run, Trust};
use std::path::Path;

/// There is none.
#[derive(Debug)]
pub enum Sandbox {}

impl Sandbox {
    /// Finds out what binds on this machine: nothing.
    ///
    /// # Errors
    /// Always.
    pub const fn new(_helper: &Path, _choice: Choice, _trust: Trust) -> Result<Self, Refused> {
        Err(Refused::System)
    }

    /// What is in force.
    #[must_use]
    pub const fn protection(&self) -> Protection {
        match *self {}
    }

    pub(super) const fn run(&self, _: &Program, _: Input<'_>, _: &Limits) -> Run {
        match *self {}
    }
}

/// There is none.
#[derive(Clone, Debug)]
pub enum Program {}

impl Program {
    /// The source, as it was named.
    #[must_use]
    pub const fn name(&self) -> &str {
        match *self {}
    }
}

/// Builds nothing.
#[derive(Clone, Copy, Debug)]
pub struct Toolchain;

impl Toolchain {
    /// Keeps nothing.
    #[must_use]
    pub fn new(_languages: Languages) -> Self {
        Self
    }

    /// Makes a program of a source that can be run in `sandbox`, of which there is none.
    ///
    /// # Errors
    /// None.
    pub const fn compile(&self, sandbox: &Sandbox, _source: &Path) -> Result<Program, BuildFault> {
        match *sandbox {}
    }
}

pub(super) const fn remove_all() {}

pub(super) const fn signal_name(_number: i32) -> Option<&'static str> {
    None
}

/// The process that keeps a run.
pub mod keeper {
    use std::ffi::OsString;
    use std::process::ExitCode;

    /// Keeps no run.
    #[must_use]
    pub const fn main(_args: &[OsString]) -> Option<ExitCode> {
        None
    }
}
