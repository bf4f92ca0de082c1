//! The validators that packages hold, in Python, against `validate`.

use crate::fixtures::{PORTABLE, files};
use crate::tool::Place;
use game_moves::game::{Ledger, Size};
use game_moves::input;
use game_moves::reach;
use game_moves::seed::Stream;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the validator's judgement on many inputs in one process: each comes with its length, and
/// the first fault of each is printed.
const MANY: &str = r#"
import importlib.util, struct, sys
spec = importlib.util.spec_from_file_location("validate", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
texts = open(sys.argv[2], "rb").read()
at = 0
while at < len(texts):
    (length,) = struct.unpack_from("<I", texts, at)
    fault, _ = module.judge(texts[at + 4 : at + 4 + length])
    print(*(fault or ("valid", 0, 0)))
    at += 4 + length
"#;

fn validator(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("problem").join(kind).join("validate.py")
}

/// The first fault by `validate`, as far as it can be told by counting: rule, line and column.
fn counted(text: &[u8]) -> String {
    let state = match input::parse(text) {
        Ok(state) => state,
        Err(fault) => return format!("{} {} {}", fault.rule.id(), fault.line, fault.column),
    };
    let ledger = match Ledger::of(&state.board, state.score) {
        Ok(ledger) => ledger,
        Err(error) => return format!("{} {} 1", error.id(), state.board.size().side() + 2),
    };
    match reach::refute(&state.board, &ledger).map_err(|refutation| refutation.id()) {
        Err(
            rule @ ("unreachable-top-tile"
            | "unreachable-fours"
            | "unreachable-start"
            | "unreachable-twos"),
        ) => format!("{rule} 0 0"),
        // The others take more than counting.
        Err(_) | Ok(()) => "valid 0 0".to_owned(),
    }
}

fn inputs() -> Vec<Vec<u8>> {
    let folders =
        [PORTABLE, "problem/data/sample", "problem/data/secret", "tests/data/inputs/rejected"];
    let mut paths: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder, "in")).collect();
    paths.extend(files("problem/fixtures/valid_output", "in"));
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Words that stand in inputs, or nearly.
const WORDS: [&[u8]; 22] = [
    b"0",
    b"1",
    b"2",
    b"4",
    b"7",
    b"8",
    b"32",
    b"64",
    b"1125899906842624",
    b"2251799813685248",
    b"108086391056891712",
    b"108086391056891713",
    b"18446744073709551616",
    b"99999999999999999999999",
    b"-2",
    b"+2",
    b"02",
    b"2.0",
    b"",
    b"\xef\xbb\xbf",
    b"x",
    b"1e3",
];

/// Bytes of inputs, and others.
const JUNK: &[u8] = b" \n\r\t0123456789-+.\0\xff";

/// An input with one thing changed.
fn mutated(text: &[u8], stream: &mut Stream) -> Vec<u8> {
    let mut below = |bound: usize| stream.below(u32::try_from(bound.max(1)).unwrap()) as usize;
    let mut text = text.to_vec();
    let at = below(text.len() + 1);
    match below(8) {
        0 => text.truncate(at),
        1 => text.insert(at, JUNK[below(JUNK.len())]),
        2 if at < text.len() => drop(text.remove(at)),
        3 if at < text.len() => text[at] = JUNK[below(JUNK.len())],
        4 => {
            let other = below(text.len() + 1);
            let piece = text[at.min(other)..at.max(other)].to_vec();
            text.splice(at..at, piece);
        }
        5 => {
            // The score by a few points.
            let kept = text.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
            let start = text[..kept].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let score: Option<u64> =
                std::str::from_utf8(&text[start..kept]).ok().and_then(|word| word.parse().ok());
            if let Some(score) = score {
                let score = (score + 64).saturating_sub(4 * below(33) as u64);
                let score = score + u64::from(below(9) == 0);
                text.splice(start..kept, score.to_string().into_bytes());
            }
        }
        _ => {
            // A word by another one.
            let is_blank = |byte: &u8| byte.is_ascii_whitespace();
            let start = text[..at].iter().rposition(is_blank).map_or(0, |at| at + 1);
            let length = text[start..].iter().position(is_blank).unwrap_or(text.len() - start);
            text.splice(start..start + length, WORDS[below(WORDS.len())].iter().copied());
        }
    }
    text
}

