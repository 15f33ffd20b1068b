//! What nobody has to ask for: letting go of what is kept long enough.

use std::time::Duration;

use sqlx::{PgConnection, Postgres, Transaction};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::store::{
    captured_responses, prune_endpoint_history, prune_rate_limit_buckets, retention, sessions, traffic,
};
use crate::{Api, ApiError};

/// Nothing is kept to the hour.
const EVERY: Duration = Duration::from_hours(1);

/// Names the advisory lock that one of several programs over one database holds: "keephous" in ASCII.
const LOCK: i64 = 0x6b65_6570_686f_7573;

/// What was let go of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanupStats {
    /// Months of measurements went.
    pub history: bool,
    /// Items that were removed from their platform went.
    pub items: bool,
    /// So many turns, hours of sessions and facts about endpoints went that nobody needs any more.
    pub pool: u64,
    /// So many sums of traffic and answers that were not understood went.
    pub reports: u64,
}

impl Api {
    /// Keeps house once an hour until `stop`. What fails is tried again with the next hour.
    pub async fn run_maintenance(self, stop: CancellationToken) {
        let mut hours = interval(EVERY);
        hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(hours.tick()).await.is_some() {
            match stop.run_until_cancelled(self.run_maintenance_once()).await {
                Some(Ok(stats)) if stats == CleanupStats::default() => {}
                Some(Ok(stats)) => tracing::info!(?stats, "deleted expired data"),
                Some(Err(error)) => {
                    tracing::warn!(%error, "maintenance failed; it is tried again in an hour");
                }
                None => return,
            }
        }
    }

    /// Lets go of what is kept long enough by now. Each kind is a transaction of its own, and another program that is at it is left
    /// to it.
    pub async fn run_maintenance_once(&self) -> Result<CleanupStats, ApiError> {
        let now = self.clock.now();
        let mut stats = CleanupStats::default();
        if let Some(mut transaction) = self.begin_maintenance().await? {
            stats.history = retention::prune_history(&mut transaction, now).await?;
            transaction.commit().await?;
        }
        while let Some(mut transaction) = self.begin_maintenance().await? {
            let (were_some, may_be_more) = retention::prune_removed_items(&mut transaction, now).await?;
            transaction.commit().await?;
            stats.items |= were_some;
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

    /// A transaction that nobody else keeps house in.
    async fn begin_maintenance(&self) -> Result<Option<Transaction<'static, Postgres>>, sqlx::Error> {
        let mut transaction = self.pools.maintenance.begin().await?;
        let is_alone = lock(&mut transaction).await?;
        Ok(is_alone.then_some(transaction))
    }
}

async fn lock(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock($1) AS "is_alone!""#, LOCK)
        .fetch_one(connection)
        .await
}
