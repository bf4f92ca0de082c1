//! Compilers are held as submissions are: a source sees no file of the judges', and cannot keep its
//! compiler busy for ever.

use super::court::{Court, FIGURE, hostile};
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

/// What a source would like to find out.
const SECRET: &str = "wealth_of_the_judges";

/// How the only submission fared: its verdict and what is said of it.
#[track_caller]
fn outcome(court: &Court, args: &[&str]) -> (String, String) {
    let lines = court.json(args);
    let summary = lines.iter().find(|line| !line["expected_verdicts"].is_null()).unwrap();
    let text = |key: &str| summary[key].as_str().unwrap_or_default().to_owned();
    (text("verdict"), text("message"))
}

/// What `check --json` says is in force.
#[track_caller]
fn protection(court: &Court, how: &str) -> Vec<String> {
    let lines = court.json(&["--sandbox", how, &hostile("right.js")]);
    let parts = lines[0]["protection"].as_array().unwrap().iter();
    parts.map(|part| part.as_str().unwrap().to_owned()).collect()
}

/// The ways that hide files from compilers: those that hide anything from submissions.
#[track_caller]
fn hiding(court: &Court) -> Vec<&'static str> {
    let hides = |how: &&str| {
        let parts = protection(court, how);
        let has = |text: &str| parts.iter().any(|part| part.contains(text));
        let walls = has("own temporary folders") || has("bubblewrap");
        assert_eq!(has("compilers without network and other files"), walls, "{how}: {parts:?}");
        walls
    };
    let ways: Vec<_> = ["auto", "bwrap"].into_iter().filter(hides).collect();
    assert!(ways.contains(&"bwrap"));
    ways
}

#[test]
fn sources_cannot_include_files_of_the_judges() {
    let court = Court::new();
    court.write("answers/secret.txt", format!("int {SECRET} = 7\n"));
    let secret = court.path("answers/secret.txt");
    let secret = secret.display();
    let sources = [
        ("spy.c", format!("#include \"{secret}\"\nint main(void) {{}}\n")),
        ("spy.cpp", format!("#include \"{secret}\"\nint main() {{}}\n")),
        ("spy.rs", format!("include!(\"{secret}\");\n")),
        // What is built must not bring it along either.
        ("carrier.c", format!("__asm__(\".incbin \\\"{secret}\\\"\");\nint main(void) {{}}\n")),
        ("carrier.rs", format!("fn main() {{ print!(\"{{}}\", include_str!(\"{secret}\")) }}\n")),
    ];
    for how in hiding(&court) {
        for (name, source) in &sources {
            court.write(name, source);
            let (verdict, message) = outcome(&court, &["--sandbox", how, name]);
            assert_eq!(verdict, "CE", "{how}: {name}: {message}");
            let missing = ["o such file", "not found"].iter().any(|text| message.contains(text));
            assert!(missing, "{how}: {name}: {message}");
            assert!(!message.contains(SECRET), "{how}: {name}: {message}");
        }
    }
    court.assert_nothing_is_left();
}

/// Without walls a user who owns nothing is what is left; the tool says so.
#[test]
fn without_walls_only_what_is_private_is_kept() {
    let court = Court::new();
    court.write("answers/secret.txt", format!("int {SECRET} = 7\n"));
    let secret = court.path("answers/secret.txt");
    fs::set_permissions(&secret, Permissions::from_mode(0o600)).unwrap();
    court.write("spy.c", format!("#include \"{}\"\nint main(void) {{}}\n", secret.display()));
    let (verdict, message) = outcome(&court, &["--sandbox", "plain", "spy.c"]);
    assert_eq!(verdict, "CE", "{message}");
    let parts = protection(&court, "plain");
    if parts.iter().any(|part| part == "a user of its own") {
        assert!(message.contains("Permission denied"), "{message}");
        assert!(parts.iter().any(|part| part == "compilers that may READ what everybody may"));
    } else {
        assert!(parts.iter().any(|part| part == "compilers that may READ ALL YOUR FILES"));
    }
}

/// Where the tests run as root, the tool is tried as another user too: what it says is so.
#[test]
fn sources_of_an_ordinary_user() {
    let court = Court::new();
    let secret = court.path("secret.txt");
    court.write("secret.txt", format!("int {SECRET} = 7\n"));
    court.write("spy.c", format!("#include \"{}\"\nint main(void) {{}}\n", secret.display()));
    let mut command = court.ordinary();
    let said = command.args(["check", "spy.c"]).output().unwrap();
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(text.contains("spy.c: CE"), "{text}");
    assert_eq!(
        text.contains("compilers without network and other files"),
        !text.contains(SECRET),
        "{text}"
    );
}

