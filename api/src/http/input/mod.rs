//! Inputs whose refusals are in the API's own error shape.

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

/// axum puts this before serde's text, which says all that a caller can use.
fn without_preamble(text: &str) -> &str {
    text.strip_prefix("Failed to deserialize ")
        .and_then(|rest| rest.split_once(": "))
        .map_or(text, |(_, reason)| reason)
}
