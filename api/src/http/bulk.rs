//! Lists of accounts or videos in one call.

use serde::Serialize;
use utoipa::ToSchema;

use super::error::Problem;

/// Maximum number of accounts per call: enough for the largest lists in practice, and processed within a second or two.
pub(crate) const MAX_BULK: usize = 10_000;

/// The result for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryStatus {
    /// The account is tracked now.
    Added,
    /// Already tracked, or a duplicate of an earlier entry.
    Duplicate,
    /// Invalid; `error` gives the reason.
    Invalid,
    /// The group has reached its limit.
    OverLimit,
}

/// Room for a list of 10,000 accounts, each given by its profile URL.
pub(crate) const BULK_BODY_LIMIT: usize = 4 * 1024 * 1024;

/// Rejects a list that is empty or exceeds the maximum per call.
pub(crate) fn check_size(size: usize, field: &str) -> Result<(), Problem> {
    match size {
        0 => Err(Problem::invalid(format!("{field} is empty: name at least one"))),
        1..=MAX_BULK => Ok(()),
        _ => Err(Problem::invalid(format!(
            "{field} has {size} entries: send at most {MAX_BULK} at once"
        ))),
    }
}

/// Returns "1 duplicate", "2 duplicates".
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
