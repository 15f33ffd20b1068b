//! Runs: opening, listing and ending them, and what came of them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clipmeter_proto::v1::{OpenRun, Outcome, Platform, RunTrigger, TrackedUnit, UnitKey, unit_key};
use sqlx::{PgConnection, PgPool};
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use super::{Notice, Notices, notices, sessions, units};
use crate::{ApiError, Clock, Secrets};

/// Most units of one run. The scheduler's batches have 50; a run for "scrape all" of a big group has more.
const MAX_UNITS: usize = 1_000;

/// Items of an account that are read when all of them are: more than all but a few accounts ever posted, and an end to
/// the walk through the rest.
const FULL_WALK_ITEMS: i32 = 1_000;

/// Items of an account that are read otherwise: those young enough to still gain views by the minute.
const SHORT_WALK_ITEMS: i32 = 100;

/// How often all of an account's items are read.
const FULL_WALK_EVERY: Duration = Duration::from_hours(24);

/// How long an ended run is kept: long enough to look into what went wrong over a weekend. Thousands of accounts read every
/// few minutes are a million units a day.
const KEEP_ENDED: Duration = Duration::from_hours(7 * 24);

/// Old runs deleted whenever one is opened: more than one, so that a backlog shrinks, and so few that opening stays quick.
const PRUNE_AT_ONCE: i64 = 5;

/// Runs and the work in them, for control planes, scrapers and requests. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RunStore {
    pub(super) pool: PgPool,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) secrets: Arc<Secrets>,
    pub(super) notices: Notices,
    /// Months (`year * 12 + month`) whose partition of the history is known to exist.
    pub(super) months: Arc<Mutex<HashSet<i32>>>,
}

/// What came of a run so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunResult {
    /// Nothing more will come.
    pub ended: bool,
    /// In the order in which they are worked.
    pub units: Vec<UnitResult>,
}

/// What came of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitResult {
    /// `platform_accounts.id`, unless it is a video or was deleted since.
    pub account_id: Option<i64>,
    /// `tracked_videos.id`, unless it is an account or was deleted since.
    pub tracked_video_id: Option<i64>,
    /// `None` until it ended, and for good when the run ended before it.
    pub outcome: Option<Outcome>,
    /// Items seen for the first time.
    pub items_new: i64,
}

impl RunStore {
    pub(crate) fn new(pool: PgPool, clock: Arc<dyn Clock>, secrets: Arc<Secrets>, notices: Notices) -> Self {
        Self {
            pool,
            clock,
            secrets,
            notices,
            months: Arc::default(),
        }
    }

    /// Everything that may be scraped.
    pub async fn list_units(&self) -> Result<Vec<TrackedUnit>, ApiError> {
        units::list(&self.pool).await
    }

    /// Opens a run for `units` and returns how many it holds; see `Control.OpenRun` of the contract.
    pub async fn open_run(
        &self,
        run: Uuid,
        platform: Platform,
        units: &[UnitKey],
        trigger: RunTrigger,
    ) -> Result<u32, ApiError> {
        let trigger = match trigger {
            RunTrigger::Schedule => "schedule",
            RunTrigger::Request => "request",
            RunTrigger::Unspecified => return Err(ApiError::invalid("say why the run is opened")),
        };
        let (accounts, videos) = sort_keys(platform, units)?;
        let now = self.clock.now();
        let mut tx = self.pool.begin().await?;
        let opened = sqlx::query!(
            "INSERT INTO runs (id, platform, trigger, opened_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            run,
            platform.code(),
            trigger,
            now
        )
        .execute(&mut *tx)
        .await?;
        if opened.rows_affected() > 0 {
            hold_accounts(&mut tx, run, platform, &accounts, now - FULL_WALK_EVERY).await?;
            hold_videos(&mut tx, run, &videos).await?;
        }
        prune(&mut tx, now - KEEP_ENDED).await?;
        let held = sqlx::query_scalar!(r#"SELECT count(*) AS "n!" FROM run_units WHERE run_id = $1"#, run)
            .fetch_one(&mut *tx)
            .await?;
        if held == 0 {
            tx.rollback().await?;
        } else {
            tx.commit().await?;
        }
        Ok(u32::try_from(held).unwrap_or(u32::MAX))
    }

    /// Runs that have not ended, the oldest first.
    pub async fn list_runs(&self) -> Result<Vec<OpenRun>, ApiError> {
        let rows = sqlx::query!(
            r#"
            SELECT r.id, r.platform, r.trigger, r.opened_at, r.lease_expires_at,
                   (SELECT count(*) FROM run_units u WHERE u.run_id = r.id) AS "units!"
            FROM runs r WHERE r.ended_at IS NULL ORDER BY r.opened_at, r.id
            "#
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| OpenRun {
                run_id: row.id.to_string(),
                platform: units::platform(&row.platform).into(),
                trigger: match row.trigger.as_str() {
                    "request" => RunTrigger::Request,
                    _ => RunTrigger::Schedule,
                }
                .into(),
                units: u32::try_from(row.units).unwrap_or(u32::MAX),
                opened_at: row.opened_at.timestamp(),
                lease_expires_at: row.lease_expires_at.map(|time| time.timestamp()),
            })
            .collect())
    }

