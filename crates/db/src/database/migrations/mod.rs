//! Applies pending migrations, and reports what they do. ADR 0054.

mod concurrent;
mod progress;
#[cfg(test)]
mod rules;

use std::convert::Infallible;
use std::time::{Duration, Instant};

use sqlx::migrate::{Migrate as _, MigrateError, Migration, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::watch;

pub use self::progress::{MigrationProgress, MigrationStep};
use super::MIGRATOR;
use crate::DbError;

/// Pause between two lines of the log about the same migration.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Looks at the server's statistics within a log interval: a session that blocks the migration is logged before the
/// migration fails because of the lock timeout.
const LOOKS: u32 = 10;

/// Wait for the lock before it is logged: the session of a program that has just ended may keep it for a moment.
const LOCK_LOG_DELAY: Duration = Duration::from_secs(3);

/// Pause between two attempts to get the lock of migrations.
const LOCK_POLL: Duration = Duration::from_millis(200);

/// Pause between two looks for migrations that another program applies.
const PENDING_POLL: Duration = Duration::from_secs(1);

/// sqlx's lock. It is tried, not awaited: a statement that waits has a snapshot, and a concurrent index build waits until all older
/// snapshots are gone, so both would wait for each other.
const TRY_LOCK: &str =
    "SELECT pg_try_advisory_lock(1026731422 * crc32(convert_to(current_database(), 'UTF8')))";

/// The session that holds the lock.
const HOLDER: &str = "
    SELECT concat_ws(' ', 'process', a.pid, '(' || concat_ws(', ', a.usename, nullif(a.application_name, '')) || ')')
    FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (l.classid::bigint << 32) | l.objid::bigint = 1026731422 * crc32(convert_to(current_database(), 'UTF8'))
    LIMIT 1";

/// What the session of a migration does. Needs no rights on the tables, and takes no locks on them.
const LOOK: &str = "
    SELECT p.phase, coalesce(p.blocks_done, 0) AS blocks_done, coalesce(p.blocks_total, 0) AS blocks_total,
           coalesce(p.tuples_done, 0) AS tuples_done, coalesce(p.tuples_total, 0) AS tuples_total,
           ARRAY(SELECT concat_ws(' ', 'process', b.pid,
                                  '(' || concat_ws(', ', a.usename, nullif(a.application_name, ''),
                                                   'in a transaction since ' || to_char(a.xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS')) || ')')
                 FROM unnest(pg_blocking_pids($1::int)) AS b (pid) LEFT JOIN pg_stat_activity a USING (pid)) AS blocked_by
    FROM (VALUES ($1::int)) AS one (pid) LEFT JOIN pg_stat_progress_create_index p USING (pid)";

/// How long a migration in a transaction waits for a table lock. Statements that need the table meanwhile queue behind the
/// migration, and an export may lock it for a quarter of an hour: it is better that the start fails and is
/// retried.
const LOCK_TIMEOUT: &str = "SET lock_timeout = '5s'";

/// A concurrent index build blocks no other statement, and it waits for all older transactions, so a timeout would only
/// repeat the build.
const NO_LOCK_TIMEOUT: &str = "SET lock_timeout = 0";

/// What is migrated, and where the progress is reported.
#[derive(Debug)]
pub struct Migrations<'a> {
    pub migrator: &'a Migrator,
    pub log_interval: Duration,
    pub progress: &'a watch::Sender<MigrationProgress>,
}

#[derive(sqlx::FromRow)]
struct Look {
    phase: Option<String>,
    blocks_done: i64,
    blocks_total: i64,
    tuples_done: i64,
    tuples_total: i64,
    blocked_by: Vec<String>,
}

impl<'a> Migrations<'a> {
    /// The migrations of this version.
    #[must_use]
    pub fn new(progress: &'a watch::Sender<MigrationProgress>) -> Self {
        Self {
            migrator: &MIGRATOR,
            log_interval: LOG_INTERVAL,
            progress,
        }
    }

    /// Waits for other programs that migrate this database, however long it takes. The lock is released with the connection. Sets
    /// the session's lock timeout.
    pub async fn lock(&self, connection: &mut PgConnection) -> Result<(), DbError> {
        let began = Instant::now();
        let mut next_line = LOCK_LOG_DELAY;
        loop {
            if sqlx::query_scalar(TRY_LOCK).fetch_one(&mut *connection).await? {
                break;
            }
            let holder: Option<String> = sqlx::query_scalar(HOLDER)
                .fetch_optional(&mut *connection)
                .await?;
            let locked = MigrationProgress::Locked {
                holder: holder.unwrap_or_default(),
                waited: began.elapsed(),
            };
            if began.elapsed() >= next_line {
                tracing::info!("{locked}");
                next_line = began.elapsed() + self.log_interval;
            }
            self.progress.send_replace(locked);
            tokio::time::sleep(LOCK_POLL).await;
        }
        self.progress.send_replace(MigrationProgress::Connecting);
        sqlx::raw_sql(LOCK_TIMEOUT).execute(connection).await?;
        Ok(())
    }

    /// Applies pending migrations as the owner, whose connection has the lock. `options` are those of the connection.
    pub async fn apply(&self, owner: &mut PgConnection, options: &PgConnectOptions) -> Result<(), DbError> {
        owner.ensure_migrations_table(&self.migrator.table_name).await?;
        let pending = self.pending(owner).await?;
        if pending.is_empty() {
            return Ok(self.migrator.run(owner).await?);
        }
        tracing::info!(pending = ?names(&pending), "migrating the database");
        let began = Instant::now();
        let process: i32 = sqlx::query_scalar("SELECT pg_backend_pid()")
            .fetch_one(&mut *owner)
            .await?;
        for migration in pending {
            let name = name(migration);
            // Reports until the migration ends.
            tokio::select! {
                biased;
                result = self.apply_one(&mut *owner, migration) => result?,
                never = self.report(&name, process, options) => match never {},
            }
        }
        self.progress.send_replace(MigrationProgress::Connecting);
        tracing::info!(seconds = began.elapsed().as_secs(), "migrated the database");
        Ok(())
    }

    async fn apply_one(&self, owner: &mut PgConnection, migration: &Migration) -> Result<(), MigrateError> {
        if migration.no_tx {
            sqlx::raw_sql(NO_LOCK_TIMEOUT).execute(&mut *owner).await?;
            concurrent::drop_invalid(owner, migration.sql.as_str()).await?;
        }
        self.migrator.run_to(migration.version, &mut *owner).await?;
        if migration.no_tx {
            sqlx::raw_sql(LOCK_TIMEOUT).execute(owner).await?;
        }
        Ok(())
    }

    /// Returns the pending migrations of a database that may be empty, without changing it.
    async fn pending_at(&self, options: &PgConnectOptions) -> Result<Vec<String>, DbError> {
        let mut connection = options.connect().await.map_err(DbError::connect)?;
        let is_empty: bool = sqlx::query_scalar("SELECT to_regclass($1) IS NULL")
            .bind(&*self.migrator.table_name)
            .fetch_one(&mut connection)
            .await?;
        let pending = if is_empty {
            self.migrator.iter().collect()
        } else {
            self.pending(&mut connection).await?
        };
        connection.close().await?;
        Ok(names(&pending))
    }

    async fn pending(&self, connection: &mut PgConnection) -> Result<Vec<&'a Migration>, MigrateError> {
        let applied = connection
            .list_applied_migrations(&self.migrator.table_name)
            .await?;
        Ok(self
            .migrator
            .iter()
            .filter(|migration| applied.iter().all(|done| done.version != migration.version))
            .collect())
    }

    /// Reports a migration that the process of the server applies: each look as progress, and in the log one in each interval
    /// and each new cause of waiting. Statistics that cannot be read are omitted.
    async fn report(&self, migration: &str, process: i32, options: &PgConnectOptions) -> Infallible {
        let began = Instant::now();
        let mut logged = began;
        let mut connection = None;
        let mut blocked_by = Vec::new();
        loop {
            tokio::time::sleep(self.log_interval / LOOKS).await;
            let step = look(&mut connection, process, options)
                .await
                .inspect_err(|error| tracing::debug!(%error, "cannot read the progress of the migration"))
                .ok();
            let blockers = step
                .as_ref()
                .map(|step| step.blocked_by.clone())
                .unwrap_or_default();
            let is_newly_blocked = blockers.iter().any(|blocker| !blocked_by.contains(blocker));
            blocked_by = blockers;
            let running = MigrationProgress::Running {
                migration: migration.to_owned(),
                elapsed: began.elapsed(),
                step,
            };
            if is_newly_blocked || logged.elapsed() >= self.log_interval {
                tracing::info!("{running}");
                logged = Instant::now();
            }
            self.progress.send_replace(running);
        }
    }
}

/// Waits until `api migrate` has applied all migrations of this version. Connects for each look, so that no connection is lost to a
/// failover.
pub async fn wait_until_applied(options: &PgConnectOptions, progress: &watch::Sender<MigrationProgress>) {
    let migrations = Migrations::new(progress);
    loop {
        let state = match migrations.pending_at(options).await {
            Ok(pending) if pending.is_empty() => break,
            Ok(pending) => MigrationProgress::Pending(pending),
            Err(error) => MigrationProgress::Unreachable(error.to_string()),
        };
        if progress.send_if_modified(|current| {
            let is_new = *current != state;
            current.clone_from(&state);
            is_new
        }) {
            tracing::info!("{state}");
        }
        tokio::time::sleep(PENDING_POLL).await;
    }
    progress.send_replace(MigrationProgress::Connecting);
}

fn names(migrations: &[&Migration]) -> Vec<String> {
    migrations.iter().copied().map(name).collect()
}

fn name(migration: &Migration) -> String {
    format!("{:04} {}", migration.version, migration.description)
}

/// Returns what the process of the server does, over the given connection or a new one.
async fn look(
    connection: &mut Option<PgConnection>,
    process: i32,
    options: &PgConnectOptions,
) -> Result<MigrationStep, sqlx::Error> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => options.connect().await?,
    };
    let look: Look = sqlx::query_as(LOOK).bind(process).fetch_one(&mut open).await?;
    *connection = Some(open);
    Ok(MigrationStep {
        percent: look.phase.as_deref().and_then(|phase| {
            MigrationStep::percent(
                phase,
                (look.blocks_done, look.blocks_total),
                (look.tuples_done, look.tuples_total),
            )
        }),
        phase: look.phase,
        blocked_by: look.blocked_by,
    })
}
