//! Adding and deleting many accounts at once.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Most accounts that one call adds or deletes: the largest lists that people keep, and done within a second or two.
pub const MAX_BULK: usize = 10_000;

/// One of the accounts to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountEntry {
    /// The name on the platform; a leading @ or the address of the profile is understood too.
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
    /// Required for admins when there are several groups. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// It is tracked now.
    Added,
    /// It is tracked already, or stands further up in the list.
    Duplicate,
    /// It cannot be tracked; `error` says why.
    Invalid,
    /// The group tracks as many as it may.
    OverLimit,
}

/// What became of one of the accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedAccount<A> {
    /// The name as it is tracked, lower case and without @; of an invalid entry what was sent.
    #[schema(example = "natgeo")]
    pub username: String,
    /// What became of it.
    pub status: EntryStatus,
    /// Why it was not added, for people; absent when it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The account; absent when it was not added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<A>,
}

/// What became of all of them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedAccounts<A> {
    /// For people.
    #[schema(example = "2 accounts added, 1 duplicate")]
    pub message: String,
    /// How many were added.
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

/// Which accounts are no longer tracked.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeletedAccounts {
    /// For people.
    #[schema(example = "2 accounts deleted, 1 not found")]
    pub message: String,
    /// How many were deleted.
    pub deleted_count: usize,
    /// Ids that name no account in scope, in the order in which they were sent.
    pub not_found: Vec<i64>,
}
