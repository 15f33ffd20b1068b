//! Runs: lists and closes them, and returns their results. `open` opens runs, `lease` leases and
//! completes them, and `report` stores scrapers' reports with [`crate::ingest`].

mod addresses;
mod assignments;
pub mod capacity;
pub mod failed;
pub(crate) mod lease;
pub mod list;
pub mod open;
mod permits;
mod pictures;
mod pools;
mod refused;
mod report;
mod take_session;
mod tracked_units;
pub mod units;
pub mod wait;
pub mod watched;
mod work;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{OpenRun, Outcome, RunTrigger, TrackedUnit};
use clipmeter_proto::{LeaderTerm, child_span};
use clipmeter_runtime::{Clock, Random, saturate};
use clipmeter_scheduler::{Selection, Target};
use parking_lot::Mutex;
use sqlx::{PgConnection, Postgres, Transaction};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::database::change_listener::ChangeListener;
use crate::database::change_notification::{self, ChangeNotification};
use crate::database::connections::Pool;
use crate::ingest::reported::Reported;
use crate::pictures::PictureRoom;
use crate::secrets::Secrets;
use crate::storage::Storage;
use crate::{DbError, codes, leader, sessions};

pub use tracked_units::DueUnits;

/// Between two queries while the database is down; a restart takes a second.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Runs and their units, for control planes, scrapers and HTTP requests. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RunStore {
    pub pool: Pool,
    pub clock: Arc<dyn Clock>,
    pub random: Arc<Random>,
    pub secrets: Arc<Secrets>,
    pub change_notifications: ChangeListener,
    pub storage: Storage,
    /// Months (`year * 12 + month`) whose partition of the history is known to exist.
    pub months: Arc<Mutex<HashSet<i32>>>,
    /// This process's counters of scrapers' reports.
    pub reported: Reported,
    /// Whether runs are asked for pictures.
    pub picture_room: PictureRoom,
    /// The term of the operator that opens and closes runs; `None`: not checked.
    pub leader: Option<LeaderTerm>,
}

/// The results of a run so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunResult {
    /// The results are final.
    pub ended: bool,
    /// In the order in which they are read.
    pub units: Vec<UnitResult>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitResult {
    /// `platform_accounts.id`; `None` for a video, or if it was deleted since.
    pub account_id: Option<i64>,
    /// `tracked_videos.id`; `None` for an account, or if it was deleted since.
    pub tracked_video_id: Option<i64>,
    /// `None` until it has ended; stays `None` when the run ended first.
    pub outcome: Option<Outcome>,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
}

impl UnitResult {
    /// Returns the key of the account or video, unless it was deleted since.
    #[must_use]
    pub fn target(&self) -> Option<Target> {
        self.account_id
            .map(Target::Account)
            .or(self.tracked_video_id.map(Target::Video))
    }
}

impl RunStore {
    pub fn new(
        pool: Pool,
        clock: Arc<dyn Clock>,
        random: Arc<Random>,
        secrets: Arc<Secrets>,
        change_notifications: ChangeListener,
        storage: Storage,
    ) -> Self {
        Self {
            pool,
            clock,
            random,
            secrets,
            change_notifications,
            storage,
            months: Arc::default(),
            reported: Reported::default(),
            picture_room: PictureRoom::default(),
            leader: None,
        }
    }

