//! Bulk adding and deleting of accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum number of accounts per call: enough for the largest lists in practice, and processed within a second or two.
pub const MAX_BULK: usize = 10_000;

/// One of the accounts to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountEntry {
    /// The handle on the platform; a leading @ or the profile URL is accepted too.
    #[schema(example = "natgeo")]
    pub username: String,
}

/// Accounts to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"accounts": [{"username": "natgeo"}, {"username": "@nasa"}]}))]
pub struct AddAccounts {
    /// At least one, at most 10,000.
    #[schema(min_items = 1, max_items = 10_000)]
    pub accounts: Vec<AccountEntry>,
    /// Required for admins when there are several groups. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
}

/// The result for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// The account is tracked now.
    Added,
    /// Already tracked, or a duplicate of an earlier entry.
    Duplicate,
    /// Invalid; `error` gives the reason.
    Invalid,
    /// The group has reached its limit.
    OverLimit,
}

/// The result for one of the accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedAccount<A> {
    /// The handle as tracked, lower case and without @; for an invalid entry, the input.
    #[schema(example = "natgeo")]
    pub username: String,
    /// The result for the entry.
    pub status: EntryStatus,
    /// Human-readable reason why the entry was not added; absent when it was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The account; absent when it was not added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<A>,
}

/// The results for all entries.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedAccounts<A> {
    /// Human-readable text.
    #[schema(example = "2 accounts added, 1 duplicate")]
    pub message: String,
    /// Number of entries that were added.
    pub added_count: usize,
    /// One per entry, in the order of the entries.
    pub results: Vec<AddedAccount<A>>,
}

/// Accounts to stop tracking.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"account_ids": [1, 2, 3]}))]
pub struct DeleteAccounts {
    /// At least one, at most 10,000.
    #[schema(min_items = 1, max_items = 10_000)]
    pub account_ids: Vec<i64>,
}

/// The accounts that are no longer tracked.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeletedAccounts {
    /// Human-readable text.
    #[schema(example = "2 accounts deleted, 1 not found")]
    pub message: String,
    /// Number of accounts that were deleted.
    pub deleted_count: usize,
    /// IDs that match no account in scope, in the order in which they were sent.
    pub not_found: Vec<i64>,
}
