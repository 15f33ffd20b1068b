//! Totals and scraping status for admins.

use serde::Serialize;
use utoipa::ToSchema;

use super::AccountCounts;

/// Totals over all groups or one group.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminOverview {
    /// Users.
    pub users: UserCounts,
    /// Tracked accounts; one tracked by several groups counts once.
    pub accounts: AccountCounts,
    /// Collected items.
    pub content: CollectedContent,
    /// Sums of the known counts.
    pub engagement: Engagement,
}

/// Number of users.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct UserCounts {
    /// All users, including platform admins when the totals cover all groups.
    pub total: i64,
    /// Active users.
    pub active: i64,
}

/// Collected items of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CollectedContent {
    /// Instagram posts.
    pub instagram_posts: i64,
    /// TikTok videos.
    pub tiktok_videos: i64,
    /// Instagram posts first collected within the last 24 hours.
    pub recent_instagram: i64,
    /// TikTok videos first collected within the last 24 hours.
    pub recent_tiktok: i64,
}

/// Sums of the known counts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Engagement {
    /// Over Instagram posts.
    pub instagram: InstagramEngagement,
    /// Over TikTok videos.
    pub tiktok: TiktokEngagement,
}

/// Sums over Instagram posts.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct InstagramEngagement {
    /// Posts whose views are known.
    pub viewed: i64,
    /// Sum of known views.
    pub views: i64,
    /// Sum of known likes.
    pub likes: i64,
    /// Sum of known comments.
    pub comments: i64,
}

/// Sums over TikTok videos.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TiktokEngagement {
    /// Videos whose views are known.
    pub viewed: i64,
    /// Sum of known views.
    pub views: i64,
    /// Sum of known likes.
    pub likes: i64,
    /// Sum of known comments.
    pub comments: i64,
    /// Sum of known shares.
    pub shares: i64,
}

/// Scraping status, in accounts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ScrapingStatus {
    /// Never scraped, due, or being scraped.
    pub pending: AccountCounts,
    /// Successfully scraped within the last 24 hours.
    pub recent: AccountCounts,
    /// Being scraped, or in a run that waits for its scraper.
    pub running: AccountCounts,
    /// The last attempt failed.
    pub failing: AccountCounts,
    /// The pool of Instagram sessions, independent of the group. Up to a minute old.
    pub sessions: SessionCounts,
}

/// Whether there are enough Instagram sessions.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SessionCounts {
    /// Sessions that are in use or can be leased now.
    #[schema(example = 14)]
    pub usable: i64,
    /// Sessions that the tracked accounts need if each runs at half of its rate limit.
    #[schema(example = 3)]
    pub required: i64,
}
