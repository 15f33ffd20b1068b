//! Numbers in the platforms' formats.

/// Numbers with a fraction or an exponent are read as floating point, which is exact up to this value.
const EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

/// Parses `123`, `-1`, `123.0` and `1.2e3`; `None` for a fraction, a number that does not fit, or a text that is
/// not a number.
pub(crate) fn whole_number(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    // The float parser also accepts words like "inf", and digits that overflow need no second attempt.
    if !text.contains(['.', 'e', 'E']) || !text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be an integer in the exact range"
    )]
    (number.fract() == 0.0 && number.abs() <= EXACT_FLOAT).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_number_is_parsed_in_every_notation() {
        for (text, number) in [
            ("12", 12),
            (" 7 ", 7),
            ("-1", -1),
            ("12.0", 12),
            ("1.5e3", 1500),
            ("1e2", 100),
            ("+5", 5),
        ] {
            assert_eq!(whole_number(text), Some(number), "{text}");
        }
    }

    #[test]
    fn whole_number_is_none_for_other_text() {
        for text in [
            "",
            "1.5",
            "abc",
            "1e400",
            "99999999999999999999",
            "inf",
            "NaN",
            "1K",
            "12 34",
            "e",
        ] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }
}
