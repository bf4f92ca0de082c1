//! The problem laid out for judges: the tree of the format 2025-09, the archive that DOMjudge
//! imports, and plain pairs of files.

use super::case::Made;
use super::data::DataError;
use super::yaml::{self, Legacy};
use super::{Files, data, expect, gather};
use crate::plan::{Group, Plan, Problem};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folders of fixtures, as the format 2025-09 names them below `data`.
pub const FIXTURES: [&str; 3] = ["invalid_input", "invalid_output", "valid_output"];

/// The problem as far as exports need it.
#[derive(Debug)]
pub struct Source<'a> {
    /// The problem folder.
    pub folder: &'a Path,
    /// Its plan.
    pub plan: &'a Plan,
    /// All cases of the plan.
    pub cases: &'a [Made],
    /// The figures of the statement, by path from the problem folder.
    pub figures: &'a Files,
}

impl Source<'_> {
    fn problem(&self) -> Result<&Problem, ExportError> {
        self.plan.problem.as_ref().ok_or(ExportError::NoProblem)
    }

    fn copy(&self, from: &str, to: &str, files: &mut Files) -> Result<(), ExportError> {
        gather::copy(self.folder, from, to, files)
    }

    /// Inputs and answers of all cases, as `data/GROUP/NAME.in` and `.ans`.
    fn data(&self) -> Files {
        let mut files = data::files_of_cases(self.cases);
        files.retain(|path, _| !path.ends_with(".witness"));
        files
    }
}

/// Why the problem cannot be exported.
#[derive(Debug)]
pub enum ExportError {
    /// A file or folder cannot be used.
    Data(DataError),
    /// The file, or a folder above it, is a link that leads out of the problem folder.
    Outside(PathBuf),
    /// The plan has no `[problem]`.
    NoProblem,
    /// A statement without a name in its language, or the other way round.
    Language(String),
    /// The archive cannot be written.
    Archive(rawzip::Error),
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Data(error) => error.fmt(f),
            Self::Outside(path) => write!(
                f,
                "a link leads from `{}` out of the problem folder: put the file itself there",
                path.display()
            ),
            Self::NoProblem => f.write_str("the plan has no `[problem]`, which packages need"),
            Self::Language(language) => write!(
                f,
                "the language `{language}` has either no name in `[problem]` or no statement \
                 `problem_statement/problem.{language}.tex`"
            ),
            Self::Archive(error) => write!(f, "cannot make the archive: {error}"),
        }
    }
}

impl std::error::Error for ExportError {}

/// The problem in the format 2025-09.
///
/// # Errors
/// If the problem folder cannot be read, or lacks what the format needs.
pub fn modern(source: &Source<'_>) -> Result<Files, ExportError> {
    let problem = source.problem()?;
    let mut files = source.data();
    source.copy("problem_statement", "statement", &mut files)?;
    for (path, bytes) in source.figures {
        files.insert(path.replacen("problem_statement/", "statement/", 1), bytes.clone());
    }
    same_languages(problem, &files)?;
    for name in ["input_validators", "answer_validators", "output_validators", "attachments"] {
        source.copy(name, name, &mut files)?;
    }
    gather::submissions(source.plan, source.folder, &mut files)?;
    for name in FIXTURES {
        source.copy(&format!("fixtures/{name}"), &format!("data/{name}"), &mut files)?;
    }
    let expectations = expect::expectations(source.plan, source.cases);
    let mut write = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    write("problem.yaml", yaml::modern(problem, &source.plan.limits));
    write("submissions/submissions.yaml", yaml::submissions(&expectations));
    for group in Group::ALL {
        let path = format!("data/{}/test_group.yaml", group.name());
        write(&path, yaml::test_group(group == Group::Sample));
    }
    Ok(files)
}

/// The files of the archive that DOMjudge imports; `statement` is the name and the bytes of a
/// PDF, HTML or plain text, for DOMjudge makes none from LaTeX.
///
/// # Errors
/// If the problem folder cannot be read, or the plan does not name the problem.
pub fn domjudge(
    source: &Source<'_>,
    statement: Option<(&str, Vec<u8>)>,
) -> Result<Files, ExportError> {
    let problem = source.problem()?;
    let mut files = source.data();
    gather::submissions(source.plan, source.folder, &mut files)?;
    source.copy("attachments", "attachments", &mut files)?;
    let text = yaml::legacy(problem, &source.plan.limits, Legacy::Domjudge);
    files.insert("problem.yaml".to_owned(), text.into_bytes());
    if let Some((ending, bytes)) = statement {
        files.insert(format!("problem_statement/problem.{ending}"), bytes);
    }
    Ok(files)
}

/// Plain pairs: the secret tests as `01.in` and `01.out`, numbered in judging order, the samples
/// likewise in a folder of their own.
#[must_use]
pub fn flat(cases: &[Made]) -> Files {
    let mut files = Files::new();
    for group in Group::ALL {
        let below = match group {
            Group::Sample => "sample/",
            Group::Secret => "",
        };
        let mut cases: Vec<&Made> = cases.iter().filter(|case| case.group == group).collect();
        cases.sort_by_key(|case| &case.name);
        let width = cases.len().to_string().len().max(2);
        for (index, case) in cases.into_iter().enumerate() {
            let stem = format!("{below}{:0width$}", index + 1);
            files.insert(format!("{stem}.in"), case.input.clone().into_bytes());
            files.insert(format!("{stem}.out"), case.answer.clone().into_bytes());
        }
    }
    files
}

/// `problem.yaml` of the problem folder itself, if the plan names the problem.
#[must_use]
pub fn problem_yaml(plan: &Plan) -> Option<(String, Vec<u8>)> {
    let problem = plan.problem.as_ref()?;
    let text = yaml::legacy(problem, &plan.limits, Legacy::Kattis);
    Some(("problem.yaml".to_owned(), text.into_bytes()))
}

/// Each language has a statement and a name.
fn same_languages(problem: &Problem, files: &Files) -> Result<(), ExportError> {
    let language = |path: &String| {
        let name = path.strip_prefix("statement/problem.")?;
        Some(name.strip_suffix(".tex")?.to_owned())
    };
    let statements: BTreeSet<String> = files.keys().filter_map(language).collect();
    let names: BTreeSet<String> = problem.name.keys().cloned().collect();
    match statements.symmetric_difference(&names).next() {
        Some(language) => Err(ExportError::Language(language.clone())),
        None => Ok(()),
    }
}
