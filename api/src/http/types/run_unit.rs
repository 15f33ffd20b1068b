//! Results of the units of a run, and retries of failed ones.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PlatformName, SessionClass};

/// Filters of the units of a run.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RunUnitsQuery {
    /// Only failed units, or only those that did not fail.
    pub failed: Option<bool>,
}

/// A group that tracks a unit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrackingGroup {
    /// Group ID.
    pub id: i64,
    /// Group name.
    pub name: String,
}

/// Result of an account or single video of a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunUnit {
    /// ID of the unit within the run.
    pub id: i64,
    /// The account's handle, without @; null for a single video, and for an account that was deleted since.
    pub username: Option<String>,
    /// The single video's ID; null for an account, and while only a short link to it is known.
    pub video_id: Option<String>,
    /// Public URL of the single video; null for an account.
    pub url: Option<String>,
    /// The groups that currently track the unit, in alphabetical order.
    pub groups: Vec<TrackingGroup>,
    /// The code of the outcome; `pending` while the unit waits, `interrupted` when the run ended before it.
    #[schema(example = "rate_limited")]
    pub status: String,
    /// Human-readable status.
    #[schema(example = "The platform limits our requests. Scraping is retried later.")]
    pub status_text: String,
    /// Human-readable description of how the outcome is handled; null without one.
    #[schema(
        example = "Tries another session; puts the session on cooldown for minutes; counts it against the address; waits longer each time"
    )]
    pub handling: Option<String>,
    /// Error details for operators of Clipmeter; empty unless the unit failed.
    #[schema(example = "feed_user: HTTP 429")]
    pub detail: String,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new metrics.
    pub items_updated: i64,
    /// Requests to the platform.
    #[schema(example = 3)]
    pub requests: i32,
    /// Bytes of the platform's responses, as transferred over the network.
    #[schema(example = 70_211)]
    pub bytes: i64,
    /// Duration; null while unknown.
    #[schema(example = 8)]
    pub seconds: Option<i32>,
    /// Whether a session was used; null while unknown.
    pub session_class: Option<SessionClass>,
}

/// The units of a run.
#[derive(Serialize, ToSchema)]
pub struct RunUnits {
    /// In the order in which they are read.
    pub units: Vec<RunUnit>,
}

/// Selects what is retried.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_id": 1}))]
pub struct RetryScope {
    /// Admins: a group, or all groups when absent. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
    /// One platform, or both when absent.
    pub platform: Option<PlatformName>,
}
