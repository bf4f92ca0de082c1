//! What the judging programs that setters know say of an output, each by its own rules.
//!
//! Nobody's verdict depends on this: it serves to say where judges would differ. The rules were
//! read from the sources of the judges and tested by running them: Kattis' and DOMjudge's default
//! validators, the one of BAPCtools (with and without its strict flags), and the testlib checkers
//! wcmp, ncmp, icmp or hcmp, and lcmp. Limits that lie outside the comparison (an output limit, a
//! contestant's file that is cut) are not part of it.

use super::words::{Blanks, Word, Words};

/// A judging program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judge {
    /// Kattis: the default validator of problemtools.
    Kattis,
    /// DOMjudge's default compare program.
    Domjudge,
    /// The default validator of BAPCtools.
    Bt,
    /// The same with `case_sensitive space_change_sensitive`, as it reads answer files.
    BtStrict,
    /// testlib's wcmp: sequences of words.
    Wcmp,
    /// testlib's ncmp: sequences of signed 64-bit integers.
    Ncmp,
    /// testlib's hcmp, one integer of any size; icmp is the same as long as 32 bits hold it.
    Hcmp,
    /// testlib's lcmp: lines, each a sequence of words.
    Lcmp,
}

/// What a judge says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The output is right: AC, testlib's OK.
    Accept,
    /// A wrong answer: WA.
    Wrong,
    /// testlib's wrong output format: PE. It is as wrong as a wrong answer.
    Format,
}

impl Judge {
    /// Every judge.
    pub const ALL: [Self; 8] = [
        Self::Kattis,
        Self::Domjudge,
        Self::Bt,
        Self::BtStrict,
        Self::Wcmp,
        Self::Ncmp,
        Self::Hcmp,
        Self::Lcmp,
    ];

    /// The name that setters know it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kattis => "Kattis",
            Self::Domjudge => "DOMjudge",
            Self::Bt => "bt",
            Self::BtStrict => "bt strict",
            Self::Wcmp => "wcmp",
            Self::Ncmp => "ncmp",
            Self::Hcmp => "icmp/hcmp",
            Self::Lcmp => "lcmp",
        }
    }

    /// The judge's own word for a ruling.
    #[must_use]
    pub const fn word(self, ruling: Ruling) -> &'static str {
        match (ruling, self) {
            (Ruling::Accept, Self::Kattis | Self::Domjudge | Self::Bt | Self::BtStrict) => "AC",
            (Ruling::Accept, Self::Wcmp | Self::Ncmp | Self::Hcmp | Self::Lcmp) => "OK",
            (Ruling::Wrong, _) => "WA",
            (Ruling::Format, _) => "PE",
        }
    }
}

/// testlib refuses a longer token, in bytes.
pub const TESTLIB_TOKEN_LIMIT: u64 = 32 << 20;

/// testlib refuses a larger file, in bytes.
pub const TESTLIB_FILE_LIMIT: u64 = 128 << 20;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// All judges reading one output at once, in bounded memory.
///
/// The answer is a number's digits; the judge's file holds them and one LF.
#[derive(Debug)]
pub struct Panel<'a> {
    answer: &'a [u8],
    /// Words by the package format's text.
    plain: Words<'a>,
    /// Words by testlib, a byte order mark skipped.
    testlib: Words<'a>,
    lines: Lines<'a>,
    /// The output's beginning, until it is known whether that is a byte order mark.
    head: Vec<u8>,
    head_known: bool,
    bom: bool,
    bytes: u64,
    /// Whether the output so far is a beginning of the answer file.
    exact: bool,
}

impl<'a> Panel<'a> {
    /// Judges who know that the answer is `answer`.
    #[must_use]
    pub const fn new(answer: &'a [u8]) -> Self {
        Self {
            answer,
            plain: Words::new(answer, Blanks::Six),
            testlib: Words::new(answer, Blanks::Four),
            lines: Lines::new(answer),
            head: Vec::new(),
            head_known: false,
            bom: false,
            bytes: 0,
            exact: true,
        }
    }

