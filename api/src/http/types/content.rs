//! Posts and videos.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Availability, MetricsStatus};

/// An Instagram post in the list of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramPost {
    /// Post ID.
    pub id: i64,
    /// The platform's shortcode of the post.
    pub shortcode: String,
    /// Public URL.
    pub url: String,
    /// The account's handle, without @.
    pub username: String,
    /// 0 when unknown.
    pub views: i64,
    /// 0 when unknown.
    pub likes: i64,
    /// 0 when unknown.
    pub comments: i64,
    /// Cost per thousand views, 4 decimals; 0 when unknown.
    pub cpm: f64,
    /// Likes and comments as a percentage of views, 2 decimals; 0 when unknown.
    pub engagement_rate: f64,
    /// When it was posted.
    pub post_timestamp: Option<DateTime<Utc>>,
    /// Why a metric is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub updated_at: DateTime<Utc>,
}

/// The posts of an account.
#[derive(Serialize, ToSchema)]
pub struct InstagramPosts {
    /// Newest first, at most 5000.
    pub posts: Vec<InstagramPost>,
    /// Total number of posts.
    pub total: i64,
}

/// A TikTok video in the list of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TiktokVideo {
    /// Video ID.
    pub id: i64,
    /// The platform's ID.
    pub video_id: String,
    /// Public URL.
    pub url: String,
    /// Empty when the video has none.
    pub caption: String,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub caption_cut: bool,
    /// The account's handle, without @.
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
    /// Whether the platform still shows the item.
    pub availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub updated_at: DateTime<Utc>,
}

/// The videos of an account.
#[derive(Serialize, ToSchema)]
pub struct TiktokVideos {
    /// Newest first, at most 5000.
    pub videos: Vec<TiktokVideo>,
    /// Total number of videos.
    pub total: i64,
}

/// An Instagram post in the table of all content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramPostRow {
    /// Post ID.
    pub id: i64,
    /// The account's handle, without @.
    pub account: String,
    /// The platform's shortcode of the post.
    pub shortcode: String,
    /// Public URL.
    pub url: String,
    /// When it was posted.
    pub date_posted: Option<DateTime<Utc>>,
    /// 0 when unknown.
    pub views: i64,
    /// 0 when unknown.
    pub likes: i64,
    /// 0 when unknown.
    pub comments: i64,
    /// Cost per thousand views, 4 decimals; 0 when unknown.
    pub cpm: f64,
    /// Likes and comments as a percentage of views, 2 decimals; 0 when unknown.
    pub engagement_rate: f64,
    /// Why a metric is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub scraped_at: DateTime<Utc>,
    /// The same value under the field name of other lists.
    pub updated_at: DateTime<Utc>,
}

/// One page of the table of all Instagram posts.
#[derive(Serialize, ToSchema)]
pub struct InstagramPostPage {
    /// The items of the page, in the requested order.
    pub posts: Vec<InstagramPostRow>,
    /// Total number of items.
    pub total: i64,
    /// Number of pages; 0 without content.
    pub pages: i64,
}

/// A TikTok video in the table of all content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TiktokVideoRow {
    /// Video ID.
    pub id: i64,
    /// The account's handle, without @.
    pub account: String,
    /// The platform's ID.
    pub video_id: String,
    /// Public URL.
    pub url: String,
    /// When it was posted.
    pub date_posted: Option<DateTime<Utc>>,
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
    /// Absent when the video has none.
    pub caption: Option<String>,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub caption_cut: bool,
    /// Why a metric is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub scraped_at: DateTime<Utc>,
    /// The same value under the field name of other lists.
    pub updated_at: DateTime<Utc>,
}

/// One page of the table of all TikTok videos.
#[derive(Serialize, ToSchema)]
pub struct TiktokVideoPage {
    /// The items of the page, in the requested order.
    pub videos: Vec<TiktokVideoRow>,
    /// Total number of items.
    pub total: i64,
    /// Number of pages; 0 without content.
    pub pages: i64,
}
