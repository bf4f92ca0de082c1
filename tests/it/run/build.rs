//! Building: faults of submissions and of the machine, and the cache.

use super::court::{Court, hostile};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

/// The object that sums up the only submission.
#[track_caller]
fn summary(lines: &[Value]) -> &Value {
    lines.iter().find(|line| !line["expected_verdicts"].is_null()).unwrap()
}

#[test]
fn what_does_not_compile_is_told_with_the_compilers_words() {
    let court = Court::new();
    for (file, words) in [
        ("broken.c", "broken.c:2:"),
        ("broken.py", "the compiler rejects it: broken.py:2: '(' was never closed"),
    ] {
        let lines = court.json(&[&hostile(file)]);
        let summary = summary(&lines);
        assert_eq!(summary["verdict"], "CE");
        assert_eq!(summary["killed_by"], Value::Array(Vec::new()));
        let message = summary["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
        assert_eq!(court.check(&[&hostile(file)]).status.code(), Some(1));
    }
}

#[test]
fn of_many_errors_the_first_and_the_last_are_told() {
    let court = Court::new();
    let lines: String = (0..2000).map(|line| format!("int x{line} = y{line};\n")).collect();
    court.write("many.c", lines + "int main(void) { return 0; }\n");
    court.write(
        "languages.toml",
        "[c]\nextensions = [\"c\"]\ncompile = [\"gcc\", \"-fmax-errors=0\", \"{source}\", \"-o\", \"{out}\"]\nrun = [\"{out}\"]\n",
    );
    let lines = court.json(&["--languages", "languages.toml", "many.c"]);
    let message = summary(&lines)["message"].as_str().unwrap();
    assert_eq!(summary(&lines)["verdict"], "CE", "{message}");
    assert!(message.contains("many.c:1:") && message.contains("y0"), "{message}");
    assert!(message.contains("many.c:2000:") && message.contains("\n...\n"), "{message}");
    assert!(!message.contains("y1000"), "{message}");
    assert!(message.len() < 10_000, "{}", message.len());
}

#[test]
fn a_missing_compiler_is_a_fault_of_the_judges() {
    let court = Court::new();
    court.write(
        "languages.toml",
        "[c]\nextensions = [\"c\"]\ncompile = [\"no-such-compiler\", \"{source}\"]\nrun = [\"{out}\"]\n",
    );
    let args = ["--languages", "languages.toml", &hostile("never_reads.c"), &hostile("exits.py")];
    let lines = court.json(&args);
    let summary = summary(&lines);
    assert_eq!(summary["verdict"], "JE");
    let message = summary["message"].as_str().unwrap();
    assert!(message.starts_with("`no-such-compiler` for the language `c` is not in PATH"));
    // The others are run all the same.
    assert!(lines.iter().any(|line| line["verdict"] == "RTE"));
    assert_eq!(court.check(&args).status.code(), Some(1));
}

#[test]
fn files_of_no_language() {
    let court = Court::new();
    court.write("notes.txt", "7\n");
    let lines = court.json(&["notes.txt"]);
    assert_eq!(summary(&lines)["verdict"], "JE");
    let message = summary(&lines)["message"].as_str().unwrap();
    assert!(message.starts_with("of no known language and not executable"), "{message}");
    // Any executable will do.
    court.write("seven", "#!/bin/sh\necho 7\n");
    fs::set_permissions(court.path("seven"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(summary(&court.json(&["seven"]))["verdict"], "AC");
}

/// Whoever hands in what is no program is to blame, not the judges.
#[test]
fn what_is_no_program_fails_at_run_time() {
    let court = Court::new();
    let truncated = fs::read("/bin/true").unwrap();
    let foreign = [b"\x7fELF", &[0xff; 60][..]].concat();
    for (name, bytes, message) in [
        ("empty", &b""[..], "it cannot be started: it is empty"),
        ("foreign", &foreign, "it cannot be started: not a program of this machine's"),
        ("text", b"7\n", "it cannot be started: not a program of this machine's"),
        (
            "script",
            b"#!/no/such/interpreter\n",
            "it cannot be started: its interpreter is not there",
        ),
        // Nobody may run that file.
        ("odd", b"#!/proc/version\n", "it cannot be started: its interpreter may not be run"),
        ("short", &truncated[..100], ""),
    ] {
        court.write(name, bytes);
        fs::set_permissions(court.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        for how in ["auto", "plain", "bwrap"] {
            let lines = court.json(&["--sandbox", how, name]);
            let run = lines.iter().find(|line| line["test"] == "figure").unwrap();
            assert_eq!(run["verdict"], "RTE", "{how}: {name}: {run}");
            let said = run["message"].as_str().unwrap();
            // Bubblewrap tells in its own words.
            assert!(how == "bwrap" || said.starts_with(message), "{how}: {name}: {said}");
        }
    }
}

/// What makes the runs is the judges', and a run without it nobody's fault.
#[test]
fn what_runs_programs_is_the_judges() {
    let court = Court::new();
    court.write("runner", "#!/no/such/interpreter\n");
    fs::set_permissions(court.path("runner"), fs::Permissions::from_mode(0o755)).unwrap();
    let table = format!(
        "[spy]\nextensions = [\"spy\"]\ncompile = [\"true\"]\nrun = [\"{}\", \"{{source}}\"]\n",
        court.path("runner").display()
    );
    court.write("languages.toml", table);
    court.write("seven.spy", "7\n");
    let lines = court.json(&["--languages", "languages.toml", "seven.spy"]);
    assert_eq!(summary(&lines)["verdict"], "JE");
    // A language whose compiler makes nothing leaves nothing to run.
    court.write(
        "languages.toml",
        "[spy]\nextensions = [\"spy\"]\ncompile = [\"true\"]\nrun = [\"{out}\"]\n",
    );
    let lines = court.json(&["--languages", "languages.toml", "seven.spy"]);
    assert_eq!(summary(&lines)["verdict"], "RTE");
}

#[test]
fn tables_of_languages_with_faults_are_refused() {
    let court = Court::new();
    court.write("config/game-moves/languages.toml", "[c]\ncompiler = 1\n");
    let said = court.check(&[&hostile("never_reads.c")]);
    let message = String::from_utf8(said.stderr).unwrap();
    assert!(message.contains("languages.toml: TOML parse error at line 2, column 1"), "{message}");
    assert_eq!(said.status.code(), Some(2));
}

/// A compiler that keeps a diary: what is the same is built once.
#[test]
fn programs_are_built_once_for_each_content() {
    let court = Court::new();
    let diary = court.path("diary");
    // Only without walls can a compiler write to it, in whoever's name.
    court.write("diary", "");
    fs::set_permissions(&diary, fs::Permissions::from_mode(0o666)).unwrap();
    let compiler = |version: &str| {
        let script = format!(
            "#!/bin/sh\nif test \"$1\" = --version; then echo {version}; exit; fi\n\
             echo built >> {}\ncp \"$1\" \"$2\"\nchmod 755 \"$2\"\n",
            diary.display()
        );
        court.write("compiler", script);
        fs::set_permissions(court.path("compiler"), fs::Permissions::from_mode(0o755)).unwrap();
    };
    let table = |flag: &str| {
        court.write(
            "config/game-moves/languages.toml",
            format!(
                "[sh]\nextensions = [\"sh\"]\nrun = [\"{{out}}\"]\n\
                 compile = [\"{}\", \"{{source}}\", \"{{out}}\"{flag}]\n",
                court.path("compiler").display()
            ),
        );
    };
    let built = |times: usize| {
        assert_eq!(summary(&court.json(&["--sandbox", "plain", "seven.sh"]))["verdict"], "AC");
        assert_eq!(fs::read_to_string(&diary).unwrap().lines().count(), times);
    };
    compiler("1.0");
    table("");
    court.write("seven.sh", "#!/bin/sh\necho 7\n");
    built(1);
    built(1);
    court.write("seven.sh", "#!/bin/sh\necho ' 7'\n");
    built(2);
    table(", \"-O2\"");
    built(3);
    compiler("2.0");
    built(4);
    built(4);
    // What was there before is still there.
    court.write("seven.sh", "#!/bin/sh\necho 7\n");
    compiler("1.0");
    table("");
    built(4);
}
