//! Loads a tracked account with all data of its response.

use chrono::{DateTime, Utc};
use clipmeter_db::pictures::shown;
use clipmeter_db::stats::days;
use clipmeter_db::tracking::accounts::TrackedAccount;
use clipmeter_db::tracking::attempts::Attempts;
use clipmeter_db::tracking::identity::{self, NewOwner};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::{Target, UnitKey, UnitKind};

use super::account::{InstagramAccount, NewHandleOwner, TiktokAccount};
use super::cadence::{AccountCadence, CadenceReason, not_scraped, scheduled};
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::failing::{FailingEntry, FailingKind};
use crate::http::period::Period;
use crate::http::pictures::path::path_of;
use crate::http::progress::Progress;
use crate::http::waiting::{Blocks, Waiting, Waits};

/// A tracked account at a point in time.
pub(crate) struct AccountView {
    platform: Platform,
    row: TrackedAccount,
    /// Views gained in the week that ends with the day of `now`; None: the account has not been read for that long.
    gained_views: Option<i64>,
    new_owner: Option<NewOwner>,
    blocks: Blocks,
    /// `/api/pictures/NAME`; `None` without an avatar, and while pictures are off.
    picture: Option<String>,
    now: DateTime<Utc>,
}

impl AccountView {
    /// Loads these accounts at a point in time.
    pub(crate) async fn all(
        transaction: &mut Transaction,
        platform: Platform,
        rows: Vec<TrackedAccount>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Self>, Problem> {
        let accounts: Vec<i64> = rows.iter().map(|row| row.account_id).collect();
        let week = Period::or_usual(None, None, days::today(transaction, now).await?)?;
        let gained = days::gained_views(transaction, &accounts, [week.from, week.to]).await?;
        let disputed = rows.iter().filter(|row| row.handle_conflict_at.is_some());
        let disputed: Vec<i64> = disputed.map(|row| row.account_id).collect();
        let new_owners = identity::new_owners(transaction, &disputed).await?;
        let targets: Vec<Target> = accounts.iter().copied().map(Target::Account).collect();
        let waits = Waits::of(transaction, platform, &targets, now).await?;
        let pictures = shown::of_accounts(transaction, &accounts).await?;
        let view = |row: TrackedAccount| Self {
            platform,
            blocks: waits.of_unit(Target::Account(row.account_id)),
            gained_views: row
                .first_day
                .filter(|first| *first < week.from)
                .map(|_| gained.get(&row.account_id).copied().unwrap_or_default()),
            picture: pictures.get(&row.account_id).map(|name| path_of(name)),
            new_owner: new_owners.get(&row.account_id).cloned(),
            row,
            now,
        };
        Ok(rows.into_iter().map(view).collect())
    }

    pub(crate) fn id(&self) -> i64 {
        self.row.id
    }

    /// None while no scrape is scheduled.
    fn next_scrape(&self) -> Option<DateTime<Utc>> {
        self.not_scraped_reason()
            .is_none()
            .then(|| self.progress().next_scrape(self.now, self.blocks.cooldown_until))
    }

    fn waiting(&self) -> Option<Waiting> {
        let is_scraped = self.not_scraped_reason().is_none();
        is_scraped
            .then(|| self.blocks.waiting(self.progress(), self.now))
            .flatten()
    }

    fn cadence(&self) -> AccountCadence {
        match self.not_scraped_reason() {
            Some(reason) => not_scraped(reason),
            None => scheduled(self.progress().attempts.cadence()),
        }
    }

    /// Returns why no scrape is scheduled; None if one is.
    fn not_scraped_reason(&self) -> Option<CadenceReason> {
        if self.row.suspended {
            Some(CadenceReason::Suspended)
        } else if !self.row.group_is_active {
            Some(CadenceReason::Inactive)
        } else {
            self.row.handle_conflict_at.map(|_| CadenceReason::Undecided)
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
                kind: UnitKind::Account {
                    has_boosted: self.row.has_boosted,
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

impl From<AccountView> for FailingEntry {
    fn from(view: AccountView) -> Self {
        Self {
            platform: view.platform.into(),
            kind: FailingKind::Account,
            id: view.row.id,
            status: view.progress().status(),
            status_text: view.progress().status_text(),
            last_scraped: view.row.last_success_at,
            next_scrape: view.next_scrape(),
            items: view.row.items,
            managed_by: view.row.managed_by,
            name: view.row.username,
            group_id: view.row.group_id,
            group: view.row.group_name,
        }
    }
}

impl From<AccountView> for InstagramAccount {
    fn from(view: AccountView) -> Self {
        Self {
            id: view.row.id,
            post_count: view.row.items,
            viewed: view.row.viewed,
            views: view.row.views,
            followers: view.row.followers,
            gap: view.row.gap,
            gained_views_7_days: view.gained_views,
            last_scraped: view.row.last_success_at,
            group_id: view.row.group_id,
            status: view.progress().status(),
            status_text: view.progress().status_text(),
            next_scrape: view.next_scrape(),
            waiting: view.waiting(),
            cadence: view.cadence(),
            username: view.row.username,
            picture: view.picture,
            former_usernames: view.row.former_usernames,
            new_owner: view.new_owner.map(NewHandleOwner::from),
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
            views: view.row.views,
            followers: view.row.followers,
            gap: view.row.gap,
            gained_views_7_days: view.gained_views,
            last_scraped: view.row.last_success_at,
            group_id: view.row.group_id,
            status: view.progress().status(),
            status_text: view.progress().status_text(),
            next_scrape: view.next_scrape(),
            waiting: view.waiting(),
            cadence: view.cadence(),
            username: view.row.username,
            picture: view.picture,
            former_usernames: view.row.former_usernames,
            new_owner: view.new_owner.map(NewHandleOwner::from),
            group: view.row.group_name,
            managed_by: view.row.managed_by,
        }
    }
}
