//! A state as a test of the plan.

use super::Reached;
use std::fmt::Write as _;

/// The `[[test]]` of the plan that holds a state. `witness` is the file of its proof, by path from
/// the problem folder, if it is to be named.
#[must_use]
pub fn entry(name: &str, reason: &str, reached: &Reached, witness: Option<&str>) -> String {
    let mut text = format!("[[test]]\nname = {}\nreason = {}\n", quoted(name), quoted(reason));
    let _ = write!(text, "state = \"\"\"\n{}\"\"\"\n", reached.state());
    if let Some(path) = witness {
        let _ = writeln!(text, "witness = {}", quoted(path));
    }
    text
}

/// A TOML basic string: what needs it is escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
