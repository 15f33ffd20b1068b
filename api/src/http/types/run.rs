//! Runs and starting them.

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

/// Selects the group to scrape.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_id": 1}))]
pub struct TriggerScrape {
    /// The group.
    pub group_id: i64,
}

/// A scrape that continues in the background.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TriggeredScrape {
    /// Human-readable text.
    #[schema(example = "Scraping started")]
    pub message: String,
    /// The runs that read the group's accounts; `GET /api/scraping/runs/{id}` returns their progress.
    pub run_ids: Vec<Uuid>,
    /// Why a platform is not read now, one entry per platform; absent when everything was read or nothing blocks it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Waiting for a scraper.
    Queued,
    /// In progress.
    Running,
    /// Ended; the counts are final.
    Completed,
}

impl RunState {
    /// Derives the state from whether the run has ended or was taken by a scraper.
    pub(crate) fn of(ended: bool, taken: bool) -> Self {
        match (ended, taken) {
            (true, _) => Self::Completed,
            (false, true) => Self::Running,
            (false, false) => Self::Queued,
        }
    }
}

/// Progress of a run. A run may read accounts of several groups; only what the caller may see is counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunProgress {
    /// Run ID.
    pub id: Uuid,
    /// Platform of the run.
    pub platform: PlatformName,
    /// State of the run.
    pub status: RunState,
    /// Accounts and single videos of the run.
    pub total: usize,
    /// Units that were read or failed.
    pub done: usize,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new metrics.
    pub items_updated: i64,
    /// When the run was requested or due.
    pub started_at: DateTime<Utc>,
    /// Absent while the run is open.
    pub ended_at: Option<DateTime<Utc>>,
    /// One result per account, in alphabetical order.
    pub results: Vec<AccountResult>,
}
