//! Background retention: deletes expired data.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_db::ingest::captured_responses;
use clipmeter_db::pictures::shown::delete_if_off;
use clipmeter_db::rate_limits::buckets::prune_rate_limit_buckets;
use clipmeter_db::rate_limits::endpoint_history::prune_endpoint_history;
use clipmeter_db::stats::{days, traffic};
use clipmeter_db::{retention, sessions, tombstones};
use sqlx::{PgConnection, Postgres, Transaction};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::{Api, ApiError};

/// Retention need not be more precise than an hour.
const INTERVAL: Duration = Duration::from_hours(1);

/// What a maintenance pass deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanupStats {
    /// Months of measurements were deleted.
    pub history: bool,
    /// Items that were removed from their platform were deleted.
    pub items: bool,
    /// The number of accounts, videos and groups that were purged because they can no longer be restored.
    pub tombstones: u64,
    /// The number of items and accounts whose pictures were deleted because pictures are off.
    pub pictures: u64,
    /// The number of deleted rate-limit buckets, hourly session counts and endpoint cooldowns that are no
    /// longer needed.
    pub pool: u64,
    /// The number of deleted traffic totals and captured responses.
    pub reports: u64,
}

impl Api {
    /// Runs maintenance until `stop`: retention once an hour, and the recount of days when the time zone was changed.
    pub async fn run_maintenance(self, stop: CancellationToken) {
        tokio::join!(self.delete_expired(&stop), self.recount_days(&stop));
    }

    /// Deletes expired data once an hour until `stop`. A pass that fails is retried an hour later.
    async fn delete_expired(&self, stop: &CancellationToken) {
        let mut hours = interval(INTERVAL);
        hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(hours.tick()).await.is_some() {
            match stop.run_until_cancelled(self.run_maintenance_once()).await {
                Some(Ok(stats)) if stats == CleanupStats::default() => {}
                Some(Ok(stats)) => tracing::info!(?stats, "deleted expired data"),
                // Each failed step is logged.
                Some(Err(_)) => {}
                None => return,
            }
        }
    }

    /// Deletes everything whose retention has passed, and creates partitions of the history ahead of time. A step that fails does
    /// not prevent the others; the first error is returned. A step that another program is already doing is skipped.
    pub async fn run_maintenance_once(&self) -> Result<CleanupStats, ApiError> {
        let mut stats = CleanupStats::default();
        let mut failure = None;
        if let Err(error) = self.runs.prepare_months().await {
            tracing::warn!(%error, "cannot create the next month's partition; retrying in an hour");
            failure = Some(error.into());
        }
        if let Err(error) = self.runs.delete_old_runs().await {
            tracing::warn!(%error, "cannot delete old runs; retrying in an hour");
            failure.get_or_insert(error.into());
        }
        for step in Step::ALL {
            if let Err(error) = self.run_step(step, &mut stats).await {
                tracing::warn!(%error, ?step, "a maintenance step failed; retrying in an hour");
                failure.get_or_insert(error);
            }
        }
        failure.map_or(Ok(stats), Err)
    }

    /// Deletes one kind of data, in one transaction for each batch.
    async fn run_step(&self, step: Step, stats: &mut CleanupStats) -> Result<(), ApiError> {
        let now = self.clock.now();
        while let Some(mut transaction) = self.begin_maintenance().await? {
            let may_be_more = step.delete_batch(&mut transaction, now, stats).await?;
            transaction.commit().await?;
            if !may_be_more {
                break;
            }
        }
        Ok(())
    }

    /// Begins a transaction that holds the maintenance lock; `None` if another program holds it.
    async fn begin_maintenance(&self) -> Result<Option<Transaction<'static, Postgres>>, sqlx::Error> {
        let mut transaction = self.pools.maintenance.begin().await?;
        let is_alone = retention::try_lock(&mut transaction).await?;
        Ok(is_alone.then_some(transaction))
    }
}

/// A kind of expired data.
#[derive(Clone, Copy, Debug)]
enum Step {
    History,
    Costs,
    Tombstones,
    RemovedItems,
    Pictures,
    Pool,
    Reports,
}

impl Step {
    const ALL: [Self; 7] = [
        Self::History,
        Self::Costs,
        Self::Tombstones,
        Self::RemovedItems,
        Self::Pictures,
        Self::Pool,
        Self::Reports,
    ];

    /// Deletes a batch. Returns whether there may be more.
    async fn delete_batch(
        self,
        connection: &mut PgConnection,
        now: DateTime<Utc>,
        stats: &mut CleanupStats,
    ) -> Result<bool, ApiError> {
        match self {
            Self::History => {
                stats.history = retention::prune_history(connection, now).await?;
                Ok(false)
            }
            Self::Costs => Ok(days::delete_old_costs(connection).await?),
            Self::Tombstones => {
                let (purged, may_be_more) = tombstones::purge(connection, now).await?;
                stats.tombstones += purged;
                Ok(may_be_more)
            }
            Self::RemovedItems => {
                let (were_some, may_be_more) = retention::prune_removed_items(connection, now).await?;
                stats.items |= were_some;
                Ok(may_be_more)
            }
            Self::Pictures => {
                let (deleted, may_be_more) = delete_if_off(connection).await?;
                stats.pictures += deleted;
                Ok(may_be_more)
            }
            Self::Pool => {
                stats.pool += prune_rate_limit_buckets(connection, now).await?;
                stats.pool += sessions::prune_session_hours(connection, now).await?;
                stats.pool += prune_endpoint_history(connection, now).await?;
                Ok(false)
            }
            Self::Reports => {
                stats.reports += traffic::prune(connection, now).await?;
                stats.reports += captured_responses::prune(connection, now).await?;
                Ok(false)
            }
        }
    }
}
