//! What admins watch.

use serde::Serialize;
use utoipa::ToSchema;

use super::AccountCounts;

/// Totals over all groups, or over one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminOverview {
    /// People.
    pub users: UserCounts,
    /// Tracked accounts; one that several groups track counts once.
    pub accounts: AccountCounts,
    /// Collected items.
    pub content: CollectedContent,
    /// Sums of the known counts.
    pub engagement: Engagement,
}

/// How many users there are.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct UserCounts {
    /// All, platform admins among them when all groups are meant.
    pub total: i64,
    /// Those who are not deactivated.
    pub active: i64,
}

/// Collected items of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CollectedContent {
    /// Instagram posts.
    pub instagram_posts: i64,
    /// TikTok videos.
    pub tiktok_videos: i64,
    /// Instagram posts that were collected for the first time within the last 24 hours.
    pub recent_instagram: i64,
    /// TikTok videos that were collected for the first time within the last 24 hours.
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

/// How scraping goes, in accounts of each platform.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ScrapingStatus {
    /// Never scraped yet, due, or being scraped.
    pub pending: AccountCounts,
    /// Scraped with success within the last 24 hours.
    pub recent: AccountCounts,
    /// Being scraped, or in a run that waits for its scraper.
    pub running: AccountCounts,
    /// The last attempt failed.
    pub failing: AccountCounts,
    /// The pool of Instagram sessions, whichever group is asked for. Up to a minute old.
    pub sessions: SessionCounts,
}

/// Whether there are Instagram sessions enough.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SessionCounts {
    /// Those that runs work with or may be lent now.
    #[schema(example = 14)]
    pub usable: i64,
    /// As many as the tracked accounts ask for, so that each goes at half of what it bears.
    #[schema(example = 3)]
    pub required: i64,
}
