//! `check --judges`: what other judges say, side by side.

use super::report::Judged;
use crate::judge::Rulings;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// Which judges are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Which {
    /// Kattis, DOMjudge, BAPCtools and testlib's wcmp, ncmp, icmp (or hcmp) and lcmp.
    All,
}

/// The word of each judge, for `--json`.
pub(super) fn words(rulings: &Rulings) -> Map<String, Value> {
    rulings.words().map(|(judge, word)| (judge.name().to_owned(), word.into())).collect()
}

/// A line for the only output, or for each one on which the judges differ, and how many those are.
pub(super) fn table(judged: &[Judged]) -> String {
    let replayed = || judged.iter().filter_map(|one| Some((one, one.rulings.as_ref()?)));
    let differ = replayed().filter(|(_, rulings)| rulings.differ()).count();
    let shown = |rulings: &Rulings| judged.len() == 1 || rulings.differ();
    let names = replayed().filter(|(_, rulings)| shown(rulings)).map(|(one, _)| one.name());
    let mut text = String::new();
    if let Some(width) = names.map(|name| name.chars().count()).max() {
        let width = width.max("test".len());
        let _ = write!(text, "{:width$}  check", "test");
        for judge in Rulings::SHOWN {
            let _ = write!(text, "  {}", judge.name());
        }
        text.push('\n');
        for (one, rulings) in replayed().filter(|(_, rulings)| shown(rulings)) {
            let mut line = format!("{:width$}  {:5}", one.name(), one.verdict());
            for (judge, word) in rulings.words() {
                let _ = write!(line, "  {word:0$}", judge.name().len());
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    let outputs = replayed().count();
    let plural = if outputs == 1 { "" } else { "s" };
    let _ = match differ {
        0 => writeln!(text, "judges: all agree on {outputs} output{plural}"),
        _ => writeln!(text, "judges: they differ on {differ} of {outputs} output{plural}"),
    };
    text
}
