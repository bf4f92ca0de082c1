//! What programs and compilers say is anybody's text: what of it must not be printed as it is.

/// Whether a character could steer a terminal, break a line, or hide itself or what stands beside
/// it: control characters, separators of lines, and those without a width, which include all that
/// turn the direction of writing.
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}
