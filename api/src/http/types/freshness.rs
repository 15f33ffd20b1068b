//! Age of the metrics.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::Waiting;

/// Age of the metrics of each platform.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Freshness {
    /// Instagram accounts.
    pub instagram: PlatformFreshness,
    /// TikTok accounts; single videos are not included.
    pub tiktok: PlatformFreshness,
}

/// When the tracked accounts of a platform were read, and why some were not. Accounts tracked only by inactive groups
/// are not scraped and not counted; an account tracked by several groups counts once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlatformFreshness {
    /// Accounts that are scraped.
    pub accounts: i64,
    /// The most recent successful scrape of any account; null before the first.
    pub last_scrape: Option<DateTime<Utc>>,
    /// The oldest of the accounts' last successful scrapes: all metrics are at least as recent. Accounts that were
    /// never scraped are ignored; null without any other.
    pub oldest_scrape: Option<DateTime<Utc>>,
    /// When the first of the attempted accounts is due again; in the past while it is queued, not before its platform's
    /// cooldown ends, null before the first attempt.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why nothing on the platform is read now; absent while it is read, and without accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// Accounts without a successful scrape so far.
    pub never_scraped: i64,
    /// The ones among them that wait for their first scrape; the others are counted as failing.
    pub pending: i64,
    /// Why accounts fail, most frequent reason first; empty when the last attempt at each succeeded.
    pub failing: Vec<FailingAccounts>,
}

/// Accounts whose last attempt failed for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FailingAccounts {
    /// The outcome's code.
    #[schema(example = "rate_limited")]
    pub status: String,
    /// Human-readable status, with what can be done about it.
    #[schema(example = "The platform limits our requests. Scraping is retried later.")]
    pub status_text: String,
    /// Number of accounts.
    pub accounts: i64,
}
