//! Requested scrapes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Waiting;

/// Whether the scrape has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Everything was scraped; the counts are final.
    Completed,
    /// The scrape continues in the background; the lists show its results.
    Processing,
}

/// Selects the group to scrape.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScrapeScope {
    /// Admins: a group, or all groups when absent. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
}

/// Result of scraping one Instagram account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramRefresh {
    /// `processing` when the scrape continues in the background.
    pub status: RunStatus,
    /// Human-readable text.
    pub message: String,
    /// Posts seen for the first time.
    pub posts_processed: i64,
    /// Posts with new metrics.
    pub items_updated: i64,
    /// The run that reads the account; `GET /api/scraping/runs/{id}` returns its progress.
    pub run_id: Option<Uuid>,
    /// Why the account is not read now; absent when it was read or nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
}

/// Result of scraping one TikTok account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TiktokRefresh {
    /// `processing` when the scrape continues in the background.
    pub status: RunStatus,
    /// Human-readable text.
    pub message: String,
    /// Videos seen for the first time.
    pub videos_processed: i64,
    /// Videos with new metrics.
    pub items_updated: i64,
    /// The run that reads the account; `GET /api/scraping/runs/{id}` returns its progress.
    pub run_id: Option<Uuid>,
    /// Why the account is not read now; absent when it was read or nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
}

/// Result of scraping one of several accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountResult {
    /// The account's handle, without @.
    pub username: String,
    /// `success`, `pending` while the account waits, or the code of the failed outcome.
    #[schema(example = "success")]
    pub status: String,
    /// Human-readable reason of the failure; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Items seen for the first time.
    pub new: i64,
    /// Items with new metrics.
    pub updated: i64,
}

/// Result of scraping all accounts of a platform.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlatformScrape {
    /// `processing` when the scrape continues in the background.
    pub status: RunStatus,
    /// Human-readable text.
    pub message: String,
    /// One per account, in alphabetical order.
    pub results: Vec<AccountResult>,
    /// Results of the single videos; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub videos: Option<PlatformSummary>,
    /// The runs that read the accounts; `GET /api/scraping/runs/{id}` returns their progress.
    pub run_ids: Vec<Uuid>,
    /// Why a platform is not read now, one entry per platform; absent when everything was read or nothing blocks it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// Number of accounts of a platform by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlatformSummary {
    /// Accounts that were read.
    pub successful: i64,
    /// Accounts that failed; the account's status gives the reason.
    pub failed: i64,
}

/// Number of accounts by result.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ScrapeSummary {
    /// Instagram accounts.
    pub instagram: PlatformSummary,
    /// TikTok accounts.
    pub tiktok: PlatformSummary,
}

/// Result of scraping all accounts of both platforms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScrapeAll {
    /// `processing` when the scrape continues in the background; the summary then counts finished accounts only.
    pub status: RunStatus,
    /// Human-readable text.
    pub message: String,
    /// Finished accounts.
    pub summary: ScrapeSummary,
    /// The runs that read the accounts; `GET /api/scraping/runs/{id}` returns their progress.
    pub run_ids: Vec<Uuid>,
    /// Why a platform is not read now, one entry per platform; absent when everything was read or nothing blocks it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}
