//! What came of each account of a run, and trying again what failed.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PlatformName, SessionClass};

/// Which accounts of a run are wanted.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RunUnitsQuery {
    /// Only those that failed, or those that did not.
    pub failed: Option<bool>,
}

/// A group that tracks something.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrackingGroup {
    /// Names the group.
    pub id: i64,
    /// Its name.
    pub name: String,
}

/// What came of an account or single video of a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunUnit {
    /// Names it within the run.
    pub id: i64,
    /// The account's name, without @; null for a single video, and for what was deleted since.
    pub username: Option<String>,
    /// The single video's id; null for an account, and while only a short link to it is known.
    pub video_id: Option<String>,
    /// Where a person can look at the single video; null for an account.
    pub url: Option<String>,
    /// Who tracks it now, in alphabetical order.
    pub groups: Vec<TrackingGroup>,
    /// The code of the outcome; `pending` while it waits, `interrupted` when the run ended before it.
    #[schema(example = "rate_limited")]
    pub status: String,
    /// The same for people.
    #[schema(example = "The platform limits our requests. It is tried again later.")]
    pub status_text: String,
    /// What is done about the outcome, for people; null without one.
    #[schema(
        example = "Tries another session; puts the session on cooldown for minutes; counts it against the address; waits longer each time"
    )]
    pub handling: Option<String>,
    /// What failed, for people who run Clipmeter; empty unless it did.
    #[schema(example = "feed_user: HTTP 429")]
    pub detail: String,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
    /// Requests to the platform.
    #[schema(example = 3)]
    pub requests: i32,
    /// Bytes of its answers, as they came over the network.
    #[schema(example = 70_211)]
    pub bytes: i64,
    /// How long it took; null while that is not known.
    #[schema(example = 8)]
    pub seconds: Option<i32>,
    /// What the platform was asked with at the most; null while that is not known.
    pub session_class: Option<SessionClass>,
}

/// The accounts of a run.
#[derive(Serialize, ToSchema)]
pub struct RunUnits {
    /// In the order in which they are read.
    pub units: Vec<RunUnit>,
}

/// Where what failed is to be tried again.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_id": 1}))]
pub struct RetryScope {
    /// Admins: a group, or all groups when absent. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
    /// One platform, or both when absent.
    pub platform: Option<PlatformName>,
}
