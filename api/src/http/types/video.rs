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
    /// Addresses of videos or short links to them; at most 10,000. Blank ones are dropped.
    #[schema(min_items = 1, max_items = 10_000)]
    pub urls: Vec<String>,
    /// Required for admins when there are several groups. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
}

/// What became of one of the addresses.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedVideo {
    /// As it was sent.
    pub url: String,
    /// What became of it.
    pub status: EntryStatus,
    /// The platform's id of the video; absent for a short link, which the scraper follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "6718335390845095173")]
    pub video_id: Option<String>,
    /// Why it was not added, for people; absent when it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What became of all of them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AddedVideos {
    /// For people.
    #[schema(example = "Videos added for tracking")]
    pub message: String,
    /// How many were added.
    pub added_count: usize,
    /// One per address that is not blank, in their order.
    pub results: Vec<AddedVideo>,
}

/// A video that a group tracks by its address.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SingleVideo {
    /// Names it within its group; two groups that track one video have one id each.
    pub tracked_id: i64,
    /// The group that tracks it.
    pub group_id: i64,
    /// Names the collected video; absent before the first successful scrape.
    pub id: Option<i64>,
    /// The platform's id; absent until a short link was followed.
    pub video_id: Option<String>,
    /// Where a person can look at it.
    pub url: String,
    /// Empty when it has none or is not known yet.
    pub caption: String,
    /// The caption was longer than the platform's limit, and was cut.
    pub caption_cut: bool,
    /// The author's name, without @; empty when it is not known yet.
    pub username: String,
    /// 0 when unknown.
    pub views: i64,
    /// 0 when unknown.
    pub likes: i64,
    /// 0 when unknown.
    pub comments: i64,
    /// 0 when unknown.
    pub shares: i64,
    /// Cost of a thousand views, 4 decimals; 0 when unknown.
    pub cpm: f64,
    /// Likes, comments and shares as a percentage of views, 2 decimals; 0 when unknown.
    pub engagement_rate: f64,
    /// When it was posted.
    pub video_timestamp: Option<DateTime<Utc>>,
    /// Why a number is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows it; `public` before the first successful scrape.
    pub availability: Availability,
    /// When it was found not to be public any more; absent while it is.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the numbers last changed; absent before the first successful scrape.
    pub updated_at: Option<DateTime<Utc>>,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub status: String,
    /// The status for people, with what can be done about it.
    pub status_text: String,
    /// The last successful scrape; absent before the first.
    pub last_scraped: Option<DateTime<Utc>>,
    /// When the video is due; in the past while it waits in the queue, now before the first scrape, not before its platform has rested,
    /// absent while it is left alone.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why it is not read although it is due; absent while nothing holds it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// On a cluster: the program that says that it is tracked, such as `kubectl`, so that it is not changed here; null when it may be.
    #[schema(example = "argocd-controller")]
    pub managed_by: Option<String>,
}

/// The most single videos that one call gives: half of what a group may track, and an end to the answer for admins, who see
/// every group's.
pub const MAX_SINGLE_VIDEOS: i64 = 5000;

/// Which single videos are wanted.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SingleVideoPageQuery {
    /// From 1; a page behind the last one is empty.
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
    /// The latest added first, at most 5000.
    pub videos: Vec<SingleVideo>,
    /// How many there are in all.
    pub total: i64,
    /// How many pages there are; 0 without videos.
    pub pages: i64,
}