/// A table in which `sh -c SCRIPT` is the compiler of files in `.spy`, whatever is in them.
fn script(court: &Court, script: &str, seconds: u32) {
    let table = format!(
        "[spy]\nextensions = [\"spy\"]\nbuild-seconds = {seconds}\nrun = [\"sh\", \"{{source}}\"]\n\
         compile = [\"sh\", \"-c\", {}, \"sh\", \"{{dir}}\"]\n",
        Value::from(script)
    );
    court.write("config/game-moves/languages.toml", table);
    court.write("seven.spy", "echo 7\n");
}

#[test]
fn compilers_see_the_system_and_their_folder() {
    let court = Court::new();
    let problem = court.path("problem");
    let sights = format!(
        "test ! -e {problem} || exit 11; test -r \"$1/seven.spy\" || exit 12\n\
         echo x > /usr/game-moves-left && exit 13\n\
         echo x > \"$1/made\" || exit 14\n\
         test \"$(grep -c : /proc/net/dev)\" = \"$(grep -c lo: /proc/net/dev)\" || exit 15\n\
         test -z \"$GAME_MOVES_SECRET\" || exit 16\n\
         test ! -e /etc/passwd || exit 17",
        problem = problem.display()
    );
    script(&court, &sights, 60);
    for how in hiding(&court) {
        // Not from the cache.
        fs::remove_dir_all(court.path("cache")).unwrap();
        let mut command = court.surround(Command::new(env!("CARGO_BIN_EXE_game-moves")));
        command.env("GAME_MOVES_SECRET", SECRET);
        let said = command.args(["check", "--sandbox", how, "seven.spy"]).output().unwrap();
        let text = String::from_utf8(said.stdout).unwrap();
        assert_eq!(said.status.code(), Some(0), "{how}: {text}");
        court.assert_nothing_is_left();
    }
}

/// What a compiler keeps for itself, as some insist on, is no part of what it built.
#[test]
fn compilers_may_keep_what_speeds_them_up() {
    let court = Court::new();
    script(&court, "mkdir \"$XDG_CACHE_HOME\" && echo x > \"$XDG_CACHE_HOME/x\"", 60);
    court.write("seven.spy", "test ! -e \"${0%/*}/.cache\" && echo 7\n");
    for how in ["auto", "plain", "bwrap"] {
        fs::remove_dir_all(court.path("cache")).unwrap();
        let (verdict, message) = outcome(&court, &["--sandbox", how, "seven.spy"]);
        assert_eq!(verdict, "AC", "{how}: {message}");
    }
}

/// Python looks for modules beside the source, but not while it only reads it.
#[test]
fn sources_are_not_run_while_they_are_built() {
    let court = Court::new();
    court.write("ast.py", "raise SystemExit('it runs')\n");
    let (verdict, message) = outcome(&court, &["ast.py"]);
    assert_eq!(verdict, "RTE", "{message}");
}

