//! Selects the targets of a scrape request.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use clipmeter_db::audit::Action;
use clipmeter_db::runs::failed;
use clipmeter_db::tracking::accounts::{self, TrackedAccount};
use clipmeter_db::tracking::{resources, videos};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use serde_json::{Value, json};

use crate::http::error::Problem;
use crate::http::scope::GroupScope;
use crate::http::scrape::PlatformSummary;
use crate::http::scrapes::Scraped;
use crate::http::state::HttpState;
use crate::http::waiting::Waits;

/// What a scope tracks on a platform: the visible accounts, and the single videos.
pub(crate) struct ScrapeSelection {
    pub(crate) platform: Platform,
    /// Each account once, even if several groups track it.
    pub(crate) accounts: Vec<TrackedAccount>,
    /// The unit rows of the videos.
    pub(crate) videos: Vec<i64>,
}

impl ScrapeSelection {
    /// Selects everything that the scope tracks on the platform, except inactive groups, suspended accounts and
    /// accounts with a handle conflict.
    pub(crate) async fn all(
        state: &HttpState,
        scope: &GroupScope,
        platform: Platform,
    ) -> Result<Self, Problem> {
        Self::select(state, scope, platform, |_| true).await
    }

    /// Selects the targets whose last attempt failed and may succeed on another attempt.
    pub(crate) async fn failed(
        state: &HttpState,
        scope: &GroupScope,
        platform: Platform,
    ) -> Result<Self, Problem> {
        Self::select(state, scope, platform, |code| {
            code.and_then(|code| code.parse().ok())
                .is_some_and(failed::is_to_be_retried)
        })
        .await
    }

    /// Selects targets by the code of their last outcome.
    async fn select(
        state: &HttpState,
        scope: &GroupScope,
        platform: Platform,
        is_selected: impl Fn(Option<&str>) -> bool,
    ) -> Result<Self, Problem> {
        let mut transaction = scope.read().await?;
        let mut accounts = accounts::list(&mut transaction, platform, None).await?;
        let suspended = resources::suspended_accounts(&mut transaction).await?;
        accounts.retain(|account| {
            account.group_is_active
                && account.handle_conflict_at.is_none()
                && !suspended.contains(&account.id)
                && is_selected(account.last_outcome.as_deref())
        });
        let mut selected = HashSet::new();
        accounts.retain(|account| selected.insert(account.account_id));
        let videos = if platform.descriptor().has_single_items {
            videos::to_scrape(&mut transaction).await?
        } else {
            Vec::new()
        };
        drop(transaction);
        let videos: Vec<i64> = videos
            .iter()
            .filter(|video| is_selected(video.last_outcome.as_deref()))
            .map(|video| video.id)
            .collect();
        Ok(Self {
            platform,
            accounts,
            videos: state.scrapes.video_units(&videos).await?,
        })
    }

    /// Records the request for all targets in the audit log, if there are any.
    pub(crate) async fn note(&self, scope: &GroupScope) -> Result<(), Problem> {
        if self.is_empty() {
            return Ok(());
        }
        let details = json!({
            "platform": self.platform.code(),
            "accounts": self.accounts.len(),
            "videos": self.videos.len(),
        });
        note(scope, details).await
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.accounts.is_empty() && self.videos.is_empty()
    }

    pub(crate) fn targets(&self) -> Vec<Target> {
        let accounts = self.accounts.iter().map(|account| account.account_id);
        let videos = self.videos.iter().copied().map(Target::Video);
        accounts.map(Target::Account).chain(videos).collect()
    }

    /// Loads what blocks the targets without a result at the time of the response.
    pub(crate) async fn waits(
        &self,
        scope: &GroupScope,
        scraped: &Scraped,
        now: DateTime<Utc>,
    ) -> Result<Waits, Problem> {
        let mut left = self.targets();
        left.retain(|target| !scraped.ends.contains_key(target));
        if left.is_empty() {
            return Ok(Waits::default());
        }
        let mut transaction = scope.read().await?;
        Waits::of(&mut transaction, self.platform, &left, now).await
    }

    /// Counts the results of accounts; single videos are not included.
    pub(crate) fn account_summary(&self, scraped: &Scraped) -> PlatformSummary {
        let accounts = self.accounts.iter().map(|account| account.account_id);
        summarize(accounts.map(Target::Account), scraped)
    }

    /// Counts the results of single videos; None without any.
    pub(crate) fn video_summary(&self, scraped: &Scraped) -> Option<PlatformSummary> {
        let videos = self.videos.iter().copied().map(Target::Video);
        (!self.videos.is_empty()).then(|| summarize(videos, scraped))
    }
}

/// Counts finished targets; those that no run reads and those that an ended run did not reach count as failed.
fn summarize(targets: impl Iterator<Item = Target>, scraped: &Scraped) -> PlatformSummary {
    let mut summary = PlatformSummary::default();
    for target in targets {
        match scraped.ends.get(&target) {
            Some(end) if end.outcome.is_success() => summary.successful += 1,
            None if scraped.pending.contains(&target) => {}
            Some(_) | None => summary.failed += 1,
        }
    }
    summary
}

/// Records the request before anything is started: a scraper cannot be part of a transaction, and a request without
/// effect was still made.
pub(crate) async fn note(scope: &GroupScope, details: Value) -> Result<(), Problem> {
    let mut transaction = scope.write().await?;
    scope
        .caller()
        .record(&mut transaction, Action::ScrapeRequest, scope.group_id(), details)
        .await?;
    Ok(transaction.commit_note().await?)
}
