//! Posts and videos.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Availability, MetricsStatus};

/// An Instagram post in the view of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramPost {
    /// Names the post.
    pub id: i64,
    /// The platform's short name of the post.
    pub shortcode: String,
    /// Where a person can look at it.
    pub url: String,
    /// The account's name, without @.
    pub username: String,
    /// 0 when unknown.
    pub views: i64,
    /// 0 when unknown.
    pub likes: i64,
    /// 0 when unknown.
    pub comments: i64,
    /// Cost of a thousand views, 4 decimals; 0 when unknown.
    pub cpm: f64,
    /// Likes and comments as a percentage of views, 2 decimals; 0 when unknown.
    pub engagement_rate: f64,
    /// When it was posted.
    pub post_timestamp: Option<DateTime<Utc>>,
    /// Why a number is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows it.
    pub availability: Availability,
    /// When it was found not to be public any more; absent while it is.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the numbers last changed.
    pub updated_at: DateTime<Utc>,
}

/// The posts of an account.
#[derive(Serialize, ToSchema)]
pub struct InstagramPosts {
    /// Newest first, at most 5000.
    pub posts: Vec<InstagramPost>,
    /// How many there are in all.
    pub total: i64,
}

/// A TikTok video in the view of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TiktokVideo {
    /// Names the video.
    pub id: i64,
    /// The platform's id.
    pub video_id: String,
    /// Where a person can look at it.
    pub url: String,
    /// Empty when it has none.
    pub caption: String,
    /// The caption was longer than the platform's limit, and was cut.
    pub caption_cut: bool,
    /// The account's name, without @.
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
    /// Whether the platform still shows it.
    pub availability: Availability,
    /// When it was found not to be public any more; absent while it is.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the numbers last changed.
    pub updated_at: DateTime<Utc>,
}

/// The videos of an account.
#[derive(Serialize, ToSchema)]
pub struct TiktokVideos {
    /// Newest first, at most 5000.
    pub videos: Vec<TiktokVideo>,
    /// How many there are in all.
    pub total: i64,
}

/// An Instagram post in the table of all content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramPostRow {
    /// Names the post.
    pub id: i64,
    /// The account's name, without @.
    pub account: String,
    /// The platform's short name of the post.
    pub shortcode: String,
    /// Where a person can look at it.
    pub url: String,
    /// When it was posted.
    pub date_posted: Option<DateTime<Utc>>,
    /// 0 when unknown.
    pub views: i64,
    /// 0 when unknown.
    pub likes: i64,
    /// 0 when unknown.
    pub comments: i64,
    /// Cost of a thousand views, 4 decimals; 0 when unknown.
    pub cpm: f64,
    /// Likes and comments as a percentage of views, 2 decimals; 0 when unknown.
    pub engagement_rate: f64,
    /// Why a number is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows it.
    pub availability: Availability,
    /// When it was found not to be public any more; absent while it is.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the numbers last changed.
    pub scraped_at: DateTime<Utc>,
    /// The same, by the name that it has in other lists.
    pub updated_at: DateTime<Utc>,
}

/// One page of the table of all Instagram posts.
#[derive(Serialize, ToSchema)]
pub struct InstagramPostPage {
    /// As asked for.
    pub posts: Vec<InstagramPostRow>,
    /// How many there are in all.
    pub total: i64,
    /// How many pages there are; 0 without content.
    pub pages: i64,
}

/// A TikTok video in the table of all content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TiktokVideoRow {
    /// Names the video.
    pub id: i64,
    /// The account's name, without @.
    pub account: String,
    /// The platform's id.
    pub video_id: String,
    /// Where a person can look at it.
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
    /// Cost of a thousand views, 4 decimals; 0 when unknown.
    pub cpm: f64,
    /// Likes, comments and shares as a percentage of views, 2 decimals; 0 when unknown.
    pub engagement_rate: f64,
    /// Absent when it has none.
    pub caption: Option<String>,
    /// The caption was longer than the platform's limit, and was cut.
    pub caption_cut: bool,
    /// Why a number is missing.
    pub metrics_status: MetricsStatus,
    /// Whether the platform still shows it.
    pub availability: Availability,
    /// When it was found not to be public any more; absent while it is.
    pub unavailable_since: Option<DateTime<Utc>>,
    /// When the numbers last changed.
    pub scraped_at: DateTime<Utc>,
    /// The same, by the name that it has in other lists.
    pub updated_at: DateTime<Utc>,
}

/// One page of the table of all TikTok videos.
#[derive(Serialize, ToSchema)]
pub struct TiktokVideoPage {
    /// As asked for.
    pub videos: Vec<TiktokVideoRow>,
    /// How many there are in all.
    pub total: i64,
    /// How many pages there are; 0 without content.
    pub pages: i64,
}