/// Not all that Python cannot read is an error of syntax to it.
#[test]
fn sources_that_python_cannot_read_are_named() {
    let court = Court::new();
    for source in [&b"print(7)\0\n"[..], b"print(7\n", b"# coding: none\n", b"print('\xff')\n"] {
        court.write("odd.py", source);
        let (verdict, message) = outcome(&court, &["odd.py"]);
        assert_eq!(verdict, "CE", "{message}");
        assert!(message.starts_with("the compiler rejects it: odd.py:"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

/// A compiler that does not start is no fault of the source.
#[test]
fn compilers_that_lack_something_are_the_judges_fault() {
    let court = Court::new();
    court.write("apart/sh", fs::read("/bin/sh").unwrap());
    court.write("compiler", format!("#!{}\n", court.path("apart/sh").display()));
    for name in ["apart/sh", "compiler"] {
        fs::set_permissions(court.path(name), Permissions::from_mode(0o755)).unwrap();
    }
    let table = format!(
        "[spy]\nextensions = [\"spy\"]\nversion = [\"true\"]\nrun = [\"sh\", \"{{source}}\"]\n\
         compile = [\"{}\"]\n",
        court.path("compiler").display()
    );
    court.write("config/game-moves/languages.toml", table);
    court.write("seven.spy", "echo 7\n");
    for how in hiding(&court) {
        let (verdict, message) = outcome(&court, &["--sandbox", how, "seven.spy"]);
        assert_eq!(verdict, "JE", "{how}: {message}");
        assert!(message.contains("No such file or directory"), "{how}: {message}");
    }
}

#[test]
fn compilers_have_limits() {
    let court = Court::new();
    court.write("problem/data/secret/figure.in", FIGURE);
    for (body, seconds, message) in [
        ("sleep 600", 1, "it takes more than 2 s"),
        // Whichever of its two limits comes first.
        ("while :; do :; done", 1, "it takes more than "),
        ("yes", 60, "the compiler says too much"),
        (
            "ln -s /etc/passwd \"$1/made\"",
            60,
            "it leaves something that is neither file nor folder",
        ),
        ("mkfifo \"$1/made\"", 60, "it leaves something that is neither file nor folder"),
        (
            "for name in a b; do head -c 200m /dev/zero > \"$1/$name\"; done",
            60,
            "what is built is too large",
        ),
        ("python3 -c 'print(len(b\"x\" * (3 << 30)))'", 60, "it takes too much memory"),
    ] {
        script(&court, body, seconds);
        for how in ["auto", "plain", "bwrap"] {
            let (verdict, said) = outcome(&court, &["--sandbox", how, "seven.spy"]);
            assert_eq!(verdict, "CE", "{how}: {body}: {said}");
            let why = said.strip_prefix("the compiler rejects it: ").unwrap();
            assert!(why.starts_with(message), "{how}: {body}: {said}");
        }
    }
    // A file that grows without end is cut off.
    script(&court, "cat /dev/zero > \"$1/made\"", 60);
    let (verdict, message) = outcome(&court, &["seven.spy"]);
    assert_eq!(verdict, "CE", "{message}");
    court.assert_nothing_is_left();
}

/// What is mounted in a folder that a compiler sees cannot be changed either.
#[test]
fn mounts_below_are_not_written_to() {
    let court = Court::new();
    let folder = court.path("more");
    fs::create_dir_all(folder.join("disk one")).unwrap();
    let mount = format!("mount -t tmpfs -o mode=1777 none '{}/disk one'", folder.display());
    let inside = |then: &str| {
        let mut command = court.surround(Command::new("unshare"));
        let tool = env!("CARGO_BIN_EXE_game-moves");
        command.args(["-m", "sh", "-c", &format!("{mount} && {then}"), tool]);
        command.output().unwrap()
    };
    if !inside("true").status.success() {
        // Only root may mount anything.
        return;
    }
    script(&court, &format!("! echo x > '{}/disk one/x'", folder.display()), 60);
    let path = court.path("config/game-moves/languages.toml");
    let table = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{table}folders = [\"{}\"]\n", folder.display())).unwrap();
    let said = inside("exec \"$0\" check seven.spy");
    let text = String::from_utf8(said.stdout).unwrap();
    let is_hidden = text.contains("compilers without network and other files");
    assert!(text.contains("seven.spy: AC") || !is_hidden, "{text}");
}

/// A compiler that lives apart is shown, and what the table names; nothing beside it.
#[test]
fn compilers_of_the_user_are_found() {
    let court = Court::new();
    let compiler = "#!/bin/sh\nhome=$(dirname \"$(dirname \"$0\")\")\ntest ! -e \"$home/share\" || exit 1\n\
                  cat \"$home/lib/greeting\" \"$EXTRA/more\" > \"$2\" && chmod 755 \"$2\"\n";
    court.write("tool/bin/compiler", compiler);
    court.write("tool/lib/greeting", "#!/bin/sh\n");
    court.write("tool/share/private", "private\n");
    court.write("extra/more", "echo 7\n");
    fs::set_permissions(court.path("tool/bin/compiler"), Permissions::from_mode(0o755)).unwrap();
    let table = format!(
        "[spy]\nextensions = [\"spy\"]\nrun = [\"{{out}}\"]\nfolders = [\"$EXTRA\"]\n\
         variables = [\"EXTRA\"]\ncompile = [\"{}\", \"{{source}}\", \"{{out}}\"]\n",
        court.path("tool/bin/compiler").display()
    );
    court.write("config/game-moves/languages.toml", table);
    court.write("seven.spy", "");
    for how in hiding(&court) {
        fs::remove_dir_all(court.path("cache")).unwrap();
        let mut command = court.surround(Command::new(env!("CARGO_BIN_EXE_game-moves")));
        command.env("EXTRA", court.path("extra")).args(["check", "--sandbox", how, "seven.spy"]);
        let said = command.output().unwrap();
        assert_eq!(said.status.code(), Some(0), "{}", String::from_utf8_lossy(&said.stdout));
    }
    court.write(
        "config/game-moves/languages.toml",
        "[c]\nextensions = [\"c\"]\ncompile = [\"gcc\"]\nrun = [\"{out}\"]\nfolders = [\"lib\"]\n",
    );
    let said = court.check(&[&hostile("never_reads.c")]);
    let message = String::from_utf8(said.stderr).unwrap();
    assert!(message.contains("the folder `lib` of `c` must begin with"), "{message}");
}
