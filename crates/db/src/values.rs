//! Values from the platforms as they are stored: implausible ones are dropped or truncated.

use clipmeter_domain::item;

/// Returns a text without NUL, which Postgres rejects; `None` if it is empty.
pub(crate) fn text(text: &str) -> Option<String> {
    let text = text.replace('\0', "");
    (!text.is_empty()).then_some(text)
}

/// Maximum length of a stored display name; the platforms allow 64 characters.
const MAX_DISPLAY_NAME: usize = 200;

/// Returns the display name, truncated.
pub(crate) fn display_name(name: &str) -> Option<String> {
    text(item::beginning(name, MAX_DISPLAY_NAME))
}

/// Largest accepted count: 10,000 times the views of the most viewed video, and low enough that a bigint can
/// hold the sum of thousands of items at this value.
const MAX_COUNT: i64 = 1_000_000_000_000_000;

/// Returns a plausible count. Platforms hide a count by a negative number; negative and impossible counts
/// become unknown.
pub(crate) fn count(count: Option<i64>) -> Option<i64> {
    count.filter(|count| (0..=MAX_COUNT).contains(count))
}