    /// Reads on.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.plain.feed(bytes);
        self.compare_exactly(bytes);
        let mut rest = bytes;
        if !self.head_known {
            let (head, after) = rest.split_at(rest.len().min(BOM.len() - self.head.len()));
            self.head.extend_from_slice(head);
            rest = after;
            if self.head.len() == BOM.len() {
                self.leave_head();
            }
        }
        self.testlib.feed(rest);
        self.lines.feed(rest);
    }

    /// The output has ended.
    pub fn finish(&mut self) {
        if !self.head_known {
            self.leave_head();
        }
        self.plain.finish();
        self.testlib.finish();
        self.lines.finish();
    }

    /// Whether every judge rejects the output, whatever follows; which of them say WA and which
    /// PE may still change.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.plain.is_settled() && self.testlib.is_settled() && self.lines.is_settled()
    }

    /// Bytes read.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The words by the package format's text.
    #[must_use]
    pub const fn words(&self) -> &Words<'a> {
        &self.plain
    }

    /// Whether the output begins with a byte order mark.
    #[must_use]
    pub const fn begins_with_bom(&self) -> bool {
        self.bom
    }

    /// What `judge` says of the output, after [`Panel::finish`].
    #[must_use]
    pub fn ruling(&self, judge: Judge) -> Ruling {
        let accept_if = |right| if right { Ruling::Accept } else { Ruling::Wrong };
        match judge {
            Judge::Kattis => accept_if(self.plain.only(Word::is_up_to_nul)),
            Judge::Domjudge | Judge::Bt => accept_if(self.plain.only(Word::is)),
            Judge::BtStrict => accept_if(self.exact && self.bytes == self.answer.len() as u64 + 1),
            Judge::Wcmp | Judge::Ncmp | Judge::Hcmp | Judge::Lcmp
                if self.bytes > TESTLIB_FILE_LIMIT =>
            {
                Ruling::Format
            }
            Judge::Wcmp => self.wcmp(),
            Judge::Ncmp => self.ncmp(),
            Judge::Hcmp => self.hcmp(),
            Judge::Lcmp => self.lines.ruling(),
        }
    }

    fn wcmp(&self) -> Ruling {
        match (&self.testlib.first, &self.testlib.second) {
            (Some(first), _) if first.excerpt.length() > TESTLIB_TOKEN_LIMIT => Ruling::Format,
            (Some(first), None) if first.is(self.answer) => Ruling::Accept,
            (None | Some(_), None | Some(_)) => Ruling::Wrong,
        }
    }

    /// ncmp reads all numbers before it complains of their count, but stops at a wrong one.
    fn ncmp(&self) -> Ruling {
        let Some(first) = &self.testlib.first else { return Ruling::Wrong };
        if first.as_i64().is_none() {
            return Ruling::Format;
        }
        if !first.is(self.answer) {
            return Ruling::Wrong;
        }
        let Some(second) = &self.testlib.second else { return Ruling::Accept };
        if second.as_i64().is_none() || self.testlib.later_is_no_i64 {
            return Ruling::Format;
        }
        Ruling::Wrong
    }

    fn hcmp(&self) -> Ruling {
        match (&self.testlib.first, &self.testlib.second) {
            (Some(first), _)
                if first.is_integer()
                    && first.excerpt.length() <= TESTLIB_TOKEN_LIMIT
                    && !first.is(self.answer) =>
            {
                Ruling::Wrong
            }
            (Some(first), None) if first.is(self.answer) => Ruling::Accept,
            (None | Some(_), None | Some(_)) => Ruling::Format,
        }
    }

    fn compare_exactly(&mut self, bytes: &[u8]) {
        let mut file =
            self.answer.iter().chain(b"\n").skip(usize::try_from(self.bytes).unwrap_or(usize::MAX));
        self.exact = self.exact && bytes.iter().all(|byte| file.next() == Some(byte));
        self.bytes += bytes.len() as u64;
    }

    fn leave_head(&mut self) {
        self.head_known = true;
        self.bom = self.head == BOM;
        if !self.bom {
            self.testlib.feed(&self.head);
            self.lines.feed(&self.head);
        }
    }
}

/// lcmp: the first line must hold the answer's words, and only blanks may follow it.
#[derive(Debug)]
struct Lines<'a> {
    first: Words<'a>,
    /// A CR was read and its fate hangs on the next byte.
    after_cr: bool,
    ended: bool,
    /// Something follows the first line.
    more: bool,
}

impl<'a> Lines<'a> {
    const fn new(answer: &'a [u8]) -> Self {
        let first = Words::new(answer, Blanks::Six);
        Self { first, after_cr: false, ended: false, more: false }
    }

    fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !self.ended {
            if self.after_cr {
                let Some((&byte, after)) = rest.split_first() else { return };
                // testlib drops a CR within a line and takes the next byte, whatever it is.
                self.after_cr = false;
                self.ended = byte == b'\n';
                self.first.feed(&[byte]);
                rest = after;
                continue;
            }
            let Some(at) = rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r')) else {
                self.first.feed(rest);
                return;
            };
            self.first.feed(&rest[..at]);
            self.after_cr = rest[at] == b'\r';
            self.ended = !self.after_cr;
            rest = &rest[at + 1..];
        }
        self.more = self.more || rest.iter().any(|&byte| !Blanks::Four.contains(byte));
    }

    fn finish(&mut self) {
        if self.after_cr {
            // A CR that ends the file is taken for the byte of testlib's end-of-file mark.
            self.first.feed(b"\xff");
        }
        self.first.finish();
    }

    fn is_settled(&self) -> bool {
        self.more || self.first.is_settled()
    }

    fn ruling(&self) -> Ruling {
        let right = self.first.only(Word::is);
        match (right, self.more) {
            (false, _) => Ruling::Wrong,
            (true, true) => Ruling::Format,
            (true, false) => Ruling::Accept,
        }
    }
}
