//! Tracked accounts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Waiting;
use super::cadence::AccountCadence;
use super::identity::NewHandleOwner;

/// Which group's accounts are meant.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountScope {
    /// Admins: a group, or all groups when absent. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
}

/// An account to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddAccount {
    /// The name on the platform; a leading @ or the address of the profile is understood too.
    #[schema(example = "natgeo", max_length = 300)]
    pub username: String,
    /// Required for admins when there are several groups. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
}

/// An Instagram account that a group tracks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramAccount {
    /// Names the account within its group; two groups that track one account have one id each.
    pub id: i64,
    /// The name in use now, lower case, without @.
    pub username: String,
    /// The names that it had before, the latest last.
    #[schema(example = json!(["natgeomag"]))]
    pub former_usernames: Vec<String>,
    /// Who has the name now, if that is somebody else; nothing is read until an admin decides. Null as well while it is not known
    /// who that is.
    pub new_owner: Option<NewHandleOwner>,
    /// Posts collected.
    pub post_count: i64,
    /// Those of them whose views are known.
    pub viewed: i64,
    /// Posts that its profile counts and that the platform's list did not show when it was last read to the end; null before
    /// that was done.
    #[schema(example = 0)]
    pub gap: Option<i64>,
    /// Views that its posts gained today and on the six days (UTC) before; null while it has not been read for as long.
    pub gained_views_7_days: Option<i64>,
    /// The last successful scrape; absent before the first.
    pub last_scraped: Option<DateTime<Utc>>,
    /// The name of the group that tracks it.
    pub group: String,
    /// The id of the group that tracks it.
    pub group_id: i64,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub status: String,
    /// The status for people, with what can be done about it.
    pub status_text: String,
    /// When the account is due; in the past while it waits in the queue, now before the first scrape, not before its platform has
    /// rested, absent while nobody asks for it: `pace` says why.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why it is not read although it is due; absent while nothing holds it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// How often it is scraped.
    pub cadence: AccountCadence,
    /// On a cluster: the program that says that it is tracked, such as `kubectl`, so that it is not changed here; null when it may be.
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
    /// Names the account within its group; two groups that track one account have one id each.
    pub id: i64,
    /// The name in use now, lower case, without @.
    pub username: String,
    /// The names that it had before, the latest last.
    #[schema(example = json!(["natgeomag"]))]
    pub former_usernames: Vec<String>,
    /// Who has the name now, if that is somebody else; nothing is read until an admin decides. Null as well while it is not known
    /// who that is.
    pub new_owner: Option<NewHandleOwner>,
    /// Videos collected.
    pub video_count: i64,
    /// Those of them whose views are known.
    pub viewed: i64,
    /// Videos that its profile counts and that the platform's list did not show when it was last read to the end; null before
    /// that was done.
    #[schema(example = 0)]
    pub gap: Option<i64>,
    /// Views that its videos gained today and on the six days (UTC) before; null while it has not been read for as long.
    pub gained_views_7_days: Option<i64>,
    /// The last successful scrape; absent before the first.
    pub last_scraped: Option<DateTime<Utc>>,
    /// The name of the group that tracks it.
    pub group: String,
    /// The id of the group that tracks it.
    pub group_id: i64,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub status: String,
    /// The status for people, with what can be done about it.
    pub status_text: String,
    /// When the account is due; in the past while it waits in the queue, now before the first scrape, not before its platform has
    /// rested, absent while nobody asks for it: `pace` says why.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why it is not read although it is due; absent while nothing holds it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// How often it is scraped.
    pub cadence: AccountCadence,
    /// On a cluster: the program that says that it is tracked, such as `kubectl`, so that it is not changed here; null when it may be.
    #[schema(example = "argocd-controller")]
    pub managed_by: Option<String>,
}

/// The TikTok accounts in scope.
#[derive(Serialize, ToSchema)]
pub struct TiktokAccounts {
    /// In alphabetical order.
    pub accounts: Vec<TiktokAccount>,
}
