//! What is kept of a long text: its beginning, where a compiler tells of its first error, and its
//! end, where a program says why it failed.

/// The beginning and the end of what is said, as it comes in.
pub(super) struct Ends {
    /// How much of each end is kept at least, in bytes.
    bytes: usize,
    head: Vec<u8>,
    tail: Vec<u8>,
    /// Whether something between the two was left out.
    cut: bool,
}

impl Ends {
    /// Nothing said so far.
    pub(super) const fn new(bytes: usize) -> Self {
        Self { bytes, head: Vec::new(), tail: Vec::new(), cut: false }
    }

    /// Both ends of a text that is there.
    pub(super) fn of(text: &[u8], bytes: usize) -> Vec<u8> {
        let mut ends = Self::new(bytes);
        ends.take(text);
        ends.joined()
    }

    /// Takes in what is said next.
    pub(super) fn take(&mut self, said: &[u8]) {
        let room = self.bytes.saturating_sub(self.head.len()).min(said.len());
        let (first, rest) = said.split_at(room);
        self.head.extend_from_slice(first);
        self.tail.extend_from_slice(rest);
        if self.tail.len() > 2 * self.bytes {
            self.tail.drain(..self.tail.len() - self.bytes);
            self.cut = true;
        }
    }

    /// Both ends, in whole lines with a line of dots between if something was left out.
    pub(super) fn joined(self) -> Vec<u8> {
        let Self { mut head, mut tail, cut, .. } = self;
        if cut {
            if let Some(end) = head.iter().rposition(|&byte| byte == b'\n') {
                head.truncate(end);
            }
            if let Some(end) = tail.iter().position(|&byte| byte == b'\n') {
                tail.drain(..=end);
            }
            head.extend_from_slice(b"\n...\n");
        }
        head.append(&mut tail);
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(lines: std::ops::Range<u32>, chunk: usize) -> String {
        let said: String = lines.map(|line| format!("line {line}\n")).collect();
        let mut ends = Ends::new(64);
        said.as_bytes().chunks(chunk).for_each(|bytes| ends.take(bytes));
        String::from_utf8(ends.joined()).unwrap()
    }

    #[test]
    fn short_texts_are_kept_whole() {
        let whole: String = (0..20).map(|line| format!("line {line}\n")).collect();
        for chunk in [1, 7, 1000] {
            assert_eq!(ends(0..20, chunk), whole);
        }
    }

    #[test]
    fn long_texts_keep_their_first_and_last_lines() {
        for chunk in [1, 7, 64, 100_000] {
            let kept = ends(0..10_000, chunk);
            assert!(kept.starts_with("line 0\nline 1\n"), "{kept}");
            assert!(kept.ends_with("line 9998\nline 9999\n"), "{kept}");
            assert!(kept.contains("\n...\nline 99"), "{kept}");
            assert!(kept.len() < 300, "{kept}");
            assert!(kept.lines().all(|line| line == "..." || line.starts_with("line ")), "{kept}");
        }
    }
}
