//! Extractors whose rejections use the API's own error format, and the validation of fields.

mod field;
mod ids;
mod json;
mod parameters;

pub(crate) use self::field::{line, null_as_default, present, searched, time};
pub(crate) use self::ids::{MAX_IDS, ids};
pub(crate) use self::json::{Json, JsonOrDefault, SecretJson};
pub(crate) use self::parameters::{PathId, Query, SplitQuery, is_expected};

/// The prefix that axum adds to serde's message, which is all a caller needs.
pub(crate) fn without_preamble(text: &str) -> &str {
    text.strip_prefix("Failed to deserialize ")
        .and_then(|rest| rest.split_once(": "))
        .map_or(text, |(_, reason)| reason)
}
