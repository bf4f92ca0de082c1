//! The verdicts and their names, here and nowhere else.

use std::fmt;

/// What a judge says of one submission on one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The output is right.
    Accepted,
    /// The output is wrong, or there is none.
    WrongAnswer,
    /// The submission ran for too long.
    TimeLimit,
    /// The submission used too much memory.
    MemoryLimit,
    /// The submission crashed or exited with another code than 0.
    RuntimeError,
    /// The output is longer than is read.
    OutputLimit,
    /// The submission could not be built.
    CompileError,
    /// A fault of the judges' own, never blamed on the contestant.
    JudgeError,
}

impl Verdict {
    /// Every verdict, in the order in which summaries count them.
    pub const ALL: [Self; 8] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::TimeLimit,
        Self::MemoryLimit,
        Self::RuntimeError,
        Self::OutputLimit,
        Self::CompileError,
        Self::JudgeError,
    ];

    /// The two letters, or three, that tables and `--json` use.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::TimeLimit => "TLE",
            Self::MemoryLimit => "MLE",
            Self::RuntimeError => "RTE",
            Self::OutputLimit => "OLE",
            Self::CompileError => "CE",
            Self::JudgeError => "JE",
        }
    }

    /// The name in words, lower case.
    #[must_use]
    pub const fn long(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::TimeLimit => "time limit exceeded",
            Self::MemoryLimit => "memory limit exceeded",
            Self::RuntimeError => "run-time error",
            Self::OutputLimit => "output limit exceeded",
            Self::CompileError => "compile error",
            Self::JudgeError => "judge error",
        }
    }

    /// The verdict with this short name, upper case.
    #[must_use]
    pub fn from_short(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.short() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.short())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_lead_back_and_no_two_are_equal() {
        for verdict in Verdict::ALL {
            assert_eq!(Verdict::from_short(verdict.short()), Some(verdict));
        }
        assert_eq!(Verdict::from_short("ac"), None);
        let mut long = Verdict::ALL.map(Verdict::long);
        long.sort_unstable();
        assert!(long.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
