//! Validation of fields, and the difference between null and an omitted field: in a change, null resets the value, and
//! an omitted field leaves it unchanged; in a new resource, null is the same as omitted.

use chrono::{DateTime, Datelike as _, Utc};
use serde::{Deserialize, Deserializer};

use crate::http::error::Problem;

/// For `#[serde(default, deserialize_with = …)]`: None is omitted, `Some(None)` is null.
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) fn present<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

/// Deserializes a field that may be omitted or null, with the same meaning: `#[serde(default, deserialize_with = …)]`.
pub(crate) fn null_as_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// The last year that RFC 3339 can express; the database supports fewer years than chrono.
const LAST_YEAR: i32 = 9999;

/// A time in the range that the database supports.
pub(crate) fn time(field: &str, time: Option<DateTime<Utc>>) -> Result<Option<DateTime<Utc>>, Problem> {
    if time.is_some_and(|time| !(0..=LAST_YEAR).contains(&time.year())) {
        return Err(Problem::invalid(format!(
            "{field} must be in the years 0000 to {LAST_YEAR}"
        )));
    }
    Ok(time)
}

/// Returns a field's text without surrounding whitespace, of limited length and without control characters: the
/// database does not accept a NUL, and a line feed would break a log or a table.
pub(crate) fn line<'a>(field: &str, text: &'a str, longest: usize) -> Result<&'a str, Problem> {
    let text = text.trim();
    if text.chars().count() > longest {
        return Err(Problem::invalid(format!(
            "{field} may have at most {longest} characters"
        )));
    }
    if text.chars().any(char::is_control) {
        return Err(Problem::invalid(format!(
            "{field} must be a single line without control characters"
        )));
    }
    Ok(text)
}

/// Returns a search text without surrounding spaces; None if it is empty. Postgres stores no NUL, so a text with one cannot match.
pub(crate) fn searched(
    name: &'static str,
    text: Option<String>,
    most: usize,
) -> Result<Option<String>, Problem> {
    let text = text.unwrap_or_default();
    let text = text.trim();
    if text.chars().count() > most || text.contains('\0') {
        return Err(Problem::invalid(format!(
            "{name} must be a text of at most {most} characters"
        )));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_line_is_trimmed_and_length_and_characters_checked() {
        assert_eq!(line("name", "  Ann Ö ", 5).unwrap(), "Ann Ö");
        for bad in ["Ann Öx", "a\nb", "a\0b", "a\u{7f}"] {
            assert!(line("name", bad, 5).is_err(), "{bad:?}");
        }
    }
}
