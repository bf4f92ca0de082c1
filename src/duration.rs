//! Durations on the command line and in the plan: `500ms`, `10s`, `2m`.

use std::time::Duration;

/// Reads a whole number with the unit `ms`, `s` or `m`.
///
/// # Errors
/// Says what is expected.
pub fn parse(text: &str) -> Result<Duration, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        _ => 0,
    };
    match number.parse::<u64>().ok().and_then(|number| number.checked_mul(scale)) {
        Some(millis) if scale > 0 => Ok(Duration::from_millis(millis)),
        _ => Err("expected a whole number with a unit, as in `500ms`, `10s` or `2m`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_needed() {
        assert_eq!(parse("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse("0s"), Ok(Duration::ZERO));
        assert_eq!(parse("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "10", "s", "1.5s", "-1s", "10h", "10 s", "99999999999999999999s"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
