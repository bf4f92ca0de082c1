//! Long lists of names on few lines.

use std::fmt::Write as _;

/// How wide a line is where nobody says.
const WIDTH: usize = 100;

/// How wide lines may be: as the terminal, else 100.
pub(super) fn width() -> usize {
    terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0).max(40))
}

/// Names one after the other; neighbours that differ only in their last number as a range.
pub(super) fn folded(names: &[&str]) -> String {
    let mut text = String::new();
    let mut rest = names;
    while let Some((&first, after)) = rest.split_first() {
        let mut last = first;
        let mut more = after;
        while let Some((&next, after)) = more.split_first() {
            if !follows(last, next) {
                break;
            }
            (last, more) = (next, after);
        }
        let separator = if text.is_empty() { "" } else { ", " };
        let taken = rest.len() - more.len();
        if taken > 2 {
            let (_, number) = split(last);
            let _ = write!(text, "{separator}{first}..{number}");
            rest = more;
        } else {
            let _ = write!(text, "{separator}{first}");
            rest = after;
        }
    }
    text
}

/// Whether `next` is numbered one higher than `last`.
fn follows(last: &str, next: &str) -> bool {
    let ((stem, number), (next_stem, next_number)) = (split(last), split(next));
    let value = |digits: &str| digits.parse::<u32>().ok();
    stem == next_stem
        && number.len() == next_number.len()
        && value(number).is_some_and(|number| value(next_number) == number.checked_add(1))
}

/// A name without and with only the digits at its end.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.trim_end_matches(|c: char| c.is_ascii_digit()).len())
}

/// `text` in lines of at most `width` columns, broken at spaces, each after the first indented.
pub(super) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let start = text.len() - text.trim_start_matches(' ').len();
    let mut out = " ".repeat(start);
    let mut column = start;
    for (index, word) in text[start..].split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_neighbours_are_a_range() {
        let names = ["a-001", "a-002", "a-003", "b", "c-n2-009", "c-n2-010", "c-n3-011", "d-7"];
        assert_eq!(folded(&names), "a-001..003, b, c-n2-009, c-n2-010, c-n3-011, d-7");
        assert_eq!(folded(&[]), "");
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(wrapped("  ab: c, d, e", 9, 4), "  ab: c,\n    d, e");
        assert_eq!(wrapped("averylongword b", 4, 2), "averylongword\n  b");
    }
}
