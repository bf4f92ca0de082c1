//! What the plan expects of submissions, in the verdicts of the package formats.

use super::case::Made;
use crate::plan::{Plan, Submission};
use crate::verdict::Verdict;

/// Where submissions lie in the problem folder and in packages.
pub(super) const FOLDER: &str = "submissions/";

/// What is expected of a submission, in the four verdicts of the package formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The file, from the folder of submissions.
    pub path: String,
    /// What every test may say.
    pub permitted: Vec<&'static str>,
    /// Of these some test must say one.
    pub required: Vec<&'static str>,
    /// The tests that must say one of the required, as `secret/NAME`.
    pub killed_by: Vec<String>,
}

/// The expectations of all submissions of the plan that packages hold.
#[must_use]
pub fn expectations(plan: &Plan, cases: &[Made]) -> Vec<Expectation> {
    plan.submissions.iter().filter_map(|submission| expectation(submission, cases)).collect()
}

fn expectation(submission: &Submission, cases: &[Made]) -> Option<Expectation> {
    let path = submission.file.value.strip_prefix(FOLDER)?.to_owned();
    let mut required: Vec<&'static str> = Vec::new();
    for word in submission.expect.iter().flat_map(|&verdict| words(verdict)) {
        if !required.contains(word) {
            required.push(word);
        }
    }
    if required.is_empty() {
        return None;
    }
    let mut permitted = required.clone();
    if !permitted.contains(&ACCEPTED) {
        permitted.insert(0, ACCEPTED);
    }
    let meant = |case: &&Made| submission.kills.iter().any(|kills| kills.meant(&case.name));
    let killed_by = cases.iter().filter(meant);
    let killed_by = killed_by.map(|case| format!("{}/{}", case.group.name(), case.name)).collect();
    Some(Expectation { path, permitted, required, killed_by })
}

/// Whether the plan expects that the submission at this path does not compile.
#[must_use]
pub fn must_not_compile(plan: &Plan, path: &str) -> bool {
    plan.submissions
        .iter()
        .any(|one| one.file.value == path && one.expect == [Verdict::CompileError])
}

const ACCEPTED: &str = "AC";

/// What importers may call a verdict: they know no limit but that of time, and see a submission
/// that ran into another one crash, or time out, or fail with what it had printed.
const fn words(verdict: Verdict) -> &'static [&'static str] {
    match verdict {
        Verdict::Accepted => &[ACCEPTED],
        Verdict::WrongAnswer => &["WA"],
        Verdict::TimeLimit => &["TLE"],
        Verdict::RuntimeError => &["RTE"],
        Verdict::MemoryLimit => &["RTE", "TLE"],
        Verdict::OutputLimit => &["RTE", "TLE", "WA"],
        Verdict::CompileError | Verdict::JudgeError => &[],
    }
}