    /// Ends a run whose process is gone. A run that has ended already stays as it is.
    pub async fn close_run(&self, run: Uuid, reason: &str) -> Result<(), ApiError> {
        let mut tx = self.pool.begin().await?;
        let closed = sqlx::query!(
            "UPDATE runs SET ended_at = $2, ending = 'closed', closing_reason = $3
             WHERE id = $1 AND ended_at IS NULL",
            run,
            self.clock.now(),
            reason
        )
        .execute(&mut *tx)
        .await?;
        if closed.rows_affected() > 0 {
            release(&mut tx, run).await?;
            tx.commit().await?;
            return Ok(());
        }
        sqlx::query_scalar!("SELECT id FROM runs WHERE id = $1", run)
            .fetch_optional(&mut *tx)
            .await?
            .map(drop)
            .ok_or(ApiError::NoSuchRun)
    }

    /// What came of a run so far.
    pub async fn result(&self, run: Uuid) -> Result<RunResult, ApiError> {
        let rows = sqlx::query!(
            r#"
            SELECT r.ended_at IS NOT NULL AS "ended!", u.account_id, u.tracked_video_id, u.outcome, u.items_new
            FROM runs r JOIN run_units u ON u.run_id = r.id
            WHERE r.id = $1 ORDER BY u.id
            "#,
            run
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(RunResult {
            ended: rows.first().ok_or(ApiError::NoSuchRun)?.ended,
            units: rows
                .into_iter()
                .map(|row| UnitResult {
                    account_id: row.account_id,
                    tracked_video_id: row.tracked_video_id,
                    outcome: row.outcome.and_then(|code| code.parse().ok()),
                    items_new: row.items_new,
                })
                .collect(),
        })
    }

    /// Waits for a run to end, at most for `limit`, and returns what came of it by then.
    pub async fn wait(&self, run: Uuid, limit: Duration) -> Result<RunResult, ApiError> {
        let mut news = self.notices.subscribe();
        let deadline = tokio::time::Instant::now() + limit;
        loop {
            let result = self.result(run).await?;
            if result.ended {
                return Ok(result);
            }
            loop {
                match tokio::time::timeout_at(deadline, news.recv()).await {
                    Ok(Ok(Notice::RunEnded(ended))) if ended == run => break,
                    Ok(Ok(Notice::Missed) | Err(RecvError::Lagged(_))) => break,
                    Ok(Ok(_)) => {}
                    Err(_) | Ok(Err(RecvError::Closed)) => return self.result(run).await,
                }
            }
        }
    }
}

/// Returns what an ended run held to the queue and the pool.
pub(super) async fn release(connection: &mut PgConnection, run: Uuid) -> Result<(), ApiError> {
    sqlx::query!(
        "UPDATE run_units SET held = false WHERE run_id = $1 AND held",
        run
    )
    .execute(&mut *connection)
    .await?;
    sessions::release(connection, run).await?;
    notices::run_ended(connection, run).await
}

/// Deletes some of the runs that ended before `limit`. Those that another transaction is deleting are left to it.
async fn prune(connection: &mut PgConnection, limit: chrono::DateTime<chrono::Utc>) -> Result<(), ApiError> {
    sqlx::query!(
        "DELETE FROM runs WHERE id IN (
             SELECT id FROM runs WHERE ended_at < $1 ORDER BY ended_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
        limit,
        PRUNE_AT_ONCE
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Account ids and video ids of the keys.
fn sort_keys(platform: Platform, units: &[UnitKey]) -> Result<(Vec<i64>, Vec<i64>), ApiError> {
    if platform == Platform::Unspecified {
        return Err(ApiError::invalid("name the platform of the run"));
    }
    if units.len() > MAX_UNITS {
        return Err(ApiError::invalid(format!(
            "a run holds at most {MAX_UNITS} units; open several"
        )));
    }
    let (mut accounts, mut videos) = (Vec::new(), Vec::new());
    for unit in units {
        if unit.platform() != platform {
            return Err(ApiError::invalid("all units of a run are of the run's platform"));
        }
        match unit.id {
            Some(unit_key::Id::AccountId(id)) => accounts.push(id),
            Some(unit_key::Id::VideoId(id)) => videos.push(id),
            None => return Err(ApiError::invalid("a unit names an account or a video")),
        }
    }
    Ok((accounts, videos))
}

async fn hold_accounts(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
    accounts: &[i64],
    full_walk_before: chrono::DateTime<chrono::Utc>,
) -> Result<(), ApiError> {
    sqlx::query!(
        "INSERT INTO run_units (run_id, account_id, max_items)
         SELECT $1, a.id, CASE WHEN a.last_full_walk_at > $4 THEN $6::int ELSE $5::int END
         FROM platform_accounts a
         WHERE a.id = ANY ($2) AND a.platform = $3
           AND EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
         ORDER BY a.id
         ON CONFLICT (account_id) WHERE held DO NOTHING",
        run,
        accounts,
        platform.code(),
        full_walk_before,
        FULL_WALK_ITEMS,
        SHORT_WALK_ITEMS
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Groups may track one video in rows of their own: the first of them stands for all.
async fn hold_videos(connection: &mut PgConnection, run: Uuid, videos: &[i64]) -> Result<(), ApiError> {
    sqlx::query!(
        "INSERT INTO run_units (run_id, tracked_video_id)
         SELECT $1, min(same.id)
         FROM tracked_videos v
         JOIN tracked_videos same ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
         WHERE v.id = ANY ($2)
         GROUP BY coalesce(v.video_id, v.short_url)
         ORDER BY min(same.id)
         ON CONFLICT (tracked_video_id) WHERE held DO NOTHING",
        run,
        videos
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a walk of `max_items` reads everything.
pub(super) fn is_full_walk(max_items: Option<i32>) -> bool {
    max_items.is_some_and(|items| items >= FULL_WALK_ITEMS)
}
