//! The settings of a package, as the formats want them written.
//!
//! Texts are written in double quotes as JSON writes them, which YAML reads alike.

use super::expect::Expectation;
use crate::plan::{Limits, Problem};
use std::fmt::Write as _;

/// What files that `gen` makes begin with.
const MADE: &str = "# Made by `game-moves gen` from plan.toml.\n";

/// Which importer a legacy `problem.yaml` is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legacy {
    /// Kattis: the time limit follows from the submissions, and cannot be written.
    Kattis,
    /// DOMjudge: it is written.
    Domjudge,
}

/// `problem.yaml` of the legacy format.
#[must_use]
pub fn legacy(problem: &Problem, limits: &Limits, importer: Legacy) -> String {
    let mut out = format!("{MADE}problem_format_version: legacy\n");
    let _ = writeln!(out, "name: {}", quoted(problem.english()));
    let _ = writeln!(out, "uuid: {}", problem.uuid);
    let _ = writeln!(out, "author: {}", quoted(&problem.authors.join(", ")));
    let _ = writeln!(out, "license: {}", problem.license);
    let _ = writeln!(out, "rights_owner: {}", quoted(&problem.rights_owner));
    out.push_str("validation: default\nlimits:\n");
    match importer {
        Legacy::Kattis => {}
        Legacy::Domjudge => {
            let _ = writeln!(out, "  time_limit: {}", limits.time.as_secs_f64());
        }
    }
    out.push_str(&sizes(limits));
    out
}

/// `problem.yaml` of the format 2025-09.
#[must_use]
pub fn modern(problem: &Problem, limits: &Limits) -> String {
    let mut out = format!("{MADE}problem_format_version: 2025-09\ntype: pass-fail\nname:\n");
    for (language, name) in &problem.name {
        let _ = writeln!(out, "  {language}: {}", quoted(name));
    }
    let _ = writeln!(out, "uuid: {}", problem.uuid);
    out.push_str("credits:\n  authors:\n");
    for author in &problem.authors {
        let _ = writeln!(out, "  - {}", quoted(author));
    }
    let _ = writeln!(out, "license: {}", problem.license);
    let _ = writeln!(out, "rights_owner: {}", quoted(&problem.rights_owner));
    let _ = writeln!(out, "limits:\n  time_limit: {}", limits.time.as_secs_f64());
    out.push_str(&sizes(limits));
    out
}

fn sizes(limits: &Limits) -> String {
    format!("  memory: {}\n  output: {}\n", limits.memory_mib, limits.output_mib)
}

/// `submissions.yaml`: the verdicts that each submission may get, and must get somewhere.
#[must_use]
pub fn submissions(expectations: &[Expectation]) -> String {
    let mut out = MADE.to_owned();
    for one in expectations {
        let list = |verdicts: &[&str]| format!("[{}]", verdicts.join(", "));
        let _ = writeln!(out, "{}:", quoted(&one.path));
        let _ = writeln!(out, "  permitted: {}", list(&one.permitted));
        let _ = writeln!(out, "  required: {}", list(&one.required));
        for test in &one.killed_by {
            let _ = writeln!(out, "  {test}:\n    permitted: {}", list(&one.required));
        }
    }
    out
}

/// `test_group.yaml`: what contestants are told of the tests of a group.
#[must_use]
pub fn test_group(shown: bool) -> String {
    format!("{MADE}full_feedback: {shown}\n")
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a: \"b\" # 가"), "\"a: \\\"b\\\" # 가\"");
    }
}
