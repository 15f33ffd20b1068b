//! Opens runs.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_proto::trace_context;
use clipmeter_proto::v1::{Platform, RunTrigger, UnitKey, unit_key};
use clipmeter_runtime::saturate;
use sqlx::PgConnection;
use strum::IntoStaticStr;
use uuid::Uuid;

use super::RunStore;
use crate::DbError;

/// Maximum number of units in one run. The scheduler's batches have 50; a "scrape all" run of a large group has
/// more.
const MAX_UNITS: usize = 1_000;

/// Retention of ended runs: long enough to investigate a problem after a weekend. Thousands of accounts read
/// every few minutes are a million units a day.
const ENDED_RUN_RETENTION: Duration = Duration::from_hours(7 * 24);

/// Old runs deleted whenever one is opened: more than one, so that a backlog shrinks, and few enough that
/// opening stays fast.
const PRUNE_AT_ONCE: i64 = 5;

/// Why a run was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Why {
    /// Its units are due.
    Schedule,
    /// A user requested a scrape now.
    Request,
    /// A user requested a retry of failed units: those of this run, or of all runs.
    Retry(Option<Uuid>),
}

impl Why {
    /// Returns the code in SQL and JSON.
    fn code(self) -> &'static str {
        self.into()
    }

    fn retry_of(self) -> Option<Uuid> {
        match self {
            Self::Retry(run) => run,
            Self::Schedule | Self::Request => None,
        }
    }
}

impl RunStore {
    /// Opens a run without a scraper pool; see [`RunStore::open_run_of_pool`].
    pub async fn open_run(
        &self,
        run: Uuid,
        platform: Platform,
        units: &[UnitKey],
        trigger: RunTrigger,
    ) -> Result<u32, DbError> {
        self.open_run_of_pool(run, platform, units, trigger, None).await
    }

    /// Opens a run for the units that the scraper pool reads, and returns how many are assigned to the run;
    /// see `Control.OpenRun` in the proto.
    pub async fn open_run_of_pool(
        &self,
        run: Uuid,
        platform: Platform,
        units: &[UnitKey],
        trigger: RunTrigger,
        pool: Option<&str>,
    ) -> Result<u32, DbError> {
        let why = match trigger {
            RunTrigger::Schedule => Why::Schedule,
            RunTrigger::Request => Why::Request,
            RunTrigger::Unspecified => return Err(DbError::invalid("the trigger of the run is missing")),
        };
        self.open_run_because(run, platform, units, why, pool).await
    }

    /// Like [`RunStore::open_run_of_pool`], also for retries.
    pub async fn open_run_because(
        &self,
        run: Uuid,
        platform: Platform,
        units: &[UnitKey],
        why: Why,
        pool: Option<&str>,
    ) -> Result<u32, DbError> {
        self.storage.check()?;
        let opened = self.open_with_room(run, platform, units, why, pool).await;
        self.storage.wrote(&opened, DbError::write_refusal);
        opened
    }

    async fn open_with_room(
        &self,
        run: Uuid,
        platform: Platform,
        units: &[UnitKey],
        why: Why,
        pool: Option<&str>,
    ) -> Result<u32, DbError> {
        let (accounts, videos) = sort_keys(platform, units)?;
        let now = self.clock.now();
        let mut tx = self.begin_as_leader().await?;
        let opened = sqlx::query!(
            "INSERT INTO runs (id, platform, trigger, opened_at, retry_of, traceparent, scraper_pool)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT DO NOTHING",
            run,
            platform.code(),
            why.code(),
            now,
            why.retry_of(),
            trace_context::current().map(|current| current.to_string()),
            pool
        )
        .execute(&mut *tx)
        .await?;
        if opened.rows_affected() > 0 {
            // A trigger omits units of other scraper pools.
            assign_accounts(&mut tx, run, platform, &accounts).await?;
            assign_videos(&mut tx, run, &videos).await?;
        }
        prune(&mut tx, now - ENDED_RUN_RETENTION).await?;
        let assigned = sqlx::query_scalar!(
            "UPDATE runs SET units = (SELECT count(*) FROM run_units u WHERE u.run_id = runs.id) WHERE id = $1
             RETURNING units",
            run
        )
        .fetch_one(&mut *tx)
        .await?;
        if assigned == 0 {
            tx.rollback().await?;
        } else {
            tx.commit().await?;
            // The user who requested the run may read it before its notification arrives.
            self.change_notifications.revisions().written();
        }
        Ok(saturate::<u32>(assigned))
    }

    /// Deletes all runs whose retention has passed: while nothing is scraped, no run is opened that would delete them.
    pub async fn delete_old_runs(&self) -> Result<(), DbError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let deleted = prune(&mut tx, self.clock.now() - ENDED_RUN_RETENTION).await?;
            tx.commit().await?;
            if saturate::<i64>(deleted) < PRUNE_AT_ONCE {
                return Ok(());
            }
        }
    }
}

/// Deletes some of the runs that ended before `limit`, and returns how many. Skips those that another transaction is deleting.
async fn prune(connection: &mut PgConnection, limit: DateTime<Utc>) -> Result<u64, DbError> {
    let deleted = sqlx::query!(
        "DELETE FROM runs WHERE id IN (
             SELECT id FROM runs WHERE ended_at < $1 ORDER BY ended_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
        limit,
        PRUNE_AT_ONCE
    )
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

/// Returns the account ids and video ids of the keys.
fn sort_keys(platform: Platform, units: &[UnitKey]) -> Result<(Vec<i64>, Vec<i64>), DbError> {
    if platform == Platform::Unspecified {
        return Err(DbError::invalid("the platform of the run is missing"));
    }
    if units.len() > MAX_UNITS {
        return Err(DbError::invalid(format!(
            "a run may have at most {MAX_UNITS} units; open several runs"
        )));
    }
    let (mut accounts, mut videos) = (Vec::new(), Vec::new());
    for unit in units {
        if unit.platform() != platform {
            return Err(DbError::invalid(
                "all units of a run must belong to the run's platform",
            ));
        }
        match unit.id {
            Some(unit_key::Id::AccountId(id)) => accounts.push(id),
            Some(unit_key::Id::VideoId(id)) => videos.push(id),
            None => return Err(DbError::invalid("a unit needs the ID of an account or a video")),
        }
    }
    Ok((accounts, videos))
}

/// Locks the accounts, so that one that is being deleted gets no unit.
async fn assign_accounts(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    accounts: &[i64],
) -> Result<(), DbError> {
    // A separate statement: the insertion sees what was deleted while this one waited for the locks.
    sqlx::query!(
        "SELECT id FROM platform_accounts WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE",
        accounts
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO run_units (run_id, account_id)
         SELECT $1, a.id
         FROM platform_accounts a
         WHERE a.id = ANY ($2) AND a.platform = $3
           AND EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
         ORDER BY a.id
         ON CONFLICT (account_id) WHERE assigned DO NOTHING",
        run,
        accounts,
        platform.code()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Groups may track the same video in separate rows; the first row stands for all.
async fn assign_videos(connection: &mut PgConnection, run: Uuid, videos: &[i64]) -> Result<(), DbError> {
    sqlx::query!(
        "INSERT INTO run_units (run_id, tracked_video_id)
         SELECT $1, min(same.id)
         FROM tracked_videos v
         JOIN tracked_videos same ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
         WHERE v.id = ANY ($2)
         GROUP BY coalesce(v.video_id, v.short_url)
         ORDER BY min(same.id)
         ON CONFLICT (tracked_video_id) WHERE assigned DO NOTHING",
        run,
        videos
    )
    .execute(connection)
    .await?;
    Ok(())
}
