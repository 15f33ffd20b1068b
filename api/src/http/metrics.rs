//! Metrics of items, and sums of their counts. Responses flatten and inline these types, so their fields are documented as the
//! response's own. A new metric is a field of each type whose platforms report it.

#![expect(clippy::struct_field_names, reason = "the names in responses")]

use clipmeter_db::content::{ContentItem, Measurement};
use clipmeter_db::stats::days::Counts;
use clipmeter_domain::metric::Metric;
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

/// Metrics of an Instagram post, for which the platform reports neither shares nor saves.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramMetrics {
    /// 0 if unknown.
    views: i64,
    /// 0 if unknown.
    likes: i64,
    /// 0 if unknown.
    comments: i64,
    /// Cost per thousand views, 4 decimals; 0 if unknown.
    cpm: f64,
    /// Likes and comments as a percentage of views, 2 decimals; 0 if unknown.
    engagement_rate: f64,
}

impl From<&ContentItem> for InstagramMetrics {
    fn from(item: &ContentItem) -> Self {
        Self {
            views: item.views.unwrap_or_default(),
            likes: item.likes.unwrap_or_default(),
            comments: item.comments.unwrap_or_default(),
            cpm: item.cpm.unwrap_or_default(),
            engagement_rate: item.engagement_rate.unwrap_or_default(),
        }
    }
}

/// Metrics of a TikTok video.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub(crate) struct TiktokMetrics {
    /// 0 if unknown.
    views: i64,
    /// 0 if unknown.
    likes: i64,
    /// 0 if unknown.
    comments: i64,
    /// 0 if unknown.
    shares: i64,
    /// Null if unknown.
    saves: Option<i64>,
    /// Cost per thousand views, 4 decimals; 0 if unknown.
    cpm: f64,
    /// Likes, comments and shares as a percentage of views, 2 decimals; 0 if unknown.
    engagement_rate: f64,
}

impl From<&ContentItem> for TiktokMetrics {
    fn from(item: &ContentItem) -> Self {
        Self {
            views: item.views.unwrap_or_default(),
            likes: item.likes.unwrap_or_default(),
            comments: item.comments.unwrap_or_default(),
            shares: item.shares.unwrap_or_default(),
            saves: item.saves,
            cpm: item.cpm.unwrap_or_default(),
            engagement_rate: item.engagement_rate.unwrap_or_default(),
        }
    }
}

/// Metrics of an item of any platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ItemMetrics {
    /// 0 if unknown.
    views: i64,
    /// 0 if unknown.
    likes: i64,
    /// 0 if unknown.
    comments: i64,
    /// 0 if unknown, and always null on Instagram.
    shares: Option<i64>,
    /// Null if unknown, and always null on Instagram.
    saves: Option<i64>,
    /// Cost per thousand views, 4 decimals; 0 if unknown.
    cpm: f64,
    /// Interactions as a percentage of views, 2 decimals; 0 if unknown.
    engagement_rate: f64,
}

impl ItemMetrics {
    pub(crate) fn new(platform: Platform, item: &ContentItem) -> Self {
        let metrics = TiktokMetrics::from(item);
        Self {
            views: metrics.views,
            likes: metrics.likes,
            comments: metrics.comments,
            shares: platform.reports(Metric::Shares).then_some(metrics.shares),
            saves: metrics.saves,
            cpm: metrics.cpm,
            engagement_rate: metrics.engagement_rate,
        }
    }
}

/// Counts of a measurement.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct MeasuredCounts {
    /// Null if unknown.
    views: Option<i64>,
    /// Null if unknown.
    likes: Option<i64>,
    /// Null if unknown.
    comments: Option<i64>,
    /// Null if unknown, and always null on Instagram.
    shares: Option<i64>,
    /// Null if unknown, and always null on Instagram.
    saves: Option<i64>,
}

impl From<&Measurement> for MeasuredCounts {
    fn from(row: &Measurement) -> Self {
        Self {
            views: row.views,
            likes: row.likes,
            comments: row.comments,
            shares: row.shares,
            saves: row.saves,
        }
    }
}

/// Sums of known counts, or of gains, over the items of one platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CountSums {
    /// Sum of views.
    views: i64,
    /// Sum of likes.
    likes: i64,
    /// Sum of comments.
    comments: i64,
    /// Sum of shares; 0 on Instagram.
    shares: i64,
    /// Sum of saves; 0 on Instagram.
    saves: i64,
}

impl From<Counts> for CountSums {
    fn from(counts: Counts) -> Self {
        Self {
            views: counts.views,
            likes: counts.likes,
            comments: counts.comments,
            shares: counts.shares,
            saves: counts.saves,
        }
    }
}

/// Sums of gains, beside those of counts.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CountGains {
    /// Views gained.
    gained_views: i64,
    /// Likes gained.
    gained_likes: i64,
    /// Comments gained.
    gained_comments: i64,
    /// Shares gained; 0 on Instagram.
    gained_shares: i64,
    /// Saves gained; 0 on Instagram.
    gained_saves: i64,
}

impl From<Counts> for CountGains {
    fn from(counts: Counts) -> Self {
        Self {
            gained_views: counts.views,
            gained_likes: counts.likes,
            gained_comments: counts.comments,
            gained_shares: counts.shares,
            gained_saves: counts.saves,
        }
    }
}

/// Sums of known counts over Instagram posts.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramSums {
    /// Sum of known views.
    views: i64,
    /// Sum of known likes.
    likes: i64,
    /// Sum of known comments.
    comments: i64,
}

impl From<Counts> for InstagramSums {
    fn from(counts: Counts) -> Self {
        Self {
            views: counts.views,
            likes: counts.likes,
            comments: counts.comments,
        }
    }
}

/// Sums of known counts over Instagram posts, beside averages.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramTotalCounts {
    /// Sum of known views.
    total_views: i64,
    /// Sum of known likes.
    total_likes: i64,
    /// Sum of known comments.
    total_comments: i64,
}

impl From<Counts> for InstagramTotalCounts {
    fn from(counts: Counts) -> Self {
        Self {
            total_views: counts.views,
            total_likes: counts.likes,
            total_comments: counts.comments,
        }
    }
}

/// Sums of known counts over TikTok videos, beside averages.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokTotalCounts {
    /// Sum of known views.
    total_views: i64,
    /// Sum of known likes.
    total_likes: i64,
    /// Sum of known comments.
    total_comments: i64,
    /// Sum of known shares.
    total_shares: i64,
    /// Sum of known saves.
    total_saves: i64,
}

impl From<Counts> for TiktokTotalCounts {
    fn from(counts: Counts) -> Self {
        Self {
            total_views: counts.views,
            total_likes: counts.likes,
            total_comments: counts.comments,
            total_shares: counts.shares,
            total_saves: counts.saves,
        }
    }
}
