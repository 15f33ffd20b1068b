//! Extractors whose rejections use the API's own error format.

mod condition;
mod json;
mod object;
mod path_id;
mod query;
mod text;
mod time;

pub(super) use condition::is_expected;
pub(super) use json::{Json, JsonOrDefault, SecretJson};
pub(super) use path_id::PathId;
pub(super) use query::{Query, SplitQuery};
pub(super) use text::line;
pub(super) use time::time;

/// The prefix that axum adds to serde's message, which is all a caller needs.
fn without_preamble(text: &str) -> &str {
    text.strip_prefix("Failed to deserialize ")
        .and_then(|rest| rest.split_once(": "))
        .map_or(text, |(_, reason)| reason)
}
