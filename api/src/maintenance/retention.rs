//! Background retention: deletes expired data.

use std::time::Duration;

use clipmeter_db::ingest::captured_responses;
use clipmeter_db::pictures::shown::delete_if_off;
use clipmeter_db::rate_limits::buckets::prune_rate_limit_buckets;
use clipmeter_db::rate_limits::endpoint_history::prune_endpoint_history;
use clipmeter_db::stats::{days, traffic};
use clipmeter_db::{retention, sessions, tombstones};
use sqlx::{Postgres, Transaction};
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
                Some(Err(error)) => {
                    tracing::warn!(%error, "maintenance failed; retrying in an hour");
                }
                None => return,
            }
        }
    }

    /// Deletes everything whose retention has passed. Each kind of data has its own transaction, and a kind
    /// that another program is already deleting is skipped.
    pub async fn run_maintenance_once(&self) -> Result<CleanupStats, ApiError> {
        let now = self.clock.now();
        let mut stats = CleanupStats::default();
        if let Some(mut transaction) = self.begin_maintenance().await? {
            stats.history = retention::prune_history(&mut transaction, now).await?;
            transaction.commit().await?;
        }
        while let Some(mut transaction) = self.begin_maintenance().await? {
            let were_some = days::delete_old_costs(&mut transaction).await?;
            transaction.commit().await?;
            if !were_some {
                break;
            }
        }
        while let Some(mut transaction) = self.begin_maintenance().await? {
            let (purged, may_be_more) = tombstones::purge(&mut transaction, now).await?;
            transaction.commit().await?;
            stats.tombstones += purged;
            if !may_be_more {
                break;
            }
        }
        while let Some(mut transaction) = self.begin_maintenance().await? {
            let (were_some, may_be_more) = retention::prune_removed_items(&mut transaction, now).await?;
            transaction.commit().await?;
            stats.items |= were_some;
            if !may_be_more {
                break;
            }
        }
        while let Some(mut transaction) = self.begin_maintenance().await? {
            let (deleted, may_be_more) = delete_if_off(&mut transaction).await?;
            transaction.commit().await?;
            stats.pictures += deleted;
            if !may_be_more {
                break;
            }
        }
        if let Some(mut transaction) = self.begin_maintenance().await? {
            stats.pool += prune_rate_limit_buckets(&mut transaction, now).await?;
            stats.pool += sessions::prune_session_hours(&mut transaction, now).await?;
            stats.pool += prune_endpoint_history(&mut transaction, now).await?;
            stats.reports += traffic::prune(&mut transaction, now).await?;
            stats.reports += captured_responses::prune(&mut transaction, now).await?;
            transaction.commit().await?;
        }
        Ok(stats)
    }

    /// Begins a transaction that holds the maintenance lock; `None` if another program holds it.
    async fn begin_maintenance(&self) -> Result<Option<Transaction<'static, Postgres>>, sqlx::Error> {
        let mut transaction = self.pools.maintenance.begin().await?;
        let is_alone = retention::try_lock(&mut transaction).await?;
        Ok(is_alone.then_some(transaction))
    }
}
