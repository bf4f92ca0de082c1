//! `check --judges all`: one output, and a folder of them, under the rules of other judges.
//!
//! The words are those of the table in `tests/it/judges.rs`, which was made by running the judges.

use super::Place;

#[test]
fn one_output_is_shown_under_every_judge() {
    let place = Place::new();
    let run = |output: &[u8], status, stdout: &str, stderr: &str| {
        let args = ["--test", "game-n2", "--output", "-", "--judges", "all"];
        place.check_stdin(&args, output, status, stdout, stderr);
    };
    run(
        b"24\r\n",
        0,
        "1 test: 1 AC\n\
         test     check  Kattis  DOMjudge  bt  wcmp  ncmp  icmp/hcmp  lcmp\n\
         game-n2  AC     AC      AC        AC  OK    OK    OK         OK\n\
         judges: all agree on 1 output\n",
        "",
    );
    run(
        b"24\0\n",
        1,
        "game-n2: WA: not an integer at 1:1, expected: '24', found: '24\\x00'\n\
         1 test: 1 WA; WA by game-n2\n\
         test     check  Kattis  DOMjudge  bt  wcmp  ncmp  icmp/hcmp  lcmp\n\
         game-n2  WA     AC      WA        WA  WA    PE    PE         WA\n\
         judges: they differ on 1 of 1 output\n",
        "note: game-n2: Kattis would accept: reads a word up to its first NUL\n",
    );
    // WA or PE hangs on words far behind the one that decides; both are a rejection.
    run(
        b"24 0 x\n",
        1,
        "game-n2: WA: extra word at 1:4, expected: nothing after '24', found: '0'\n\
         1 test: 1 WA; WA by game-n2\n\
         test     check  Kattis  DOMjudge  bt  wcmp  ncmp  icmp/hcmp  lcmp\n\
         game-n2  WA     WA      WA        WA  WA    PE    PE         WA\n\
         judges: all agree on 1 output\n",
        "",
    );
}

#[test]
fn of_a_folder_only_the_differences_are_shown() {
    let place = Place::new();
    place.write("out/1.out", "\u{b}0\n");
    place.write("out/2.out", "\u{feff}7\n");
    place.write("out/chain-n4.out", "1\n");
    place.remove("out/game-n2.out");
    place.check(
        &["--outputs", "out", "--judges", "all"],
        1,
        "2: WA: not an integer at 1:1, expected: '7', found: '\\xef\\xbb\\xbf7'\n\
         chain-n4: WA: wrong value at 1:1, expected: '114795', found: '1'\n\
         game-n2: WA: no output: `out/game-n2.out` is missing, expected: '24'\n\
         4 tests: 1 AC, 3 WA; WA by 2\n\
         test  check  Kattis  DOMjudge  bt  wcmp  ncmp  icmp/hcmp  lcmp\n\
         1     AC     AC      AC        AC  WA    PE    PE         OK\n\
         2     WA     WA      WA        WA  OK    OK    OK         OK\n\
         judges: they differ on 2 of 3 outputs\n",
        "note: 1: wcmp, ncmp, icmp/hcmp would reject: to testlib VT and FF are no blanks\n\
         note: 2: wcmp, ncmp, icmp/hcmp, lcmp would accept: testlib skips a byte order mark\n",
    );
}

#[test]
fn json_has_the_judges_words() {
    let place = Place::new();
    place.check_stdin(
        &["--test", "game-n2", "--output", "-", "--judges", "all", "--json"],
        b"24\0",
        1,
        concat!(
            r#"{"submission":null,"test":"game-n2","verdict":"WA","time_s":null,"#,
            r#""memory_bytes":null,"expected":24,"got":"24\\x00","#,
            r#""message":"not an integer at 1:1, expected: '24', found: '24\\x00'","#,
            r#""notes":["Kattis would accept: reads a word up to its first NUL"],"#,
            r#""judges":{"DOMjudge":"WA","Kattis":"AC","bt":"WA","icmp/hcmp":"PE","lcmp":"WA","#,
            r#""ncmp":"PE","wcmp":"WA"},"judges_differ":true}"#,
            "\n",
            r#"{"submission":null,"verdict":"WA","expected_verdicts":[],"ok":null,"#,
            r#""killed_by":["game-n2"]}"#,
            "\n",
        ),
        "note: game-n2: Kattis would accept: reads a word up to its first NUL\n",
    );
}

#[test]
fn judges_replay_outputs_alone() {
    let place = Place::new();
    place.check(
        &["--judges", "all"],
        2,
        "",
        "error: --judges replays outputs: name them with --outputs DIR, or one with --test NAME \
         --output FILE\n",
    );
}
