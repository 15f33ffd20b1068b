//! Requested scrapes: they take priority over the queue, and the response waits a limited time for their end.

pub(crate) mod params;
pub(crate) mod selection;

use clipmeter_proto::OutcomeSubject;
use clipmeter_proto::v1::{Outcome, Platform};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::waiting::Waiting;

/// Whether the scrape has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunStatus {
    /// Everything was scraped; the counts are final.
    Completed,
    /// The scrape continues in the background; the lists show its results.
    Processing,
}

/// Result of scraping one of several accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AccountResult {
    /// The account's handle, without @.
    pub(crate) username: String,
    /// `success`, `pending` while the account waits, or why it failed: the code of the outcome, the `reason` for which it cannot be read
    /// now, or `interrupted`.
    #[schema(example = "success")]
    pub(crate) status: String,
    /// Human-readable reason of the failure; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// Number of items that were collected for the first time.
    pub(crate) new: i64,
    /// Number of items with changed metrics.
    pub(crate) updated: i64,
}

/// Number of accounts of a platform by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PlatformSummary {
    /// Accounts that were scraped successfully.
    pub(crate) successful: i64,
    /// Accounts that failed; the status of each account gives the reason.
    pub(crate) failed: i64,
}

/// A scrape that continues in the background.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TriggeredScrape {
    /// Human-readable message.
    #[schema(example = "Scraping started")]
    pub(crate) message: String,
    /// The runs that scrape the group's accounts; `GET /api/scraping/runs/{id}` returns their progress.
    pub(crate) run_ids: Vec<Uuid>,
    /// Why a platform cannot be scraped now, one entry per platform; absent if everything was scraped or nothing blocks it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) waiting: Vec<Waiting>,
}

/// The message for an account that the scrape did not reach before it ended.
pub(crate) const INTERRUPTED: &str =
    "The update was interrupted. Another update starts when the next update is due.";

/// Builds the row of an account of a platform. Without an outcome the account is pending, unless everything has ended.
pub(crate) fn account_result(
    platform: Platform,
    username: String,
    outcome: Option<Outcome>,
    ended: bool,
    new: i64,
    updated: i64,
) -> AccountResult {
    let (status, error) = match outcome {
        Some(outcome) if outcome.is_success() => ("success", None),
        Some(outcome) => {
            let text = outcome.text(platform, OutcomeSubject::Account);
            (outcome.code(), Some(text.into_owned()))
        }
        None if ended => ("interrupted", Some(INTERRUPTED.to_owned())),
        None => ("pending", None),
    };
    AccountResult {
        username,
        status: status.to_owned(),
        error,
        new,
        updated,
    }
}

/// Builds the row of an account that cannot be read now.
pub(crate) fn waiting_result(username: String, waiting: Waiting) -> AccountResult {
    AccountResult {
        username,
        status: waiting.reason.code().to_owned(),
        error: Some(waiting.message),
        new: 0,
        updated: 0,
    }
}

pub(crate) const IN_BACKGROUND: &str = "Updating in the background";

pub(crate) fn status_of(ended: bool) -> RunStatus {
    if ended {
        RunStatus::Completed
    } else {
        RunStatus::Processing
    }
}

pub(crate) fn message(
    status: RunStatus,
    accounts: PlatformSummary,
    videos: Option<PlatformSummary>,
) -> String {
    match (status, videos) {
        (RunStatus::Processing, _) => IN_BACKGROUND.to_owned(),
        (RunStatus::Completed, None) => counts(accounts, "account"),
        (RunStatus::Completed, Some(videos)) => {
            format!("{}; {}", counts(accounts, "account"), counts(videos, "video"))
        }
    }
}

/// Returns "8 accounts updated", "7 accounts updated, 1 failed".
fn counts(PlatformSummary { successful, failed }: PlatformSummary, noun: &str) -> String {
    let updated = match successful {
        1 => format!("1 {noun} updated"),
        n => format!("{n} {noun}s updated"),
    };
    match failed {
        0 => updated,
        n => format!("{updated}, {n} failed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_of_completed_scrape_counts_accounts_and_videos() {
        let summary = |successful, failed| PlatformSummary { successful, failed };
        for (accounts, videos, expected) in [
            (summary(8, 0), None, "8 accounts updated"),
            (summary(1, 2), None, "1 account updated, 2 failed"),
            (
                summary(0, 1),
                Some(summary(3, 0)),
                "0 accounts updated, 1 failed; 3 videos updated",
            ),
        ] {
            assert_eq!(message(RunStatus::Completed, accounts, videos), expected);
        }
        assert_eq!(message(RunStatus::Processing, summary(1, 0), None), IN_BACKGROUND);
    }
}
