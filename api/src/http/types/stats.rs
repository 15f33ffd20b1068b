//! The totals of the dashboard.

use clipmeter_db::stats::Totals;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Freshness, InstagramPost, TiktokVideo};

/// Totals over everything in scope: a member's own group, or all groups for an admin.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DashboardStats {
    /// Tracked accounts.
    pub accounts: AccountCounts,
    /// Collected items.
    pub content: ContentCounts,
    /// Instagram's totals.
    pub instagram: InstagramTotals,
    /// TikTok's totals.
    pub tiktok: TiktokTotals,
    /// The age of the metrics.
    pub freshness: Freshness,
}

/// Tracked accounts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct AccountCounts {
    /// Instagram accounts.
    pub instagram: i64,
    /// TikTok accounts.
    pub tiktok: i64,
}

/// Collected items of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ContentCounts {
    /// Instagram posts.
    pub instagram_posts: i64,
    /// TikTok videos.
    pub tiktok_videos: i64,
}

/// Sums and averages over Instagram posts. The averages are ratios of totals over the posts whose views are known.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct InstagramTotals {
    /// Posts whose views are known; sums and averages of views cover these. Photos, for example, have none.
    pub viewed: i64,
    /// Sum of known views.
    pub total_views: i64,
    /// Sum of known likes.
    pub total_likes: i64,
    /// Sum of known comments.
    pub total_comments: i64,
    /// Cost per thousand views over all posts, 4 decimals; 0 without views or cost.
    pub avg_cpm: f64,
    /// Mean of the posts' CPMs: each post counts the same, however few views it has. 4 decimals; 0 without any.
    pub mean_cpm: f64,
    /// Likes and comments as a percentage of views over all posts, 2 decimals; 0 without views.
    pub avg_engagement: f64,
    /// Mean of the posts' engagement rates: each post counts the same. 2 decimals; 0 without any.
    pub mean_engagement: f64,
}

/// Sums and averages over TikTok videos. The averages are ratios of totals over the videos whose views are known.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TiktokTotals {
    /// Videos whose views are known; sums and averages of views cover these.
    pub viewed: i64,
    /// Sum of known views.
    pub total_views: i64,
    /// Sum of known likes.
    pub total_likes: i64,
    /// Sum of known comments.
    pub total_comments: i64,
    /// Sum of known shares.
    pub total_shares: i64,
    /// Cost per thousand views over all videos, 4 decimals; 0 without views or cost.
    pub avg_cpm: f64,
    /// Mean of the videos' CPMs: each video counts the same, however few views it has. 4 decimals; 0 without any.
    pub mean_cpm: f64,
    /// Likes, comments and shares as a percentage of views over all videos, 2 decimals; 0 without views.
    pub avg_engagement: f64,
    /// Mean of the videos' engagement rates: each video counts the same. 2 decimals; 0 without any.
    pub mean_engagement: f64,
}

/// The most viewed items in scope.
#[derive(Serialize, ToSchema)]
pub struct TopPerformers {
    /// At most 5 posts, most views first.
    pub instagram: Vec<InstagramPost>,
    /// At most 5 videos, most views first.
    pub tiktok: Vec<TiktokVideo>,
}

impl From<&Totals> for InstagramTotals {
    fn from(totals: &Totals) -> Self {
        Self {
            viewed: totals.viewed,
            total_views: totals.views,
            total_likes: totals.likes,
            total_comments: totals.comments,
            avg_cpm: totals.cpm.unwrap_or_default(),
            mean_cpm: totals.mean_cpm.unwrap_or_default(),
            avg_engagement: totals.engagement_rate.unwrap_or_default(),
            mean_engagement: totals.mean_engagement_rate.unwrap_or_default(),
        }
    }
}

impl From<&Totals> for TiktokTotals {
    fn from(totals: &Totals) -> Self {
        Self {
            viewed: totals.viewed,
            total_views: totals.views,
            total_likes: totals.likes,
            total_comments: totals.comments,
            total_shares: totals.shares,
            avg_cpm: totals.cpm.unwrap_or_default(),
            mean_cpm: totals.mean_cpm.unwrap_or_default(),
            avg_engagement: totals.engagement_rate.unwrap_or_default(),
            mean_engagement: totals.mean_engagement_rate.unwrap_or_default(),
        }
    }
}