/// The verdicts of both on these inputs.
fn both(place: &Place, texts: &[Vec<u8>]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for text in texts {
        all.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        all.extend(text);
    }
    place.write("texts", all);
    let python = Command::new("python3")
        .args(["-B", "-c", MANY])
        .arg(validator("input_validators"))
        .arg(place.path("texts"))
        .output()
        .expect("python3 runs");
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    let said = String::from_utf8(python.stdout).unwrap();
    assert_eq!(said.lines().count(), texts.len());
    texts.iter().map(|text| counted(text)).zip(said.lines().map(str::to_owned)).collect()
}

#[test]
fn both_validators_say_the_same() {
    let inputs = inputs();
    let mut texts = inputs.clone();
    let mut stream = Stream::derive("portable", "mutations", Size::ALL[0], 0, 0);
    for round in 0..10_000 {
        let mut text = mutated(&inputs[round % inputs.len()], &mut stream);
        if round % 3 == 0 {
            text = mutated(&text, &mut stream);
        }
        texts.push(text);
    }
    // More digits than Python reads as a number, and more bytes than an input can have.
    texts.push(vec![b'9'; 10_000]);
    texts.push(vec![b' '; 100_000]);
    texts.push([b"2\n2 0\n2 0\n0\n".to_vec(), vec![b'\n'; 100_000]].concat());
    let place = Place::new();
    let (mut valid, mut rules) = (0, std::collections::BTreeSet::new());
    for (text, (own, portable)) in texts.iter().zip(both(&place, &texts)) {
        assert_eq!(own, portable, "{}", text[..text.len().min(200)].escape_ascii());
        valid += usize::from(own == "valid 0 0");
        rules.insert(own.split(' ').next().unwrap().to_owned());
    }
    assert!(valid > 500, "{valid}");
    assert!(rules.len() > 20, "{rules:?}");
}

/// As a judge runs it: the input on stdin, the exit status the verdict.
fn status(script: &Path, args: &[&Path], stdin: &Path) -> i32 {
    Command::new("python3")
        .arg("-B")
        .arg(script)
        .args(args)
        .stdin(fs::File::open(stdin).unwrap())
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .code()
        .unwrap()
}

#[test]
fn the_exit_status_is_42_or_43() {
    let script = validator("input_validators");
    for path in files("problem/data/sample", "in") {
        assert_eq!(status(&script, &[], &path), 42, "{}", path.display());
    }
    for path in files(PORTABLE, "in").iter().step_by(6) {
        assert_eq!(status(&script, &[], path), 43, "{}", path.display());
    }
}

#[test]
fn constraints_are_reported() {
    let place = Place::new();
    place.write(
        "in",
        "7\n1125899906842624 2 0 0 0 0 0\n".to_owned()
            + &"0 0 0 0 0 0 0\n".repeat(6)
            + "55169095435288576\n",
    );
    let (option, file) = (PathBuf::from("--constraints_file"), place.path("constraints"));
    let args = [option.as_path(), file.as_path()];
    assert_eq!(status(&validator("input_validators"), &args, &place.path("in")), 42);
    // Where, the name, whether the least and the largest value is met, both of the input, limits.
    assert_eq!(
        place.read("constraints"),
        "validate.py:n n 0 1 7 7 2 7\n\
         validate.py:v v 1 1 2 1125899906842624 2 1125899906842624\n\
         validate.py:s s 0 0 55169095435288576 55169095435288576 0 108086391056891712\n"
    );
}

#[test]
fn answers_are_held_against_the_arithmetic() {
    let script = validator("answer_validators");
    for input in files("problem/data/sample", "in") {
        assert_eq!(status(&script, &[&input], &input.with_extension("ans")), 42);
    }
    let place = Place::new();
    let sample = &files("problem/data/sample", "in")[0];
    for (text, expected) in [
        ("7\n", 42),
        ("7", 43),
        ("8\n", 43),
        ("07\n", 43),
        ("7\n\n", 43),
        (" 7\n", 43),
        ("+7\n", 43),
        ("7\r\n", 43),
        ("", 43),
        ("seven\n", 43),
    ] {
        place.write("ans", text);
        assert_eq!(status(&script, &[sample], &place.path("ans")), expected, "{text:?}");
    }
}
