//! What packages hold is the problem's and named, and what is written goes where it should.

use super::{names, place};
use crate::tool::Place;
use std::fs;
use std::os::unix::fs::symlink;

const FOLDER: [&str; 5] = ["gen", "--format", "2025-09", "--out", "out"];
const ARCHIVE: [&str; 3] = ["gen", "--zip", "out.zip"];

/// Nothing is made, and this is the only thing said.
#[track_caller]
fn assert_refused(place: &Place, args: &[&str], error: &str) {
    let said = place.run(args);
    assert_eq!((said.status, said.stdout.as_str()), (2, ""), "{args:?}: {said:?}");
    assert_eq!(said.stderr, format!("error: {error}\n"), "{args:?}");
    assert!(!place.path("out").exists() && !place.path("out.zip").exists());
}

#[test]
fn submissions_that_the_plan_does_not_name_are_left_out() {
    let place = place();
    for path in ["accepted/notes.txt", "wrong_answer/c/main.py"] {
        place.write(&format!("problem/submissions/{path}"), "secret");
    }
    symlink("/etc/passwd", place.path("problem/submissions/accepted/passwd.py")).unwrap();
    let warnings = "problem/submissions/accepted/notes.txt: warning: the plan does not name it; it \
                    is left out of the package\n\
                    problem/submissions/accepted/passwd.py: warning: the plan does not name it; it \
                    is left out of the package\n\
                    problem/submissions/wrong_answer/c/main.py: warning: the plan does not name it; \
                    it is left out of the package\n";
    for args in [&FOLDER[..], &ARCHIVE] {
        let said = place.run(args);
        assert_eq!((said.status, said.stderr.as_str()), (0, warnings));
    }
    let expected = ["accepted/a.py", "submissions.yaml", "wrong_answer/b.py", "wrong_answer/no.c"];
    assert_eq!(names(&place, "out/submissions/"), expected);
    let archive = super::entries(&place, "out.zip");
    let names: Vec<&str> = archive.split_whitespace().filter(|w| w.contains("ubmi")).collect();
    let expected = ["accepted/a.py", "wrong_answer/b.py", "wrong_answer/no.c"];
    assert_eq!(names, expected.map(|name| format!("submissions/{name}")));
}

#[test]
fn links_that_lead_out_are_refused() {
    for (path, makers) in [
        ("submissions/accepted/a.py", &[&FOLDER[..], &ARCHIVE][..]),
        ("attachments/b.txt", &[&FOLDER[..], &ARCHIVE]),
        ("input_validators/other.py", &[&FOLDER[..]]),
        ("problem_statement/more.tex", &[&FOLDER[..]]),
        ("fixtures/valid_output/a.out", &[&FOLDER[..]]),
    ] {
        let place = place();
        place.write("elsewhere/secret.py", "secret");
        let link = place.path(&format!("problem/{path}"));
        let _ = fs::remove_file(&link);
        symlink(place.path("elsewhere/secret.py"), &link).unwrap();
        let error = format!(
            "a link leads from `problem/{path}` out of the problem folder: put the file itself there"
        );
        for args in makers {
            assert_refused(&place, args, &error);
        }
        // Within the problem a link is as good as a file.
        fs::remove_file(&link).unwrap();
        place.write("problem/notes/secret.py", "right");
        symlink(place.path("problem/notes/secret.py"), &link).unwrap();
        for args in makers {
            assert_eq!(place.run(args).status, 0, "{path}");
        }
    }
    // A folder of submissions that is elsewhere as a whole.
    let place = place();
    fs::rename(place.path("problem/submissions/accepted"), place.path("elsewhere")).unwrap();
    symlink(place.path("elsewhere"), place.path("problem/submissions/accepted")).unwrap();
    let error = "a link leads from `problem/submissions/accepted/a.py` out of the problem \
                 folder: put the file itself there";
    for args in [&FOLDER[..], &ARCHIVE] {
        assert_refused(&place, args, error);
    }
}

/// Of a link in the way nothing is read, written or removed behind it.
#[test]
fn nothing_is_written_through_links() {
    for (args, link) in [
        (&["gen", "--flat", "made"][..], "made/sample"),
        (&["gen", "--format", "2025-09", "--out", "made"], "made/data/secret"),
        (&["gen", "--format", "2025-09", "--out", "made"], "made/data"),
    ] {
        let place = place();
        assert_eq!(place.run(args).status, 0);
        place.write("elsewhere/mine.txt", "mine");
        fs::remove_dir_all(place.path(link)).unwrap();
        symlink(place.path("elsewhere"), place.path(link)).unwrap();
        let before = place.files();
        for more in [&[][..], &["--check"]] {
            let said = place.run(&[args, more].concat());
            let error = format!(
                "error: `{link}` is a link, and `gen` writes to no other folder than it was told: \
                 remove it\n"
            );
            assert_eq!((said.status, said.stderr), (2, error), "{args:?}");
        }
        assert_eq!(place.files(), before);
    }
}

#[test]
fn statements_without_anything_in_them_are_refused() {
    let place = place();
    for ending in ["pdf", "html", "txt"] {
        let name = format!("empty.{ending}");
        place.write(&name, "");
        let args = [&ARCHIVE[..], &["--statement", &name]].concat();
        assert_refused(&place, &args, &format!("`{name}` is empty"));
    }
    place.write("page.pdf", "<!DOCTYPE html>");
    let args = [&ARCHIVE[..], &["--statement", "page.pdf"]].concat();
    assert_refused(&place, &args, "`page.pdf` is no PDF file");
}
