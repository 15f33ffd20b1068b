//! A tracked account as it is shown.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::{Target, UnitKey};

use super::{Progress, status_text};
use crate::http::types::{InstagramAccount, TiktokAccount};
use crate::store::tracked::TrackedAccount;

/// A tracked account at a point in time.
pub(crate) struct AccountView {
    platform: Platform,
    row: TrackedAccount,
    now: DateTime<Utc>,
}

impl AccountView {
    pub(crate) fn new(platform: Platform, row: TrackedAccount, now: DateTime<Utc>) -> Self {
        Self { platform, row, now }
    }

    fn progress(&self) -> Progress<'_> {
        Progress {
            key: UnitKey {
                platform: self.platform,
                target: Target::Account(self.row.account_id),
            },
            group_id: self.row.group_id,
            interval_minutes: self.row.interval_minutes,
            last_outcome: self.row.last_outcome.as_deref(),
            last_attempt_at: self.row.last_attempt_at,
            consecutive_failures: self.row.consecutive_failures,
        }
    }
}

impl From<AccountView> for InstagramAccount {
    fn from(view: AccountView) -> Self {
        Self {
            id: view.row.id,
            post_count: view.row.items,
            last_scraped: view.row.last_success_at,
            group_id: view.row.group_id,
            status: view.progress().status(),
            status_text: view.progress().status_text(status_text),
            next_scrape: view.progress().next_scrape(view.now),
            username: view.row.username,
            group: view.row.group_name,
        }
    }
}

impl From<AccountView> for TiktokAccount {
    fn from(view: AccountView) -> Self {
        Self {
            id: view.row.id,
            video_count: view.row.items,
            last_scraped: view.row.last_success_at,
            group_id: view.row.group_id,
            status: view.progress().status(),
            status_text: view.progress().status_text(status_text),
            next_scrape: view.progress().next_scrape(view.now),
            username: view.row.username,
            group: view.row.group_name,
        }
    }
}
