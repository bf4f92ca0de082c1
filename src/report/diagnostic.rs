//! One fault in one place: `path:line:column: error: message [rule]`, the line, a caret, a help.

use crate::input::place;
use std::fmt::Write as _;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The data are rejected.
    Error,
    /// Worth a look; nothing is rejected.
    Warning,
}

/// A fault with its place and its source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file, as the user named it.
    pub path: String,
    /// Line and column (in bytes), counted from 1, where the fault has a place.
    pub place: Option<(usize, usize)>,
    /// How many bytes are at fault.
    pub width: usize,
    /// The rule id, if there is one.
    pub rule: Option<String>,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// The source line, without its LF.
    pub source: Option<Vec<u8>>,
    /// What to do about it.
    pub help: Option<String>,
}

/// The longest piece of a source line that is shown, in columns.
const SHOWN: usize = 100;

/// Columns shown before the fault if the line is longer than that.
const BEFORE: usize = 40;

impl Diagnostic {
    /// An error of a whole file.
    #[must_use]
    pub fn error(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            path: path.into(),
            place: None,
            width: 1,
            rule: None,
            message: message.into(),
            source: None,
            help: None,
        }
    }

    /// The same with a rule id.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// The same with a help line.
    #[must_use]
    pub fn with_help(mut self, help: Option<impl Into<String>>) -> Self {
        self.help = help.map(Into::into);
        self
    }

    /// The same at a line and column of `text`, both counted from 1.
    #[must_use]
    pub fn at(mut self, text: &[u8], line: usize, column: usize, width: usize) -> Self {
        self.place = Some((line, column));
        self.width = width.max(1);
        let source = text.split(|&byte| byte == b'\n').nth(line.saturating_sub(1));
        self.source = source.map(<[u8]>::to_vec);
        self
    }

    /// The same at a range of bytes of `text`.
    #[must_use]
    pub fn at_span(self, text: &str, span: &std::ops::Range<usize>) -> Self {
        let start = span.start.min(text.len());
        let (line, column) = place(text.as_bytes(), start);
        let rest = text.as_bytes()[start..].iter().take_while(|&&byte| byte != b'\n').count();
        let width = span.len().min(rest);
        self.at(text.as_bytes(), line, column, width)
    }

    /// The diagnostic as it is printed, each line ended.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = self.path.clone();
        if let Some((line, column)) = self.place {
            let _ = write!(out, ":{line}:{column}");
        }
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = write!(out, ": {severity}: {}", self.message);
        if let Some(rule) = &self.rule {
            let _ = write!(out, " [{rule}]");
        }
        out.push('\n');
        if let (Some((line, column)), Some(source)) = (self.place, &self.source) {
            let (text, caret, width) = excerpt(source, column - 1, self.width);
            let number = line.to_string();
            let margin = " ".repeat(number.len());
            let _ = writeln!(out, " {number} | {text}");
            let _ = writeln!(out, " {margin} | {}{}", " ".repeat(caret), "^".repeat(width));
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, " help: {help}");
        }
        out
    }
}

/// The part of a line that is shown, bytes that do not print escaped, with the caret's place and
/// width in shown columns.
fn excerpt(source: &[u8], column: usize, width: usize) -> (String, usize, usize) {
    let column = column.min(source.len());
    let start = if source.len() <= SHOWN { 0 } else { column.saturating_sub(BEFORE) };
    let end = source.len().min(start + SHOWN);
    let mut text = String::from(if start > 0 { "…" } else { "" });
    let mut caret = 0;
    let mut marked = 0;
    let piece = String::from_utf8_lossy(&source[start..end]);
    let mut at = start;
    for character in piece.chars() {
        let shown = if character.is_ascii_control() || character == char::REPLACEMENT_CHARACTER {
            match source.get(at) {
                Some(byte) => byte.escape_ascii().to_string(),
                None => character.to_string(),
            }
        } else if !character.is_ascii() && !character.is_alphanumeric() {
            // Among them are spaces that look like ours, and marks that turn the line around.
            character.escape_unicode().to_string()
        } else {
            character.to_string()
        };
        if at <= column {
            caret = text.chars().count();
        }
        if at >= column && at < column + width {
            marked += shown.chars().count();
        }
        text.push_str(&shown);
        at += if character == char::REPLACEMENT_CHARACTER { 1 } else { character.len_utf8() };
    }
    if column >= end {
        caret = text.chars().count();
    }
    if end < source.len() {
        text.push('…');
    }
    (text, caret, marked.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_line_caret_and_help() {
        let text = b"2\n0 3\n2 0\n0\n";
        let shown = Diagnostic::error("a.in", "the tile is 3, expected a power of two")
            .with_rule("tile-power-of-two")
            .with_help(Some("write 2 or 4"))
            .at(text, 2, 3, 1)
            .render();
        assert_eq!(
            shown,
            "a.in:2:3: error: the tile is 3, expected a power of two [tile-power-of-two]\n \
             2 | 0 3\n   |   ^\n help: write 2 or 4\n"
        );
    }

    #[test]
    fn what_does_not_print_is_escaped() {
        let shown = Diagnostic::error("a.in", "found a carriage return").at(b"2\r\n", 1, 2, 1);
        assert_eq!(
            shown.render(),
            "a.in:1:2: error: found a carriage return\n 1 | 2\\r\n   |  ^^\n"
        );
        let shown = Diagnostic::error("a.in", "found 0xff").at(b"2\xff\xff", 1, 3, 1).render();
        assert!(shown.contains(" 1 | 2\\xff\\xff\n   |      ^^^^\n"), "{shown}");
    }

    #[test]
    fn long_lines_are_cut() {
        let line = [b'7'; 5000];
        let shown = Diagnostic::error("a.in", "long").at(&line, 1, 3000, 2).render();
        assert!(shown.lines().all(|line| line.chars().count() < 120), "{shown}");
        assert!(shown.contains("…777") && shown.contains("^^"));
    }

    #[test]
    fn the_end_of_the_line_can_be_pointed_at() {
        let shown = Diagnostic::error("a.in", "ends").at(b"2\n0", 2, 2, 1).render();
        assert_eq!(shown, "a.in:2:2: error: ends\n 2 | 0\n   |  ^\n");
    }

    #[test]
    fn a_span_of_several_lines_marks_its_first() {
        let text = "a = 1\nb = [\n 2,\n]\n";
        let shown = Diagnostic::error("p.toml", "bad").at_span(text, &(10..17)).render();
        assert_eq!(shown, "p.toml:2:5: error: bad\n 2 | b = [\n   |     ^\n");
    }
}
