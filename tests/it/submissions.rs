//! The submissions of the problem: all of them are in the plan, and each wrong one tells why.

use game_moves::plan;
use game_moves::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn problem() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/problem"))
}

/// Every file, by its path from the problem folder, with its text.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for folder in fs::read_dir(problem().join("submissions")).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let name = path.strip_prefix(problem()).unwrap().to_str().unwrap().to_owned();
            files.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    files
}

#[test]
fn the_plan_lists_every_submission() {
    let plan = fs::read_to_string(problem().join("plan.toml")).unwrap();
    let plan = plan::parse(&plan).unwrap();
    let listed: BTreeSet<&str> =
        plan.submissions.iter().map(|one| one.file.value.as_str()).collect();
    let files = files();
    let there: BTreeSet<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(listed, there);
    let accepted = plan.submissions.iter().filter(|one| one.expect == [Verdict::Accepted]);
    assert!(accepted.count() >= 4);
    assert!(plan.submissions.iter().filter(|one| !one.may_survive()).count() >= 14);
}

#[test]
fn a_wrong_submission_begins_with_its_mistake() {
    for (name, text) in files() {
        let comment = text.starts_with("# ") || text.starts_with("// ");
        assert!(comment || name.starts_with("submissions/accepted/"), "{name}");
    }
}
