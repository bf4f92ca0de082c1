//! Reading a text byte by byte, with the place of the first fault.

use super::{Fault, Rule, place};

/// A text and how far it is read.
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

/// A number of the text.
pub(super) struct Number<'a> {
    start: usize,
    digits: &'a [u8],
    /// `None` if it does not fit 64 bits.
    pub(super) value: Option<u64>,
}

impl Number<'_> {
    /// The number for a message: in full unless it is very long.
    pub(super) fn shown(&self) -> String {
        if self.digits.len() <= 40 {
            self.digits.escape_ascii().to_string()
        } else {
            format!("a number of {} or more digits", self.digits.len())
        }
    }
}

impl<'a> Cursor<'a> {
    /// At the beginning of the text.
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// A fault at the byte `start`, whose place is found by reading the text up to it.
    pub(super) fn fault(
        &self,
        rule: Rule,
        start: usize,
        width: usize,
        message: impl Into<String>,
    ) -> Fault {
        let (line, column) = place(self.text, start);
        Fault { rule, line, column, width, message: message.into() }
    }

    /// A fault of this number.
    pub(super) fn fault_of(&self, rule: Rule, number: &Number<'_>, message: String) -> Fault {
        self.fault(rule, number.start, number.digits.len(), message)
    }

    /// The fault of the byte that stands where `expected` should.
    fn unexpected(&self, expected: &str) -> Fault {
        let Some(&byte) = self.text.get(self.at) else {
            let message = format!("the file ends, expected {expected}");
            return self.fault(Rule::End, self.at, 1, message);
        };
        let (rule, found) = match byte {
            b' ' => (Rule::Space, "a space".to_owned()),
            b'\n' => (Rule::Newline, "the end of the line".to_owned()),
            b'\r' => (Rule::CarriageReturn, "a carriage return".to_owned()),
            b'+' | b'-' => (Rule::Sign, format!("the sign `{}`", char::from(byte))),
            b'0'..=b'9' => (Rule::Character, "a digit".to_owned()),
            b'!'..=b'~' => (Rule::Character, format!("`{}`", char::from(byte))),
            _ => (Rule::Character, format!("the byte 0x{byte:02x}")),
        };
        self.fault(rule, self.at, 1, format!("found {found}, expected {expected}"))
    }

    pub(super) fn number(&mut self, name: &str) -> Result<Number<'a>, Fault> {
        let start = self.at;
        let length = self.text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return Err(self.unexpected(name));
        }
        let digits = &self.text[start..start + length];
        if length > 1 && digits[0] == b'0' {
            return Err(self.fault(
                Rule::LeadingZero,
                start,
                length,
                format!("{name} has a leading zero"),
            ));
        }
        self.at += length;
        let value = digits.iter().try_fold(0u64, |value, digit| {
            value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        Ok(Number { start, digits, value })
    }

    /// The space between two numbers of a row of which `read` of `wanted` are read.
    pub(super) fn space(&mut self, row: &str, read: usize, wanted: usize) -> Result<(), Fault> {
        match self.text.get(self.at) {
            Some(b' ') => {
                self.at += 1;
                Ok(())
            }
            Some(b'\n') => {
                let message = format!("{row} has {read} numbers, expected {wanted}");
                Err(self.fault(Rule::RowLength, self.at, 1, message))
            }
            _ => Err(self.unexpected("a space")),
        }
    }

    /// The LF after a line of `wanted` numbers.
    pub(super) fn line_end(&mut self, line: &str, wanted: usize) -> Result<(), Fault> {
        match self.text.get(self.at) {
            Some(b'\n') => {
                self.at += 1;
                Ok(())
            }
            Some(b' ') if self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) => {
                let plural = if wanted == 1 { "" } else { "s" };
                let message = format!("{line} has more than {wanted} number{plural}");
                Err(self.fault(Rule::RowLength, self.at + 1, 1, message))
            }
            None => {
                let message = "the last line does not end with a line feed";
                Err(self.fault(Rule::Newline, self.at, 1, message))
            }
            Some(_) => Err(self.unexpected("the end of the line")),
        }
    }

    /// The end of the text.
    pub(super) fn end(&self, otherwise: &str) -> Result<(), Fault> {
        if self.at < self.text.len() {
            return Err(self.fault(Rule::Extra, self.at, 1, otherwise));
        }
        Ok(())
    }
}
