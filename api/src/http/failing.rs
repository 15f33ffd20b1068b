//! An account or video whose last update failed, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::common::PlatformName;

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FailingKind {
    /// A tracked account.
    Account,
    /// A single video.
    Video,
}

/// A tracked account or video whose last update failed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FailingEntry {
    /// Its platform.
    pub(crate) platform: PlatformName,
    /// Whether it is an account or a video.
    pub(crate) kind: FailingKind,
    /// ID of the account or video within its group.
    pub(crate) id: i64,
    /// The account's handle without @, or the video's URL.
    pub(crate) name: String,
    /// The ID of the group that tracks it.
    pub(crate) group_id: i64,
    /// The name of that group.
    pub(crate) group: String,
    /// The code of the last outcome: `private`, `rate_limited`, ...
    #[schema(example = "private")]
    pub(crate) status: String,
    /// Human-readable status, with what can be done about it.
    pub(crate) status_text: String,
    /// The last successful scrape; null if there was none.
    pub(crate) last_scraped: Option<DateTime<Utc>>,
    /// When the next attempt is due; null while an admin has to decide first.
    pub(crate) next_scrape: Option<DateTime<Utc>>,
    /// Number of collected posts or videos.
    pub(crate) items: i64,
    /// On Kubernetes: the tool that manages the resource, such as `kubectl`, so that it cannot be changed here; null if it can.
    #[schema(example = "argocd-controller")]
    pub(crate) managed_by: Option<String>,
}
