//! Totals over the items of a platform.

use clipmeter_db::stats::Totals;
use serde::Serialize;
use utoipa::ToSchema;

/// Tracked accounts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct AccountCounts {
    /// Instagram accounts.
    pub(crate) instagram: i64,
    /// TikTok accounts.
    pub(crate) tiktok: i64,
}

/// Sums and averages over Instagram posts. The averages are ratios of totals over the posts whose views are known.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramTotals {
    /// Posts whose views are known; sums and averages of views cover these. Photos, for example, have none.
    pub(crate) viewed: i64,
    /// Sum of known views.
    pub(crate) total_views: i64,
    /// Sum of known likes.
    pub(crate) total_likes: i64,
    /// Sum of known comments.
    pub(crate) total_comments: i64,
    /// Cost per thousand views over all posts, 4 decimals; 0 without views or cost.
    pub(crate) avg_cpm: f64,
    /// Mean of the posts' CPMs: each post counts the same, however few views it has. 4 decimals; 0 without any.
    pub(crate) mean_cpm: f64,
    /// Likes and comments as a percentage of views over all posts, 2 decimals; 0 without views.
    pub(crate) avg_engagement: f64,
    /// Mean of the posts' engagement rates: each post counts the same. 2 decimals; 0 without any.
    pub(crate) mean_engagement: f64,
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

/// Sums and averages over TikTok videos. The averages are ratios of totals over the videos whose views are known.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokTotals {
    /// Videos whose views are known; sums and averages of views cover these.
    pub(crate) viewed: i64,
    /// Sum of known views.
    pub(crate) total_views: i64,
    /// Sum of known likes.
    pub(crate) total_likes: i64,
    /// Sum of known comments.
    pub(crate) total_comments: i64,
    /// Sum of known shares.
    pub(crate) total_shares: i64,
    /// Cost per thousand views over all videos, 4 decimals; 0 without views or cost.
    pub(crate) avg_cpm: f64,
    /// Mean of the videos' CPMs: each video counts the same, however few views it has. 4 decimals; 0 without any.
    pub(crate) mean_cpm: f64,
    /// Likes, comments and shares as a percentage of views over all videos, 2 decimals; 0 without views.
    pub(crate) avg_engagement: f64,
    /// Mean of the videos' engagement rates: each video counts the same. 2 decimals; 0 without any.
    pub(crate) mean_engagement: f64,
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
