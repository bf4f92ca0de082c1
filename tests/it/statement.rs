//! The statements: limits, figures and samples are those of the code and the plan.

use game_moves::input;
use game_moves::limits::{MAX_SCORE, MAX_SIDE, MAX_TILE_RANK, MIN_SIDE};
use game_moves::plan::{self, Plan};
use game_moves::report::drawing;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("problem")
}

fn the_plan() -> Plan {
    plan::parse(&fs::read_to_string(folder().join("plan.toml")).unwrap()).unwrap()
}

/// Language and text of each statement.
fn statements() -> [(&'static str, String); 2] {
    ["en", "ko"].map(|language| {
        let path = folder().join(format!("problem_statement/problem.{language}.tex"));
        (language, fs::read_to_string(path).unwrap())
    })
}

/// The formulas of a text: what stands between dollar signs.
fn formulas(text: &str) -> Vec<&str> {
    text.split('$').skip(1).step_by(2).collect()
}

/// A section that is an environment.
fn section<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.find(&format!("\\begin{{{name}}}")).unwrap();
    let end = text.find(&format!("\\end{{{name}}}")).unwrap();
    &text[start..end]
}

/// A number with a thin space after every thousand.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = {
        let first = (digits.len() + 2) % 3 + 1;
        let mut groups = vec![&digits[..first]];
        groups.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
        groups
    };
    groups.join("\\,")
}

#[test]
fn the_limits_are_those_of_the_code() {
    let expected = BTreeSet::from([
        format!("{MIN_SIDE} \\le n \\le {MAX_SIDE}"),
        format!("2 \\le v \\le 2^{{{MAX_TILE_RANK}}}"),
        format!("0 \\le s \\le {}", spaced(MAX_SCORE)),
    ]);
    for (language, text) in statements() {
        let limits: BTreeSet<String> = formulas(&text)
            .into_iter()
            .filter(|one| one.contains("\\le"))
            .map(str::to_owned)
            .collect();
        assert_eq!(limits, expected, "{language}");
        assert!(formulas(section(&text, "Output")).contains(&"2^{63}"), "{language}");
    }
}

#[test]
fn both_languages_say_the_same_in_formulas() {
    let [(_, english), (_, korean)] = statements();
    for name in ["Input", "Output"] {
        let set = |text: &str| -> BTreeSet<String> {
            formulas(section(text, name)).into_iter().map(str::to_owned).collect()
        };
        assert_eq!(set(&english), set(&korean), "{name}");
    }
}

#[test]
fn the_figures_are_drawn_by_the_code_and_all_shown() {
    let mut drawn = BTreeSet::new();
    for figure in &the_plan().figures {
        for (letter, board) in figure.lettered() {
            let name = format!("{}{letter}.pdf", figure.name);
            let found = fs::read_to_string(folder().join("problem_statement").join(&name)).unwrap();
            assert_eq!(found, drawing::pdf(&board.board, board.newborn), "{name}");
            drawn.insert(name);
        }
    }
    assert_eq!(drawn.len(), 7);
    for (language, text) in statements() {
        let shown: BTreeSet<String> = text
            .split("\\includegraphics")
            .skip(1)
            .map(|rest| rest.split(['{', '}']).nth(1).unwrap().to_owned())
            .collect();
        assert_eq!(shown, drawn, "{language}");
    }
}

/// The boards of Figure 1 are the samples, its scores theirs, and the first sample is explained.
#[test]
fn the_first_figure_is_the_samples() {
    let plan = the_plan();
    let figure = plan.figures.iter().find(|figure| figure.name == "figure-1").unwrap();
    for (letter, drawn) in figure.lettered() {
        let path = folder().join(format!("data/sample/figure-1{letter}.in"));
        let state = input::parse(&fs::read(path).unwrap()).unwrap();
        assert_eq!(drawn.board, state.board);
        for (language, text) in statements() {
            let caption = text
                .split(&format!("\n({letter})"))
                .nth(1)
                .or(text.split(&format!("& ({letter})")).nth(1));
            let score = formulas(caption.unwrap())[0];
            assert_eq!(score, state.score.to_string(), "{language}, ({letter})");
        }
    }
}

#[test]
fn the_names_are_those_of_the_plan() {
    let names = the_plan().problem.unwrap().name;
    assert_eq!(names.len(), 2);
    for (language, text) in statements() {
        assert!(text.contains(&format!("\\problemname{{{}}}\n", names[language])), "{language}");
    }
}
