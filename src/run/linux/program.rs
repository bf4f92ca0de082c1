//! What a source has become, and how it is started.

use crate::run::languages::{Language, Memory, PROCESSES};
use std::ffi::{OsStr, OsString};

/// Something that can be run on inputs, in the place of the sandbox that it was built for.
#[derive(Clone, Debug)]
pub struct Program {
    name: String,
    arguments: Vec<OsString>,
    memory: Memory,
    overhead: u32,
    processes: u32,
    out_of_memory: Vec<String>,
}

impl Program {
    /// A program that needs no building, run by this command.
    pub(super) fn plain(name: String, arguments: Vec<OsString>) -> Self {
        Self {
            name,
            arguments,
            memory: Memory::AddressSpace,
            overhead: 0,
            processes: PROCESSES,
            out_of_memory: vec!["std::bad_alloc".to_owned()],
        }
    }

    /// A program of a language, run by this command.
    pub(super) fn of(name: String, arguments: Vec<OsString>, language: &Language) -> Self {
        Self {
            name,
            arguments,
            memory: language.memory,
            overhead: language.overhead,
            processes: language.processes,
            out_of_memory: language.out_of_memory.clone(),
        }
    }

    /// The source, as it was named.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) const fn memory(&self) -> Memory {
        self.memory
    }

    pub(super) const fn overhead_mib(&self) -> u32 {
        self.overhead
    }

    pub(super) const fn processes(&self) -> u32 {
        self.processes
    }

    pub(super) fn arguments(&self, memory_mib: u64) -> Vec<OsString> {
        let memory = memory_mib.max(1).to_string();
        let fill = |word: &OsString| fill(word, &[("{memory}", OsStr::new(&memory))]);
        self.arguments.iter().map(fill).collect()
    }

    /// Whether the program complained of a want of memory before it failed.
    pub(super) fn wants_memory(&self, stderr: &[u8]) -> bool {
        let said = String::from_utf8_lossy(stderr);
        self.out_of_memory.iter().any(|text| said.contains(text.as_str()))
    }
}

/// A variable of an environment.
pub(super) fn variable(name: &str, value: &OsStr) -> OsString {
    let mut variable = OsString::from(name);
    variable.push("=");
    variable.push(value);
    variable
}

/// A word of a command with its places filled.
pub(super) fn fill(word: &OsStr, values: &[(&str, &OsStr)]) -> OsString {
    let Some(text) = word.to_str() else { return word.to_owned() };
    let mut filled = OsString::new();
    let mut rest = text;
    'next: while !rest.is_empty() {
        for (place, value) in values {
            if let Some(after) = rest.strip_prefix(place) {
                filled.push(value);
                rest = after;
                continue 'next;
            }
        }
        let mut chars = rest.chars();
        if let Some(c) = chars.next() {
            filled.push(c.encode_utf8(&mut [0; 4]));
        }
        rest = chars.as_str();
    }
    filled
}
