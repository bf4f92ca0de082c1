//! The test cases of a problem folder and the outputs that answer them.

use super::answer::{AnswerFault, AnswerFile, InputFile, JudgeAnswer, read_answer_file};
use super::files::{FileFault, open_regular};
use crate::input;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A test case on disk: `data/GROUP/NAME.in` and `data/GROUP/NAME.ans`. One may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The name: the files' stem.
    pub name: OsString,
    /// The input.
    pub input: PathBuf,
    /// The judge answer.
    pub answer: PathBuf,
}

impl TestCase {
    /// The test's answer, checked against its input.
    ///
    /// # Errors
    /// Says which file cannot be read, or what is wrong with the test.
    pub fn judge_answer(&self) -> Result<JudgeAnswer, TestFault> {
        judge_answer(&self.input, &self.answer, open_regular)
    }
}

/// The answer of a test's two files, opened by `open`, checked.
///
/// # Errors
/// Says which file cannot be read, or what is wrong with the test.
pub fn judge_answer(
    input: &Path,
    answer: &Path,
    open: impl Fn(&Path) -> io::Result<File>,
) -> Result<JudgeAnswer, TestFault> {
    let fault = |path, error| TestFault::File(FileFault::new("read", path, error));
    let input_bytes = open(input).and_then(input::read).map_err(|error| fault(input, error))?;
    let answer_bytes =
        open(answer).and_then(read_answer_file).map_err(|error| fault(answer, error))?;
    JudgeAnswer::check(InputFile(&input_bytes), AnswerFile(&answer_bytes))
        .map_err(TestFault::Answer)
}

/// Why a test cannot judge an output: the judges' fault.
#[derive(Debug)]
pub enum TestFault {
    /// A file of the test cannot be read.
    File(FileFault),
    /// The test's files were read but are wrong.
    Answer(AnswerFault),
}

impl fmt::Display for TestFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(fault) => fault.fmt(f),
            Self::Answer(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for TestFault {}

/// The groups of tests in judging order; each is a folder below `data`.
const GROUPS: [&str; 2] = ["sample", "secret"];

/// The test cases of the problem folder `problem` in judging order: samples first, then the
/// secret ones, each by name. A test whose input or answer is missing is listed: that is a fault
/// to report when it is judged.
///
/// # Errors
/// A folder cannot be listed, there is no test, or two have the same name.
pub fn test_cases(problem: &Path) -> Result<Vec<TestCase>, CasesFault> {
    let data = problem.join("data");
    let mut cases = Vec::new();
    let mut seen = BTreeSet::new();
    for group in GROUPS {
        let folder = data.join(group);
        for name in stems(&folder)? {
            if !seen.insert(name.clone()) {
                return Err(CasesFault::SameName { name, data });
            }
            let (input, answer) = (folder.join(file(&name, "in")), folder.join(file(&name, "ans")));
            cases.push(TestCase { name, input, answer });
        }
    }
    if cases.is_empty() { Err(CasesFault::None { data }) } else { Ok(cases) }
}

/// Why a problem folder has no list of test cases.
#[derive(Debug)]
pub enum CasesFault {
    /// A folder cannot be listed.
    List(FileFault),
    /// There is no test case.
    None {
        /// Where they should be.
        data: PathBuf,
    },
    /// A sample and a secret test have the same name, so that an output could be either's.
    SameName {
        /// The name.
        name: OsString,
        /// Where they are.
        data: PathBuf,
    },
}

impl fmt::Display for CasesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(fault) => fault.fmt(f),
            Self::None { data } => write!(f, "no test cases in `{}`", data.display()),
            Self::SameName { name, data } => {
                write!(f, "two test cases in `{}` are named `{}`", data.display(), name.display())
            }
        }
    }
}

impl std::error::Error for CasesFault {}

/// The names in `folder` that have an input or an answer; none if there is no such folder.
fn stems(folder: &Path) -> Result<BTreeSet<OsString>, CasesFault> {
    let names = match list(folder) {
        Err(fault) if fault.error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        names => names.map_err(CasesFault::List)?,
    };
    let stem = |name: &OsString| {
        let path = Path::new(name);
        let extension = path.extension()?;
        let owned = extension == "in" || extension == "ans";
        owned.then(|| path.file_stem().map(OsStr::to_owned)).flatten()
    };
    Ok(names.iter().filter_map(stem).collect())
}

fn list(folder: &Path) -> Result<BTreeSet<OsString>, FileFault> {
    fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect())
        .map_err(|error| FileFault::new("list", folder, error))
}

fn file(name: &OsStr, extension: &str) -> OsString {
    let mut file = name.to_owned();
    file.push(".");
    file.push(extension);
    file
}

/// A folder of contestant outputs.
#[derive(Debug)]
pub struct Outputs {
    folder: PathBuf,
    names: BTreeSet<OsString>,
}

impl Outputs {
    /// The outputs in `folder`.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn list(folder: &Path) -> Result<Self, FileFault> {
        Ok(Self { folder: folder.to_owned(), names: list(folder)? })
    }

    /// The output for a test: `NAME.out`, else `NAME.ans`, else there is none.
    #[must_use]
    pub fn of(&self, case: &TestCase) -> Option<PathBuf> {
        self.name_of(case).map(|name| self.folder.join(name))
    }

    fn name_of(&self, case: &TestCase) -> Option<OsString> {
        ["out", "ans"]
            .into_iter()
            .map(|extension| file(&case.name, extension))
            .find(|name| self.names.contains(name))
    }

    /// The files that are no test's output, by name.
    #[must_use]
    pub fn unmatched(&self, cases: &[TestCase]) -> Vec<PathBuf> {
        let used: BTreeSet<OsString> = cases.iter().filter_map(|case| self.name_of(case)).collect();
        self.names.difference(&used).map(|name| self.folder.join(name)).collect()
    }
}
