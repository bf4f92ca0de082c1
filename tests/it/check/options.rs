//! Options that a request has no use for are refused, not passed over.

use super::Place;

/// Each request with the options that mean nothing to it.
const USELESS: [(&str, &[&[&str]]); 5] = [
    ("a.py", &[HUNT, &["--output x", "--judges all"]]),
    ("--outputs out", &[HUNT, RUN, &["--by test", "--save x", "--output x", "--mutants"]]),
    (
        "--test 1 --output out/1.out",
        &[HUNT, RUN, &["--by test", "--save x", "--jobs 2", "--stress a.py"]],
    ),
    ("--mutants", &[HUNT, RUN, &["--by test", "--judges all", "--output x"]]),
    ("--stress a.py", &[&["--by test", "--judges all", "--output x", "--mutants", "a.py"]]),
];

/// Options of looking for states.
const HUNT: &[&str] = &["--time 1s", "--seed 1"];

/// Options of running submissions.
const RUN: &[&str] = &[
    "--time-limit 1s",
    "--memory-limit 64",
    "--sandbox plain",
    "--unsafe",
    "--languages languages.toml",
];

#[test]
fn options_that_a_request_has_no_use_for() {
    let place = Place::new();
    place.write("a.py", "");
    for (request, useless) in USELESS {
        for option in useless.concat() {
            let args: Vec<&str> = request.split(' ').chain(option.split(' ')).collect();
            let output = place.command(&args).output().unwrap();
            let errors = String::from_utf8(output.stderr).unwrap();
            assert!(errors.contains("cannot be used with"), "{args:?}: {errors}");
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            assert_eq!(output.stdout, b"", "{args:?}");
        }
    }
    for option in HUNT {
        let args: Vec<&str> = option.split(' ').collect();
        let output = place.command(&args).output().unwrap();
        assert!(String::from_utf8(output.stderr).unwrap().contains("--stress <SUBMISSION>"));
        assert_eq!(output.status.code(), Some(2));
    }
}
