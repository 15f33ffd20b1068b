//! A tracked account as it is shown.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scheduler::{AT_ONCE, Target, Unit, UnitKey, next_due};

use super::status_text;
use crate::http::types::{InstagramAccount, TiktokAccount};
use crate::store::tracked::TrackedAccount;

/// What an account is called before its first scrape.
const PENDING: &str = "pending";

const SECONDS_PER_MINUTE: u32 = 60;

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

    fn status(&self) -> String {
        self.row
            .last_outcome
            .clone()
            .unwrap_or_else(|| PENDING.to_owned())
    }

    fn status_text(&self) -> String {
        match &self.row.last_outcome {
            None => "Waiting for the first scrape".to_owned(),
            Some(code) => status_text(code.parse().unwrap_or(Outcome::Unspecified)).to_owned(),
        }
    }

    fn next_scrape(&self) -> Option<DateTime<Utc>> {
        let last_attempt = self.row.last_attempt_at?;
        let unit = Unit {
            key: UnitKey {
                platform: self.platform,
                target: Target::Account(self.row.account_id),
            },
            interval_seconds: self.row.interval_minutes.unsigned_abs() * SECONDS_PER_MINUTE,
            last_attempt: Some(last_attempt.timestamp()),
            consecutive_failures: self.row.consecutive_failures.unsigned_abs(),
            group: self.row.group_id,
            requested: false,
        };
        match next_due(&unit, self.now.timestamp()) {
            AT_ONCE => Some(self.now),
            due => DateTime::from_timestamp(due, 0),
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
            status: view.status(),
            status_text: view.status_text(),
            next_scrape: view.next_scrape(),
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
            status: view.status(),
            status_text: view.status_text(),
            next_scrape: view.next_scrape(),
            username: view.row.username,
            group: view.row.group_name,
        }
    }
}
