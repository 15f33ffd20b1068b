//! Single TikTok videos.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::first_page;
use super::{Availability, EntryStatus, MetricsStatus, Waiting};

/// Videos to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "urls": ["https://www.tiktok.com/@scout2015/video/6718335390845095173", "https://vm.tiktok.com/ZMabc1234/"]
}))]
pub struct AddVideos {
    /// URLs of videos or short links to them; at most 10,000. Blank ones are dropped.
    #[schema(min_items = 1, max_items = 10_000)]
    pub urls: Vec<String>,
    /// Required for admins when there are several groups. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
}

/// The result for one of the URLs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedVideo {
    /// The URL as sent.
    pub url: String,
    /// The result for the entry.
    pub status: EntryStatus,
    /// The platform's ID of the video; absent for a short link, which the scraper follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "6718335390845095173")]
    pub video_id: Option<String>,
    /// Human-readable reason why the entry was not added; absent when it was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The results for all entries.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedVideos {
    /// Human-readable text.
    #[schema(example = "Videos added for tracking")]
    pub message: String,
    /// Number of entries that were added.
    pub added_count: usize,
    /// One result per non-blank URL, in their order.
    pub results: Vec<AddedVideo>,
}

/// A single video that a group tracks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SingleVideo {
    /// ID of the video within its group; two groups that track the same video have different IDs.
    pub tracked_id: i64,
    /// The group that tracks it.
    pub group_id: i64,
    /// ID of the collected video; absent before the first successful scrape.
    pub id: Option<i64>,
    /// The platform's ID; absent until a short link was followed.
    pub video_id: Option<String>,
    /// Public URL.
    pub url: String,
    /// Empty when the video has none or it is not known yet.
    pub caption: String,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub caption_cut: bool,
    /// The author's handle, without @; empty while unknown.
    pub username: String,
    /// 0 when unknown.
    pub views: i64,
    /// 0 when unknown.
    pub likes: i64,
    /// 0 when unknown.
    pub comments: i64,
    /// 0 when unknown.
    pub shares: i64,
    /// Cost per thousand views, 4 decimals; 0 when unknown.
    pub cpm: f64,
    /// Likes, comments and shares as a percentage of views, 2 decimals; 0 when unknown.
    pub engagement_rate: f64,
    /// When it was posted.
    pub video_timestamp: Option<DateTime<Utc>>,
    /// Why a metric is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows the video; `public` before the first successful scrape.
    pub availability: Availability,
    /// When the video was found to be no longer public; absent while it is public.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed; absent before the first successful scrape.
    pub updated_at: Option<DateTime<Utc>>,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub status: String,
    /// Human-readable status, with what can be done about it.
    pub status_text: String,
    /// The last successful scrape; absent before the first.
    pub last_scraped: Option<DateTime<Utc>>,
    /// When the video is due; in the past while it is queued, now before the first scrape, not before its platform's
    /// cooldown ends, absent while the video is suspended.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why the video is not read although it is due; absent while nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// On a cluster: the tool that manages the resource, such as `kubectl`, so that it cannot be changed here; null when it can.
    #[schema(example = "argocd-controller")]
    pub managed_by: Option<String>,
}

/// Maximum number of single videos per page: half of what a group may track, and a limit on the response for admins,
/// who see every group's.
pub const MAX_SINGLE_VIDEOS: i64 = 5000;

/// The page of single videos to return.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SingleVideoPageQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// 1 to 5000.
    #[serde(default = "longest_page")]
    #[param(default = 5000, minimum = 1, maximum = 5000)]
    pub per_page: i64,
}

fn longest_page() -> i64 {
    MAX_SINGLE_VIDEOS
}

/// The single videos in scope.
#[derive(Serialize, ToSchema)]
pub struct SingleVideos {
    /// Latest added first, at most 5000.
    pub videos: Vec<SingleVideo>,
    /// Total number of single videos.
    pub total: i64,
    /// Number of pages; 0 without videos.
    pub pages: i64,
}
