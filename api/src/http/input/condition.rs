//! Conditions of a change.

use std::fmt::Display;

use http::HeaderMap;
use http::header::IF_MATCH;

/// Returns whether `If-Match` is absent or names this state. Proxies that compress weaken a tag (`W/`), which does not
/// matter here: the tag identifies the state and not the bytes of a response.
pub(crate) fn is_expected(headers: &HeaderMap, tag: &impl Display) -> bool {
    let tag = format!("\"{tag}\"");
    let mut conditions = headers.get_all(IF_MATCH).iter().peekable();
    conditions.peek().is_none()
        || conditions
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
}
