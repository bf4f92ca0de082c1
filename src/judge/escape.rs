//! Bytes of an untrusted output made fit to print: ASCII, one line, of bounded length.

use crate::run::said::steers;
use std::fmt;

/// The first bytes of a token, kept to show them, and how long the token was.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// On the stack, as an output may have millions of words.
    head: [u8; Self::KEPT],
    kept: usize,
    length: u64,
}

impl Excerpt {
    /// How many bytes are kept: the longest answer has 19 digits, so that every number that could
    /// be confused with one is shown whole.
    pub const KEPT: usize = 40;

    /// The excerpt of an empty token.
    #[must_use]
    pub const fn new() -> Self {
        Self { head: [0; Self::KEPT], kept: 0, length: 0 }
    }

    /// Takes the next bytes of the token.
    pub fn push(&mut self, bytes: &[u8]) {
        let more = bytes.len().min(Self::KEPT - self.kept);
        self.head[self.kept..self.kept + more].copy_from_slice(&bytes[..more]);
        self.kept += more;
        self.length += bytes.len() as u64;
    }

    fn head(&self) -> &[u8] {
        &self.head[..self.kept]
    }

    /// The whole token, `None` if only its beginning was kept.
    #[must_use]
    pub fn whole(&self) -> Option<&[u8]> {
        (self.length == self.kept as u64).then_some(self.head())
    }

    /// The token without quotes, escaped; three dots follow a long one's beginning.
    #[must_use]
    pub fn unquoted(&self) -> String {
        let dots = if self.whole().is_some() { "" } else { "..." };
        format!("{}{dots}", Escaped(self.head()))
    }

    /// Bytes in the token.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }
}

impl Default for Excerpt {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for Excerpt {
    /// The token in quotes, escaped; a long one is cut and its length given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.whole().is_some() {
            write!(f, "'{}'", Escaped(self.head()))
        } else {
            write!(f, "'{}...' ({} bytes)", Escaped(self.head()), self.length)
        }
    }
}

/// Bytes printed as ASCII: a quote, a backslash and everything that is not printable is escaped.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a [u8]);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &byte in self.0 {
            match byte {
                b'\n' => f.write_str("\\n")?,
                b'\r' => f.write_str("\\r")?,
                b'\t' => f.write_str("\\t")?,
                b'\\' | b'\'' => write!(f, "\\{}", char::from(byte))?,
                b' '..=b'~' => write!(f, "{}", char::from(byte))?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        Ok(())
    }
}

/// `text` on one line: characters that steer are escaped, for a file's name and what a program says
/// may hold anything.
#[must_use]
pub fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> String {
        let mut excerpt = Excerpt::new();
        excerpt.push(bytes);
        excerpt.to_string()
    }

    #[test]
    fn every_byte_prints_as_printable_ascii() {
        for byte in 0..=u8::MAX {
            assert!(Escaped(&[byte]).to_string().bytes().all(|b| (b' '..=b'~').contains(&b)));
        }
        assert_eq!(shown(b"4\0\x1b[2J\xff\\'\r"), r"'4\x00\x1b[2J\xff\\\'\r'");
    }

    #[test]
    fn what_steers_is_escaped_and_the_rest_is_not() {
        assert_eq!(
            on_one_line("a\u{202e}b\u{2066}\u{200f}\u{2028}\x1b[2J\u{9b}\n"),
            r"a\u{202e}b\u{2066}\u{200f}\u{2028}\u{1b}[2J\u{9b}\n"
        );
        assert_eq!(on_one_line("n = 이동 √2 “x”"), "n = 이동 √2 “x”");
    }

    #[test]
    fn long_tokens_are_cut() {
        assert_eq!(shown(&[b'7'; 40]), format!("'{}'", "7".repeat(40)));
        assert_eq!(shown(&[b'7'; 41]), format!("'{}...' (41 bytes)", "7".repeat(40)));
    }
}
