//! Tracked accounts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Waiting;
use super::cadence::AccountCadence;
use super::identity::NewHandleOwner;

/// Selects the group whose accounts are listed.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountScope {
    /// Admins: a group, or all groups when absent. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
}

/// An account to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddAccount {
    /// The handle on the platform; a leading @ or the profile URL is accepted too.
    #[schema(example = "natgeo", max_length = 300)]
    pub username: String,
    /// Required for admins when there are several groups. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
}

/// An Instagram account that a group tracks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramAccount {
    /// ID of the account within its group; two groups that track the same account have different IDs.
    pub id: i64,
    /// The current handle, lower case, without @.
    pub username: String,
    /// The account's former handles, latest last.
    #[schema(example = json!(["natgeomag"]))]
    pub former_usernames: Vec<String>,
    /// The account that now owns the handle, if it is a different one; nothing is read until an admin decides. Also
    /// null while the new owner is unknown.
    pub new_owner: Option<NewHandleOwner>,
    /// Posts collected.
    pub post_count: i64,
    /// Collected posts whose views are known.
    pub viewed: i64,
    /// Posts that the profile counts but the list did not contain in the last full crawl; null before the first full
    /// crawl.
    #[schema(example = 0)]
    pub gap: Option<i64>,
    /// Views gained by the account's posts today and on the six preceding days (UTC); null until there are measurements
    /// for that period.
    pub gained_views_7_days: Option<i64>,
    /// The last successful scrape; absent before the first.
    pub last_scraped: Option<DateTime<Utc>>,
    /// The name of the group that tracks the account.
    pub group: String,
    /// The ID of the group that tracks the account.
    pub group_id: i64,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub status: String,
    /// Human-readable status, with what can be done about it.
    pub status_text: String,
    /// When the account is due; in the past while it is queued, now before the first scrape, not before its platform's
    /// cooldown ends, absent while nothing is scheduled: `cadence` gives the reason.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why the account is not read although it is due; absent while nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// How often the account is scraped.
    pub cadence: AccountCadence,
    /// On a cluster: the tool that manages the resource, such as `kubectl`, so that it cannot be changed here; null when it can.
    #[schema(example = "argocd-controller")]
    pub managed_by: Option<String>,
}

/// The Instagram accounts in scope.
#[derive(Serialize, ToSchema)]
pub struct InstagramAccounts {
    /// In alphabetical order.
    pub accounts: Vec<InstagramAccount>,
}

/// A TikTok account that a group tracks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TiktokAccount {
    /// ID of the account within its group; two groups that track the same account have different IDs.
    pub id: i64,
    /// The current handle, lower case, without @.
    pub username: String,
    /// The account's former handles, latest last.
    #[schema(example = json!(["natgeomag"]))]
    pub former_usernames: Vec<String>,
    /// The account that now owns the handle, if it is a different one; nothing is read until an admin decides. Also
    /// null while the new owner is unknown.
    pub new_owner: Option<NewHandleOwner>,
    /// Videos collected.
    pub video_count: i64,
    /// Collected videos whose views are known.
    pub viewed: i64,
    /// Videos that the profile counts but the list did not contain in the last full crawl; null before the first full
    /// crawl.
    #[schema(example = 0)]
    pub gap: Option<i64>,
    /// Views gained by the account's videos today and on the six preceding days (UTC); null until there are
    /// measurements for that period.
    pub gained_views_7_days: Option<i64>,
    /// The last successful scrape; absent before the first.
    pub last_scraped: Option<DateTime<Utc>>,
    /// The name of the group that tracks the account.
    pub group: String,
    /// The ID of the group that tracks the account.
    pub group_id: i64,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub status: String,
    /// Human-readable status, with what can be done about it.
    pub status_text: String,
    /// When the account is due; in the past while it is queued, now before the first scrape, not before its platform's
    /// cooldown ends, absent while nothing is scheduled: `cadence` gives the reason.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why the account is not read although it is due; absent while nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// How often the account is scraped.
    pub cadence: AccountCadence,
    /// On a cluster: the tool that manages the resource, such as `kubectl`, so that it cannot be changed here; null when it can.
    #[schema(example = "argocd-controller")]
    pub managed_by: Option<String>,
}

/// The TikTok accounts in scope.
#[derive(Serialize, ToSchema)]
pub struct TiktokAccounts {
    /// In alphabetical order.
    pub accounts: Vec<TiktokAccount>,
}
