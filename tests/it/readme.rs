//! The README's examples: each command is run, and prints what the README says.

use std::path::Path;
use std::process::Command;

/// The blocks of a kind, each without its fences.
fn blocks<'a>(readme: &'a str, kind: &str) -> Vec<&'a str> {
    let fence = format!("```{kind}\n");
    readme.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn examples_print_what_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let examples = blocks(&readme, "console");
    assert!(examples.len() >= 6);
    let bin = Path::new(env!("CARGO_BIN_EXE_game-moves")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    for example in examples {
        let (command, expected) = example.split_once('\n').unwrap();
        let command = command.strip_prefix("$ ").unwrap();
        let shell = Command::new("sh")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .current_dir(root)
            .env("PATH", &path)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(shell.stdout).unwrap(), expected, "{command}");
    }
}

#[test]
fn the_plan_of_the_readme_makes_sense() {
    let readme = include_str!("../../README.md");
    let plan = blocks(readme, "toml").concat();
    game_moves::plan::parse(&plan).unwrap();
}
