//! What eight judging programs say of outputs when the answer file is `42` and one LF.
//!
//! The table was made by running them: problemtools 1.20260907, DOMjudge a023fd3, BAPCtools
//! 2026.10.0, and the checkers of testlib 1e4e8a2 built with g++ 12.2.

use game_moves::judge::judges::{Judge, Panel, Ruling};
use proptest::prelude::*;

/// A row: outputs that are all treated alike, and the eight words in the order of `Judge::ALL`.
type Row = (&'static [&'static [u8]], &'static str);

const TABLE: [Row; 15] = [
    (&[b"42\n"], "AC AC AC AC OK OK OK OK"),
    (&[b"42"], "AC AC AC WA OK OK OK OK"),
    (&[b"42\r\n"], "AC AC AC WA OK OK OK OK"),
    (&[b"\n\n 42 \n\n", b"\n42\n", b"\r\n42\r\n"], "AC AC AC WA OK OK OK WA"),
    // Blanks around it on its own line are nothing to lcmp.
    (&[b" 42\n", b"42 \n\n", b"\t42\t\n"], "AC AC AC WA OK OK OK OK"),
    (&[b"\t\x0b\x0c42\t\x0b\x0c\n", b"\x0b42\n", b"\x0c42"], "AC AC AC WA WA PE PE OK"),
    (&[b"+42\n", b"042\n", b"42.0\n", b"4.2e1\n", b"0x2A\n"], "WA WA WA WA WA PE PE WA"),
    (&[b"43\n", b"-42\n"], "WA WA WA WA WA WA WA WA"),
    (&[b"42 0\n"], "WA WA WA WA WA WA PE WA"),
    (&[b"42\n42"], "WA WA WA WA WA WA PE PE"),
    (&[b"", b"\n", b" \t\r\n"], "WA WA WA WA WA WA PE WA"),
    (&[b"42\0", b"42\0junk\n"], "AC WA WA WA WA PE PE WA"),
    (&[b"\x0042\n", b"42 \0\n"], "WA WA WA WA WA PE PE WA"),
    (&[b"\xef\xbb\xbf42\n"], "WA WA WA WA OK OK OK OK"),
    (
        &[
            b"42\xff\n",
            b"42 \xff\n",
            // NBSP, NEL, ^Z and full-width digits.
            b"42\xc2\xa0\n",
            b"\xc2\x8542\n",
            b"42\x1a",
            b"\xef\xbc\x94\xef\xbc\x92\n",
        ],
        "WA WA WA WA WA PE PE WA",
    ),
];

/// The words of all judges for an output that comes in `pieces`.
fn words<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut panel = Panel::new(b"42");
    pieces.into_iter().for_each(|piece| panel.feed(piece));
    panel.finish();
    Judge::ALL.map(|judge| judge.word(panel.ruling(judge))).join(" ")
}

#[test]
fn small_outputs() {
    for (outputs, expected) in TABLE {
        for output in outputs {
            assert_eq!(words([*output]), expected, "{}", output.escape_ascii());
        }
    }
}

/// An output is the same however it arrives: byte by byte, or cut in two anywhere.
#[test]
fn pieces_make_no_difference() {
    for (outputs, expected) in TABLE {
        for output in outputs {
            assert_eq!(words(output.chunks(1)), expected, "{}", output.escape_ascii());
            for at in 0..=output.len() {
                let (head, tail) = output.split_at(at);
                assert_eq!(words([head, tail]), expected, "{} at {at}", output.escape_ascii());
            }
        }
    }
}

#[test]
fn huge_outputs() {
    let blanks = vec![b' '; 1_000_000];
    let pieces = || std::iter::repeat_n(&blanks[..], 100).chain([&b"42\n"[..]]);
    assert_eq!(words(pieces()), "AC AC AC WA OK OK OK OK");
    let token = vec![b'4'; 1_000_000];
    assert_eq!(words(std::iter::repeat_n(&token[..], 50)), "WA WA WA WA PE PE PE WA");
}

/// The text's rule and testlib's wcmp, told slowly: split everything, then compare.
fn slow_rulings(output: &[u8]) -> [Ruling; 2] {
    let ruling = |words: Vec<&[u8]>| {
        if words == [b"42"] { Ruling::Accept } else { Ruling::Wrong }
    };
    let split = |output, blanks: &'static [u8]| {
        let words = <[u8]>::split(output, move |byte| blanks.contains(byte));
        words.filter(|word| !word.is_empty()).collect()
    };
    let without_bom = output.strip_prefix(b"\xef\xbb\xbf").unwrap_or(output);
    [ruling(split(output, b" \t\n\x0b\x0c\r")), ruling(split(without_bom, b" \t\n\r"))]
}

const PIECES: &[&[u8]] = &[
    b"42",
    b"4",
    b"2",
    b" ",
    b"\n",
    b"\r",
    b"\x0b",
    b"\x0c",
    b"\0",
    b"-",
    b"\xef\xbb\xbf",
    b"\xef",
    b"\xff",
];

proptest! {
    #[test]
    fn streaming_agrees_with_splitting(
        pieces in prop::collection::vec(
            prop::sample::select(PIECES),
            0..6,
        )
    ) {
        let mut panel = Panel::new(b"42");
        // Once it is settled that all reject, they do, whatever came after.
        let mut settled = false;
        for piece in &pieces {
            panel.feed(piece);
            settled |= panel.is_settled();
        }
        panel.finish();
        let [text, wcmp] = slow_rulings(&pieces.concat());
        for judge in [Judge::Domjudge, Judge::Bt] {
            prop_assert_eq!(panel.ruling(judge), text);
        }
        prop_assert_eq!(panel.ruling(Judge::Wcmp), wcmp);
        if settled {
            let accepts = |judge: &Judge| panel.ruling(*judge) == Ruling::Accept;
            prop_assert!(!Judge::ALL.iter().any(accepts));
        }
    }
}
