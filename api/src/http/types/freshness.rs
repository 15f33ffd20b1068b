//! How old the numbers are.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::Waiting;

/// How old the numbers of each platform are.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Freshness {
    /// Instagram's accounts.
    pub instagram: PlatformFreshness,
    /// TikTok's accounts; single videos are not among them.
    pub tiktok: PlatformFreshness,
}

/// When the tracked accounts of a platform were read, and why some were not. What only inactive groups track is not
/// scraped and not counted; an account that several groups track counts once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlatformFreshness {
    /// The accounts that are scraped.
    pub accounts: i64,
    /// The most recent successful scrape of any account; null before the first.
    pub last_scrape: Option<DateTime<Utc>>,
    /// The last successful scrape of the account that was left alone longest: every number is at least as new. Accounts
    /// that were never scraped are not meant; null without any other.
    pub oldest_scrape: Option<DateTime<Utc>>,
    /// When the first of the accounts that were attempted is due again; in the past while it waits in the queue, not before
    /// its platform has rested, null before the first attempt at any.
    pub next_scrape: Option<DateTime<Utc>>,
    /// Why nothing of the platform is read now; absent while it is, and without accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// Accounts without a successful scrape so far.
    pub never_scraped: i64,
    /// Those of them that wait for their first scrape; the others are among the failing.
    pub pending: i64,
    /// Why accounts fail, the most frequent reason first; empty when the last attempt at each was a success.
    pub failing: Vec<FailingAccounts>,
}

/// Accounts whose last attempt failed for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FailingAccounts {
    /// The code of the outcome.
    #[schema(example = "rate_limited")]
    pub status: String,
    /// The status for people, with what can be done about it.
    #[schema(example = "The platform limits our requests. It is tried again later.")]
    pub status_text: String,
    /// How many accounts.
    pub accounts: i64,
}
