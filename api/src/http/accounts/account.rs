//! A tracked account in responses.

use chrono::{DateTime, Utc};
use clipmeter_db::tracking::identity::NewOwner;
use serde::Serialize;
use utoipa::ToSchema;

use super::cadence::AccountCadence;
use crate::http::waiting::Waiting;

/// An Instagram account that a group tracks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramAccount {
    /// ID of the account within its group; two groups that track the same account have different IDs.
    pub(crate) id: i64,
    /// The current handle, lower case, without @.
    pub(crate) username: String,
    /// Path of its avatar, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// The account's former handles, latest last.
    #[schema(example = json!(["natgeomag"]))]
    pub(crate) former_usernames: Vec<String>,
    /// The account that now owns the handle, if it is a different one; nothing is read until an admin decides. Also
    /// null while the new owner is unknown.
    pub(crate) new_owner: Option<NewHandleOwner>,
    /// Posts collected.
    pub(crate) post_count: i64,
    /// Collected posts whose views are known.
    pub(crate) viewed: i64,
    /// Sum of these views.
    pub(crate) views: i64,
    /// Followers in the last profile that was read; null if unknown.
    pub(crate) followers: Option<i64>,
    /// Posts that the profile counts but the list did not contain in the last full crawl; null before the first full
    /// crawl.
    #[schema(example = 0)]
    pub(crate) gap: Option<i64>,
    /// Views gained by the account's posts on the last 7 complete days; null until there are measurements for that
    /// period.
    pub(crate) gained_views_7_days: Option<i64>,
    /// The last successful scrape; absent before the first.
    pub(crate) last_scraped: Option<DateTime<Utc>>,
    /// The name of the group that tracks the account.
    pub(crate) group: String,
    /// The ID of the group that tracks the account.
    pub(crate) group_id: i64,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub(crate) status: String,
    /// Human-readable status, with what can be done about it.
    pub(crate) status_text: String,
    /// When the account is due; in the past while it is queued, now before the first scrape, not before its platform's
    /// cooldown ends, absent while nothing is scheduled: `cadence` gives the reason.
    pub(crate) next_scrape: Option<DateTime<Utc>>,
    /// Why the account is due but cannot be scraped now; absent if nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waiting: Option<Waiting>,
    /// How often the account is scraped.
    pub(crate) cadence: AccountCadence,
    /// On Kubernetes: the tool that manages the resource, such as `kubectl`, so that it cannot be changed here; null if it can.
    #[schema(example = "argocd-controller")]
    pub(crate) managed_by: Option<String>,
}

/// A TikTok account that a group tracks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokAccount {
    /// ID of the account within its group; two groups that track the same account have different IDs.
    pub(crate) id: i64,
    /// The current handle, lower case, without @.
    pub(crate) username: String,
    /// Path of its avatar, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// The account's former handles, latest last.
    #[schema(example = json!(["natgeomag"]))]
    pub(crate) former_usernames: Vec<String>,
    /// The account that now owns the handle, if it is a different one; nothing is read until an admin decides. Also
    /// null while the new owner is unknown.
    pub(crate) new_owner: Option<NewHandleOwner>,
    /// Videos collected.
    pub(crate) video_count: i64,
    /// Collected videos whose views are known.
    pub(crate) viewed: i64,
    /// Sum of these views.
    pub(crate) views: i64,
    /// Followers in the last profile that was read; null if unknown.
    pub(crate) followers: Option<i64>,
    /// Videos that the profile counts but the list did not contain in the last full crawl; null before the first full
    /// crawl.
    #[schema(example = 0)]
    pub(crate) gap: Option<i64>,
    /// Views gained by the account's videos on the last 7 complete days; null until there are measurements for that
    /// period.
    pub(crate) gained_views_7_days: Option<i64>,
    /// The last successful scrape; absent before the first.
    pub(crate) last_scraped: Option<DateTime<Utc>>,
    /// The name of the group that tracks the account.
    pub(crate) group: String,
    /// The ID of the group that tracks the account.
    pub(crate) group_id: i64,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub(crate) status: String,
    /// Human-readable status, with what can be done about it.
    pub(crate) status_text: String,
    /// When the account is due; in the past while it is queued, now before the first scrape, not before its platform's
    /// cooldown ends, absent while nothing is scheduled: `cadence` gives the reason.
    pub(crate) next_scrape: Option<DateTime<Utc>>,
    /// Why the account is due but cannot be scraped now; absent if nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waiting: Option<Waiting>,
    /// How often the account is scraped.
    pub(crate) cadence: AccountCadence,
    /// On Kubernetes: the tool that manages the resource, such as `kubectl`, so that it cannot be changed here; null if it can.
    #[schema(example = "argocd-controller")]
    pub(crate) managed_by: Option<String>,
}

/// The account that now owns a tracked account's handle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NewHandleOwner {
    /// The handle, without @.
    #[schema(example = "natgeo")]
    pub(crate) username: String,
    /// Display name; may be empty.
    #[schema(example = "National Geographic")]
    pub(crate) display_name: String,
    /// The platform's ID, which differs from the tracked account's.
    #[schema(example = "787132")]
    pub(crate) platform_id: String,
    /// Null if the platform does not provide it.
    pub(crate) followers: Option<i64>,
    /// When the conflict was detected.
    pub(crate) seen_at: DateTime<Utc>,
}

impl From<NewOwner> for NewHandleOwner {
    fn from(new_owner: NewOwner) -> Self {
        Self {
            username: new_owner.username,
            display_name: new_owner.display_name,
            platform_id: new_owner.platform_id,
            followers: new_owner.followers,
            seen_at: new_owner.seen_at,
        }
    }
}
