//! Runs, and starting them.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AccountResult, Waiting};

/// A platform in a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlatformName {
    /// Instagram.
    Instagram,
    /// TikTok.
    Tiktok,
}

impl From<PlatformName> for Platform {
    fn from(name: PlatformName) -> Self {
        match name {
            PlatformName::Instagram => Self::Instagram,
            PlatformName::Tiktok => Self::Tiktok,
        }
    }
}

impl From<Platform> for PlatformName {
    fn from(platform: Platform) -> Self {
        match platform {
            Platform::Tiktok => Self::Tiktok,
            _ => Self::Instagram,
        }
    }
}

/// Whose accounts are to be scraped.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_id": 1}))]
pub struct TriggerScrape {
    /// The group.
    pub group_id: i64,
}

/// A scrape that goes on in the background.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TriggeredScrape {
    /// For people.
    #[schema(example = "Scraping started")]
    pub message: String,
    /// The runs that read the group's accounts; `GET /api/scraping/runs/{id}` tells how far one is.
    pub run_ids: Vec<Uuid>,
    /// Why a platform is not read now, one entry a platform; absent when everything was read, or nothing holds it up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It waits for its scraper.
    Queued,
    /// It is being worked.
    Running,
    /// It has ended; the counts are final.
    Completed,
}

impl RunState {
    /// Of a run that has ended, or been taken by a scraper.
    pub(crate) fn of(ended: bool, taken: bool) -> Self {
        match (ended, taken) {
            (true, _) => Self::Completed,
            (false, true) => Self::Running,
            (false, false) => Self::Queued,
        }
    }
}

/// How far a run is. A run may read accounts of several groups; only what the caller may see is counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunProgress {
    /// Names the run.
    pub id: Uuid,
    /// The platform it reads.
    pub platform: PlatformName,
    /// Where it stands.
    pub status: RunState,
    /// Accounts and single videos in it.
    pub total: usize,
    /// How many of them have been read, or failed to be.
    pub done: usize,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
    /// When it was asked for or due.
    pub started_at: DateTime<Utc>,
    /// Absent while it goes on.
    pub ended_at: Option<DateTime<Utc>>,
    /// One per account, in alphabetical order.
    pub results: Vec<AccountResult>,
}
