//! The lease of a run: one scraper at a time holds it, and a scraper that lost it cannot write.

use std::time::Duration;

use clipmeter_proto::v1::{CompleteRunResponse, FetchBatchResponse};
use clipmeter_runtime::saturate;
use sqlx::PgConnection;
use uuid::Uuid;

use super::work::remaining_units;
use super::{RunStore, close, release};
use crate::platform_config::{self, discovery};
use crate::{DbError, codes};

/// Length of a lease. A scraper renews it three times in that time, so that two lost calls do not cost it the
/// run. When a scraper dies, its run is idle for at most this long.
pub(crate) const LEASE_LENGTH: Duration = Duration::from_secs(30);

/// Why a run is closed instead of leased.
const POOL_CHANGED: &str = "some accounts or videos of the run now belong to another scraper pool";

impl RunStore {
    /// Takes the lease of a run and returns the remaining work; see `Ingest.FetchBatch` in the proto. At the first lease,
    /// closes the run instead if a unit has changed its scraper pool, because the pool must not read the unit, or if the
    /// pool cannot be used.
    /// `source_address` is the scraper's name for the address that its requests leave from.
    pub async fn fetch_batch(
        &self,
        run: Uuid,
        token: Option<Uuid>,
        source_address: &str,
    ) -> Result<FetchBatchResponse, DbError> {
        // The results could not be stored.
        self.storage.check()?;
        let now = self.clock.now();
        let mut tx = self.pool.begin().await?;
        let row = sqlx::query!(
            "SELECT platform, lease_token, lease_expires_at, taken_at, ended_at, traceparent, scraper_pool FROM runs
             WHERE id = $1 FOR UPDATE",
            run
        )
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(DbError::NoSuchRun)?;
        if row.ended_at.is_some() {
            return Err(DbError::RunEnded);
        }
        let continues = token.is_some() && token == row.lease_token;
        if !continues && row.lease_expires_at.is_some_and(|end| end > now) {
            return Err(DbError::LeaseHeld);
        }
        let pool = row.scraper_pool.as_deref();
        if row.taken_at.is_none() && has_units_of_other_pools(&mut tx, run, pool).await? {
            // Other runs can read its units at once.
            close(&mut tx, now, run, POOL_CHANGED).await?;
            tx.commit().await?;
            return Err(DbError::ScraperPool(POOL_CHANGED.to_owned()));
        }
        let platform = codes::platform(&row.platform);
        let address = match self.address(&mut tx, run, platform, pool, source_address).await {
            // A rollback would leave a run that seems not to have been started.
            Err(error @ (DbError::ScraperPool(_) | DbError::Proxy(_))) if row.taken_at.is_none() => {
                close(&mut tx, now, run, &error.to_string()).await?;
                tx.commit().await?;
                return Err(error);
            }
            address => address?,
        };
        let token = token.filter(|_| continues).unwrap_or_else(Uuid::new_v4);
        // A new holder numbers its messages from 1 again.
        sqlx::query!(
            "UPDATE runs SET lease_token = $2, lease_expires_at = $3, taken_at = coalesce(taken_at, $5),
                 last_sequence = CASE WHEN $4 THEN last_sequence ELSE 0 END
             WHERE id = $1",
            run,
            token,
            now + LEASE_LENGTH,
            continues,
            now
        )
        .execute(&mut *tx)
        .await?;
        let units = remaining_units(&mut tx, run, platform, now).await?;
        let platform_config = platform_config::current(&mut tx).await?.message();
        let may_discover = discovery::may_discover(&mut tx, run, platform, now).await?;
        tx.commit().await?;
        Ok(FetchBatchResponse {
            lease_token: token.to_string(),
            lease_seconds: saturate::<u32>(LEASE_LENGTH.as_secs()),
            platform: platform.into(),
            units,
            platform_config,
            address: Some(address),
            may_discover,
            traceparent: row.traceparent.unwrap_or_default(),
        })
    }

    /// Extends the lease; `true` means that its holder must stop.
    pub async fn heartbeat(&self, run: Uuid, token: Uuid) -> Result<bool, DbError> {
        let cancelled = sqlx::query_scalar!(
            "UPDATE runs SET lease_expires_at = $3
             WHERE id = $1 AND lease_token = $2 AND ended_at IS NULL RETURNING cancelled",
            run,
            token,
            self.clock.now() + LEASE_LENGTH
        )
        .fetch_optional(self.pool.statement())
        .await?;
        match cancelled {
            Some(cancelled) => Ok(cancelled),
            None => Err(self.refusal_reason(run, token).await?),
        }
    }

    /// Completes the run. Idempotent.
    pub async fn complete_run(&self, run: Uuid, token: Uuid) -> Result<CompleteRunResponse, DbError> {
        let mut tx = self.pool.begin().await?;
        let ended = sqlx::query!(
            "UPDATE runs SET ended_at = $3, end_reason = 'completed'
             WHERE id = $1 AND lease_token = $2 AND ended_at IS NULL",
            run,
            token,
            self.clock.now()
        )
        .execute(&mut *tx)
        .await?;
        if ended.rows_affected() > 0 {
            release(&mut tx, run).await?;
        }
        let counts = sqlx::query!(
            "SELECT items_new, items_updated FROM runs
             WHERE id = $1 AND lease_token = $2 AND end_reason = 'completed'",
            run,
            token
        )
        .fetch_optional(&mut *tx)
        .await?;
        tx.commit().await?;
        match counts {
            Some(counts) => Ok(CompleteRunResponse {
                items_new: counts.items_new.unsigned_abs(),
                items_updated: counts.items_updated.unsigned_abs(),
            }),
            None => Err(self.refusal_reason(run, token).await?),
        }
    }

    /// Returns the reason why a call with this token was rejected.
    pub(crate) async fn refusal_reason(&self, run: Uuid, token: Uuid) -> Result<DbError, DbError> {
        let row = sqlx::query!("SELECT lease_token, ended_at FROM runs WHERE id = $1", run)
            .fetch_optional(self.pool.statement())
            .await?;
        Ok(match row {
            None => DbError::NoSuchRun,
            Some(row) if row.ended_at.is_some() => DbError::RunEnded,
            Some(row) if row.lease_token == Some(token) => DbError::Contended,
            Some(_) => DbError::LeaseLost,
        })
    }
}

/// Returns whether the scraper pool of a run must not read one of its units now. Nothing forbids reading units that are
/// not tracked.
async fn has_units_of_other_pools(
    connection: &mut PgConnection,
    run: Uuid,
    pool: Option<&str>,
) -> Result<bool, sqlx::Error> {
    // With joins, the pools of all accounts and videos would be computed.
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM account_pools p
                          WHERE p.account_id = ANY (ARRAY(SELECT u.account_id FROM run_units u
                                                          WHERE u.run_id = $1 AND u.assigned))
                            AND (NOT p.is_allowed OR p.pool IS DISTINCT FROM $2))
               OR EXISTS (SELECT FROM unit_pools('{}', ARRAY(SELECT u.tracked_video_id FROM run_units u
                                                             WHERE u.run_id = $1 AND u.assigned)) p
                          WHERE p.pool IS DISTINCT FROM $2) AS "has_others!""#,
        run,
        pool
    )
    .fetch_one(connection)
    .await
}