    /// Returns the same store with another clock, to report data that was read in the past.
    #[must_use]
    pub fn by_clock(&self, clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            ..self.clone()
        }
    }

    /// Returns the same store for a leading operator: runs are opened and closed only while no later one leads.
    #[must_use]
    pub fn for_leader(&self, leader: Option<LeaderTerm>) -> Self {
        Self {
            leader,
            ..self.clone()
        }
    }

    /// Begins a transaction that fails if a later operator leads.
    pub(crate) async fn begin_as_leader(&self) -> Result<Transaction<'static, Postgres>, DbError> {
        leader::begin_as_leader(self.leader, || self.pool.begin()).await
    }

    /// Returns the time that leases, cooldowns and attempts refer to.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Lists everything that may be scraped, due or not.
    pub async fn list_units(&self) -> Result<Vec<TrackedUnit>, DbError> {
        tracked_units::list(&self.pool).await
    }

    /// Lists the units to plan with; see `Control.ListDue` in the proto.
    pub async fn list_due(&self, selection: &Selection<'_>) -> Result<DueUnits, DbError> {
        tracked_units::due(&self.pool, selection).await
    }

    /// Lists open runs, oldest first.
    pub async fn list_runs(&self) -> Result<Vec<OpenRun>, DbError> {
        let rows = sqlx::query!(
            r#"
            SELECT r.id, r.platform, r.trigger, r.opened_at, r.lease_expires_at, r.traceparent, r.scraper_pool,
                   (SELECT count(*) FROM run_units u WHERE u.run_id = r.id) AS "units!"
            FROM runs r WHERE r.ended_at IS NULL ORDER BY r.opened_at, r.id
            "#
        )
        .fetch_all(self.pool.statement())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| OpenRun {
                run_id: row.id.to_string(),
                platform: codes::platform(&row.platform).into(),
                trigger: match row.trigger.as_str() {
                    "request" | "retry" => RunTrigger::Request,
                    _ => RunTrigger::Schedule,
                }
                .into(),
                units: saturate::<u32>(row.units),
                opened_at: row.opened_at.timestamp(),
                lease_expires_at: row.lease_expires_at.map(|time| time.timestamp()),
                traceparent: row.traceparent.unwrap_or_default(),
                scraper_pool: row.scraper_pool.unwrap_or_default(),
            })
            .collect())
    }

    /// Closes a run whose process has ended. A run that has already ended stays as it is.
    pub async fn close_run(&self, run: Uuid, reason: &str) -> Result<(), DbError> {
        let mut tx = self.begin_as_leader().await?;
        if close(&mut tx, self.clock.now(), run, reason).await? {
            tx.commit().await?;
            return Ok(());
        }
        sqlx::query_scalar!("SELECT id FROM runs WHERE id = $1", run)
            .fetch_optional(&mut *tx)
            .await?
            .map(drop)
            .ok_or(DbError::NoSuchRun)
    }

    /// Returns the results of a run so far.
    pub async fn result(&self, run: Uuid) -> Result<RunResult, DbError> {
        let rows = sqlx::query!(
            r#"
            SELECT r.ended_at IS NOT NULL AS "ended!", u.account_id, u.tracked_video_id, u.outcome, u.items_new,
                   u.items_updated
            FROM runs r JOIN run_units u ON u.run_id = r.id
            WHERE r.id = $1 ORDER BY u.id
            "#,
            run
        )
        .fetch_all(self.pool.statement())
        .await?;
        Ok(RunResult {
            ended: rows.first().ok_or(DbError::NoSuchRun)?.ended,
            units: rows
                .into_iter()
                .map(|row| UnitResult {
                    account_id: row.account_id,
                    tracked_video_id: row.tracked_video_id,
                    outcome: row.outcome.and_then(|code| code.parse().ok()),
                    items_new: row.items_new,
                    items_updated: row.items_updated,
                })
                .collect(),
        })
    }

    /// Waits for a run to end, at most for `limit`, and returns the results so far. Also waits while the
    /// database is down: the scrape continues without it.
    pub async fn wait(&self, run: Uuid, limit: Duration) -> Result<RunResult, DbError> {
        let span = child_span!("wait for run", clipmeter.run.id = %run);
        self.wait_for_end(run, limit).instrument(span).await
    }

    async fn wait_for_end(&self, run: Uuid, limit: Duration) -> Result<RunResult, DbError> {
        let mut notifications = self.change_notifications.subscribe();
        let deadline = Instant::now() + limit;
        loop {
            let result = self.result_when_reachable(run, deadline).await?;
            if result.ended {
                return Ok(result);
            }
            loop {
                match tokio::time::timeout_at(deadline, notifications.recv()).await {
                    Ok(Ok(ChangeNotification::RunEnded(ended))) if ended == run => break,
                    Ok(Ok(ChangeNotification::Missed) | Err(RecvError::Lagged(_))) => break,
                    Ok(Ok(_)) => {}
                    Err(_) | Ok(Err(RecvError::Closed)) => return self.result(run).await,
                }
            }
        }
    }

    /// Returns the results of a run as soon as the database responds. At the deadline it makes a last attempt
    /// and returns its error.
    async fn result_when_reachable(&self, run: Uuid, deadline: Instant) -> Result<RunResult, DbError> {
        loop {
            match self.result(run).await {
                Err(DbError::Database(error)) if is_unreachable(&error) && Instant::now() < deadline => {
                    tokio::time::sleep_until(deadline.min(Instant::now() + POLL_INTERVAL)).await;
                }
                other => return other,
            }
        }
    }
}

/// Returns whether the connection was lost, or none can be made.
fn is_unreachable(error: &sqlx::Error) -> bool {
    /// The server is shutting down, has crashed, or is starting.
    const CODES: [&str; 3] = ["57P01", "57P02", "57P03"];
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(refusal) => refusal.code().is_some_and(|code| CODES.contains(&code.as_ref())),
        _ => false,
    }
}

/// Ends a run, unless it has ended, for this reason, and releases its units and sessions. Returns whether it did.
async fn close(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    run: Uuid,
    reason: &str,
) -> Result<bool, DbError> {
    let closed = sqlx::query!(
        "UPDATE runs SET ended_at = $2, end_reason = 'closed', closing_reason = $3
         WHERE id = $1 AND ended_at IS NULL",
        run,
        now,
        reason
    )
    .execute(&mut *connection)
    .await?;
    if closed.rows_affected() == 0 {
        return Ok(false);
    }
    release(connection, run).await?;
    Ok(true)
}

/// Releases an ended run's units and sessions.
pub async fn release(connection: &mut PgConnection, run: Uuid) -> Result<(), DbError> {
    sqlx::query!(
        "UPDATE run_units SET assigned = false WHERE run_id = $1 AND assigned",
        run
    )
    .execute(&mut *connection)
    .await?;
    sessions::release(connection, run).await?;
    change_notification::run_ended(connection, run).await
}
