//! Scrapes that somebody asked for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Waiting;

/// Whether the answer was worth waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Everything was scraped; the counts are final.
    Completed,
    /// The scrape goes on in the background; the lists show what it finds.
    Processing,
}

/// Whose accounts are to be scraped.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScrapeScope {
    /// Admins: a group, or all groups when absent. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
}

/// How the scrape of one Instagram account went.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstagramRefresh {
    /// `processing` when it goes on in the background.
    pub status: RunStatus,
    /// For people.
    pub message: String,
    /// Posts seen for the first time.
    pub posts_processed: i64,
    /// Posts with new numbers.
    pub items_updated: i64,
    /// The run that reads the account; `GET /api/scraping/runs/{id}` tells how far it is.
    pub run_id: Option<Uuid>,
    /// Why the account is not read now; absent when it was read, or nothing holds it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
}

/// How the scrape of one TikTok account went.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TiktokRefresh {
    /// `processing` when it goes on in the background.
    pub status: RunStatus,
    /// For people.
    pub message: String,
    /// Videos seen for the first time.
    pub videos_processed: i64,
    /// Videos with new numbers.
    pub items_updated: i64,
    /// The run that reads the account; `GET /api/scraping/runs/{id}` tells how far it is.
    pub run_id: Option<Uuid>,
    /// Why the account is not read now; absent when it was read, or nothing holds it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
}

/// How the scrape of one of many accounts went.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountResult {
    /// The account's name, without @.
    pub username: String,
    /// `success`, `pending` while it waits, or the code of the outcome that it failed with.
    #[schema(example = "success")]
    pub status: String,
    /// Why it failed, for people; absent unless it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Items seen for the first time.
    pub new: i64,
    /// Items with new numbers.
    pub updated: i64,
}

/// How the scrape of all accounts of a platform goes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlatformScrape {
    /// `processing` when it goes on in the background.
    pub status: RunStatus,
    /// For people.
    pub message: String,
    /// One per account, in alphabetical order.
    pub results: Vec<AccountResult>,
    /// How many of the single videos ended how; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub videos: Option<PlatformSummary>,
    /// The runs that read them; `GET /api/scraping/runs/{id}` tells how far one is.
    pub run_ids: Vec<Uuid>,
    /// Why a platform is not read now, one entry a platform; absent when everything was read, or nothing holds it up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// How many accounts of a platform ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlatformSummary {
    /// Accounts that were read.
    pub successful: i64,
    /// Accounts that were not; the account says why.
    pub failed: i64,
}

/// How many accounts ended how.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ScrapeSummary {
    /// Instagram accounts.
    pub instagram: PlatformSummary,
    /// TikTok accounts.
    pub tiktok: PlatformSummary,
}

/// How the scrape of all accounts of both platforms goes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScrapeAll {
    /// `processing` when it goes on in the background; the summary then counts what has ended.
    pub status: RunStatus,
    /// For people.
    pub message: String,
    /// What has ended.
    pub summary: ScrapeSummary,
    /// The runs that read them; `GET /api/scraping/runs/{id}` tells how far one is.
    pub run_ids: Vec<Uuid>,
    /// Why a platform is not read now, one entry a platform; absent when everything was read, or nothing holds it up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}
