//! Names and descriptions of client groups, and how long their data is kept after a deletion. Lengths are in characters.

/// Longest name that fits a heading.
pub const MAX_NAME_LENGTH: usize = 100;

/// Longest description: a paragraph.
pub const MAX_DESCRIPTION_LENGTH: usize = 1000;

/// How long the data of a deleted group can be restored unless the group sets another time: a week, in seconds.
pub const DEFAULT_PURGE_AFTER: i64 = 7 * 24 * 60 * 60;

/// Returns the time as resources spell it, such as `72h`; `None` for the default.
#[must_use]
pub fn purge_after(seconds: i64) -> Option<String> {
    const HOUR: i64 = 60 * 60;
    match seconds {
        DEFAULT_PURGE_AFTER => None,
        seconds if seconds % HOUR == 0 => Some(format!("{}h", seconds / HOUR)),
        seconds => Some(format!("{}m{}s", seconds / 60, seconds % 60)),
    }
}

/// Why a text cannot be a group's name or description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// The text is blank but required.
    #[error("{0} is required")]
    Missing(&'static str),
    /// The text is longer than this many characters.
    #[error("{0} may have at most {1} characters")]
    TooLong(&'static str, usize),
    /// The text contains NUL, which cannot be stored.
    #[error("{0} must be text, without NUL characters")]
    Nul(&'static str),
}

/// Validates a name and returns it without surrounding blanks.
pub fn name(text: &str) -> Result<&str, BadText> {
    match checked("name", text, MAX_NAME_LENGTH)? {
        "" => Err(BadText::Missing("name")),
        name => Ok(name),
    }
}

/// Validates a description and returns it without surrounding blanks.
pub fn description(text: &str) -> Result<&str, BadText> {
    checked("description", text, MAX_DESCRIPTION_LENGTH)
}

fn checked<'a>(field: &'static str, text: &'a str, longest: usize) -> Result<&'a str, BadText> {
    let text = text.trim();
    if text.chars().count() > longest {
        return Err(BadText::TooLong(field, longest));
    }
    if text.contains('\0') {
        return Err(BadText::Nul(field));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purge_after_is_a_duration_unless_it_is_the_default() {
        for (seconds, text) in [
            (0, Some("0h")),
            (90 * 60, Some("90m0s")),
            (61, Some("1m1s")),
            (72 * 3600, Some("72h")),
            (168 * 3600, None),
        ] {
            assert_eq!(purge_after(seconds).as_deref(), text);
        }
    }

    #[test]
    fn group_texts_are_trimmed_and_limited_in_length() {
        assert_eq!(name(" Acme\n"), Ok("Acme"));
        assert_eq!(description(" \t"), Ok(""));
        assert_eq!(name(&"é".repeat(100)).map(str::len), Ok(200));
        for (text, refusal) in [
            (" ", "name is required"),
            (&"é".repeat(101), "name may have at most 100 characters"),
            ("a\0b", "name must be text, without NUL characters"),
        ] {
            assert_eq!(name(text).unwrap_err().to_string(), refusal);
        }
        assert_eq!(
            description(&"x".repeat(1001)).unwrap_err().to_string(),
            "description may have at most 1000 characters"
        );
    }
}
