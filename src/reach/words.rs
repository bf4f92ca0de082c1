//! Words for numbers in reasons and reports.

/// `count` things, in the singular if it is one.
pub(crate) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
