//! A tracked account as it is shown.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scheduler::{Kind, Target, UnitKey};

use super::pace::{at_rest, shown};
use super::{Progress, Waits};
use crate::attempts::Attempts;
use crate::http::error::Problem;
use crate::http::scope::Transaction;
use crate::http::types::{
    AccountPace, ClaimedBy, InstagramAccount, PaceReason, SeriesLength, TiktokAccount, Waiting,
};
use crate::store::capacity;
use crate::store::days;
use crate::store::identity::{self, Claimant};
use crate::store::tracked::TrackedAccount;

/// A tracked account at a point in time.
pub(crate) struct AccountView {
    platform: Platform,
    row: TrackedAccount,
    /// Over the week that ends with the day of `now`; None: it has not been read for so long.
    gained_views: Option<i64>,
    claimant: Option<Claimant>,
    /// Until when nothing of the platform is read.
    rests_until: Option<DateTime<Utc>>,
    waits: Waits,
    now: DateTime<Utc>,
}

impl AccountView {
    /// These accounts at a point in time.
    pub(crate) async fn all(
        transaction: &mut Transaction,
        platform: Platform,
        rows: Vec<TrackedAccount>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Self>, Problem> {
        let accounts: Vec<i64> = rows.iter().map(|row| row.account_id).collect();
        let from = SeriesLength::WEEK.first_day(now.date_naive());
        let gained = days::gained_views(transaction, &accounts, from).await?;
        let claimed = rows.iter().filter(|row| row.claimed_at.is_some());
        let claimed: Vec<i64> = claimed.map(|row| row.account_id).collect();
        let claimants = identity::claimants(transaction, &claimed).await?;
        let rests_until = capacity::rests_until(transaction, platform, now).await?;
        let waits = Waits::of(transaction, platform, now).await?;
        let view = |row: TrackedAccount| Self {
            platform,
            rests_until,
            waits,
            gained_views: row
                .first_success_at
                .filter(|first| first.date_naive() < from)
                .map(|_| gained.get(&row.account_id).copied().unwrap_or_default()),
            claimant: claimants.get(&row.account_id).cloned(),
            row,
            now,
        };
        Ok(rows.into_iter().map(view).collect())
    }

    /// `tracked_accounts.id`.
    pub(crate) fn id(&self) -> i64 {
        self.row.id
    }

    /// None while nobody asks for it.
    fn next_scrape(&self) -> Option<DateTime<Utc>> {
        self.rest()
            .is_none()
            .then(|| self.progress().next_scrape(self.now, self.rests_until))
    }

    fn waiting(&self) -> Option<Waiting> {
        let asked = self.rest().is_none();
        asked
            .then(|| self.waits.hold(self.progress(), self.now))
            .flatten()
    }

    fn pace(&self) -> AccountPace {
        match self.rest() {
            Some(reason) => at_rest(reason),
            None => shown(self.progress().attempts.pace()),
        }
    }

    /// Why nobody asks for it; None: somebody does.
    fn rest(&self) -> Option<PaceReason> {
        if self.row.suspended {
            Some(PaceReason::Suspended)
        } else if !self.row.group_is_active {
            Some(PaceReason::Inactive)
        } else {
            self.row.claimed_at.map(|_| PaceReason::Undecided)
        }
    }

    fn progress(&self) -> Progress<'_> {
        Progress {
            key: UnitKey {
                platform: self.platform,
                target: Target::Account(self.row.account_id),
            },
            group_id: self.row.group_id,
            attempts: Attempts {
                kind: Kind::Account {
                    has_armed: self.row.has_armed,
                },
                interval_minutes: self.row.interval_minutes,
                last_outcome: self.row.last_outcome.as_deref(),
                last_attempt_at: self.row.last_attempt_at,
                consecutive_failures: self.row.consecutive_failures,
                quiet_since: self.row.quiet_since,
            },
        }
    }
}

impl From<AccountView> for InstagramAccount {
    fn from(view: AccountView) -> Self {
        Self {
            id: view.row.id,
            post_count: view.row.items,
            viewed: view.row.viewed,
            gap: view.row.gap,
            gained_views_7_days: view.gained_views,
            last_scraped: view.row.last_success_at,
            group_id: view.row.group_id,
            status: view.progress().status(),
            status_text: view.progress().status_text(Outcome::text),
            next_scrape: view.next_scrape(),
            waiting: view.waiting(),
            pace: view.pace(),
            username: view.row.username,
            former_usernames: view.row.former_usernames,
            claimed_by: view.claimant.map(ClaimedBy::from),
            group: view.row.group_name,
            managed_by: view.row.managed_by,
        }
    }
}

impl From<AccountView> for TiktokAccount {
    fn from(view: AccountView) -> Self {
        Self {
            id: view.row.id,
            video_count: view.row.items,
            viewed: view.row.viewed,
            gap: view.row.gap,
            gained_views_7_days: view.gained_views,
            last_scraped: view.row.last_success_at,
            group_id: view.row.group_id,
            status: view.progress().status(),
            status_text: view.progress().status_text(Outcome::text),
            next_scrape: view.next_scrape(),
            waiting: view.waiting(),
            pace: view.pace(),
            username: view.row.username,
            former_usernames: view.row.former_usernames,
            claimed_by: view.claimant.map(ClaimedBy::from),
            group: view.row.group_name,
            managed_by: view.row.managed_by,
        }
    }
}
