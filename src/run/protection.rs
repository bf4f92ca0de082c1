//! What holds submissions.

use serde::{Deserialize, Serialize};

/// What to hold submissions with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Choice {
    /// The best of the system's own means that work here.
    #[default]
    Auto,
    /// Those that need no namespaces: users, limits, and a hunt for descendants.
    Plain,
    /// The best means, and bubblewrap, which hides the file system and the network.
    Bwrap,
}

/// Whether code may be run that nothing on the machine can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// No.
    Nobody,
    /// Yes, at the user's own risk.
    Everybody,
}

/// What a run is shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Walls {
    /// Nothing: descendants are found and ended one by one.
    None,
    /// A process namespace, which ends every descendant with the run.
    Processes,
    /// That, and own System V and POSIX message objects, and own folders for temporary files.
    Files,
    /// The same, made by way of an own user namespace, as those who are not root must.
    FilesByUser,
}

/// What a compiler can see of the file system, and so what a source can include.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builds {
    /// The system's programs and its own files; there is no network.
    Hidden,
    /// What everybody may read; compilers that not everybody can come to see what their user may.
    Apart,
    /// Whatever the user may read who runs the tool.
    Open,
}

/// What holds submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Whether each run has a user of its own.
    pub user: bool,
    /// Whether the number of its processes is bound.
    pub processes: bool,
    /// What it is shut in.
    pub walls: Walls,
    /// Whether bubblewrap hides the file system and the network.
    pub bwrap: bool,
    /// What compilers can see.
    pub builds: Builds,
}

impl Protection {
    /// Each thing that is in force, or is not and might be missed.
    #[must_use]
    pub fn parts(&self) -> Vec<&'static str> {
        let mut parts = Vec::new();
        parts.push(if self.user { "a user of its own" } else { "no user of its own" });
        parts.push(if self.processes { "bounded processes" } else { "NO bound on processes" });
        parts.push(match self.walls {
            Walls::None => "no namespaces (descendants are hunted down)",
            Walls::Processes => "a process namespace",
            Walls::Files => "process and IPC namespaces, own temporary folders",
            Walls::FilesByUser => "user, process and IPC namespaces, own temporary folders",
        });
        if self.bwrap {
            parts.push("bubblewrap (no network, no other files)");
        }
        parts.push(match self.builds {
            Builds::Hidden => "compilers without network and other files",
            Builds::Apart => "compilers that may READ what everybody may",
            Builds::Open => "compilers that may READ ALL YOUR FILES",
        });
        parts
    }
}
