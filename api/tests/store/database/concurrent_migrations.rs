//! Tests of migrations that build an index on a table in use, with a table and migrations of their own.

use std::time::Duration;

use clipmeter_db::{
    DbError, MIGRATOR, MigrationProgress, MigrationStep, Migrations, Pools, wait_until_applied,
};
use clipmeter_embedded_postgres::TestDatabase;
use clipmeter_fixtures::database::server;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection, SqlSafeStr as _};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};

const TABLE: &str = "CREATE TABLE clips (id int PRIMARY KEY, views int);
                     INSERT INTO clips SELECT n, n FROM generate_series(1, 1000) n";
const INDEX: &str =
    "-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS clips_views_idx ON clips (views);\n";
const CHANGE: &str = "ALTER TABLE clips ADD COLUMN likes int";

/// A session that has changed a row and keeps its transaction open, so that a concurrent index build waits.
const WRITE: &str = "BEGIN; UPDATE clips SET views = views + 1 WHERE id = 1";

fn migrator() -> Migrator {
    let migration = |version, description: &'static str, sql: &'static str| {
        let no_tx = sql.starts_with("-- no-transaction");
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            no_tx,
        )
    };
    Migrator::with_migrations(vec![
        migration(1, "table", TABLE),
        migration(2, "index", INDEX),
        migration(3, "change", CHANGE),
    ])
}

/// A database in which only the index and the last change are pending.
struct Clips {
    database: TestDatabase,
    connection: PgConnection,
}

/// A program that migrates.
struct Program {
    progress: watch::Receiver<MigrationProgress>,
    ended: JoinHandle<Result<(), DbError>>,
}

impl Clips {
    async fn new() -> Self {
        let database = server().await.empty_database().await.unwrap();
        let mut connection = database.options.connect().await.unwrap();
        migrator().run_to(1, &mut connection).await.unwrap();
        Self { database, connection }
    }

    /// Starts a program that migrates, and reads the statistics with these options.
    fn start(&self, looks: &PgConnectOptions) -> Program {
        let (sender, progress) = watch::channel(MigrationProgress::default());
        let (options, looks) = (self.database.options.clone(), looks.clone());
        // sqlx's futures are not Send.
        let runtime = Handle::current();
        let ended = spawn_blocking(move || {
            runtime.block_on(async {
                let migrator = migrator();
                let migrations = Migrations {
                    migrator: &migrator,
                    log_interval: Duration::from_millis(50),
                    progress: &sender,
                };
                let mut connection = options.connect().await?;
                migrations.lock(&mut connection).await?;
                migrations.apply(&mut connection, &looks).await
            })
        });
        Program { progress, ended }
    }

    /// Opens a transaction that a concurrent build waits for. Returns the number of its process, too.
    async fn writer(&self) -> (PgConnection, i32) {
        let mut writer = self.database.options.connect().await.unwrap();
        let process = sqlx::query_scalar("SELECT pg_backend_pid()")
            .fetch_one(&mut writer)
            .await
            .unwrap();
        sqlx::raw_sql(WRITE).execute(&mut writer).await.unwrap();
        (writer, process)
    }

    async fn is(&mut self, condition: &'static str) -> bool {
        sqlx::query_scalar(AssertSqlSafe(format!("SELECT {condition}")))
            .fetch_one(&mut self.connection)
            .await
            .unwrap()
    }

    async fn expect_migrated(&mut self) {
        assert!(
            self.is("(SELECT indisvalid FROM pg_index WHERE indexrelid = 'clips_views_idx'::regclass)")
                .await
        );
        assert!(
            self.is("(SELECT array_agg(version ORDER BY version) = '{1,2,3}' FROM _sqlx_migrations)")
                .await
        );
    }
}

impl Program {
    /// Waits until the index build waits for this process.
    async fn blocked_by(&mut self, process: i32) {
        let blocker = format!("process {process} (");
        let is_blocked = |progress: &MigrationProgress| {
            let MigrationProgress::Running {
                migration,
                step:
                    Some(MigrationStep {
                        phase: Some(phase),
                        blocked_by,
                        ..
                    }),
                ..
            } = progress
            else {
                return false;
            };
            migration == "0002 index"
                && phase == "waiting for writers before build"
                && blocked_by.iter().any(|by| by.starts_with(&blocker))
        };
        self.progress.wait_for(is_blocked).await.unwrap();
    }
}

#[tokio::test]
async fn index_is_built_while_others_read_write_and_wait_to_migrate() {
    let mut clips = Clips::new().await;
    let options = clips.database.options.clone();
    let (mut writer, process) = clips.writer().await;
    let mut first = clips.start(&options);
    first.blocked_by(process).await;

    // Waiting with a snapshot, as in `SELECT pg_advisory_lock()`, would be a deadlock.
    let mut second = clips.start(&options);
    let is_locked = |progress: &MigrationProgress| matches!(progress, MigrationProgress::Locked { holder, .. } if holder.starts_with("process "));
    second.progress.wait_for(is_locked).await.unwrap();

    sqlx::raw_sql(
        "SET lock_timeout = '1s'; INSERT INTO clips VALUES (0, 0); UPDATE clips SET views = 7 WHERE id = 2",
    )
    .execute(&mut clips.connection)
    .await
    .unwrap();
    assert!(clips.is("(SELECT count(*) = 1001 FROM clips)").await);

    sqlx::raw_sql("COMMIT").execute(&mut writer).await.unwrap();
    first.ended.await.unwrap().unwrap();
    second.ended.await.unwrap().unwrap();
    clips.expect_migrated().await;
}

#[tokio::test]
async fn interrupted_index_build_is_repeated_at_next_start() {
    let mut clips = Clips::new().await;
    let options = clips.database.options.clone();
    let (mut writer, process) = clips.writer().await;
    let mut killed = clips.start(&options);
    killed.blocked_by(process).await;
    assert!(clips.is("(SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index WHERE datname = current_database())").await);
    assert!(matches!(killed.ended.await.unwrap(), Err(DbError::Migrate(_))));
    assert!(
        clips
            .is("(SELECT NOT indisvalid FROM pg_index WHERE indexrelid = 'clips_views_idx'::regclass)")
            .await
    );
    sqlx::raw_sql("COMMIT").execute(&mut writer).await.unwrap();

    clips.start(&options).ended.await.unwrap().unwrap();
    clips.expect_migrated().await;
}

#[tokio::test]
async fn index_that_was_built_before_its_program_ended_is_kept() {
    let mut clips = Clips::new().await;
    let options = clips.database.options.clone();
    sqlx::raw_sql("CREATE INDEX clips_views_idx ON clips (views)")
        .execute(&mut clips.connection)
        .await
        .unwrap();
    let file = "(SELECT relfilenode FROM pg_class WHERE relname = 'clips_views_idx')";
    let before: sqlx::postgres::types::Oid = sqlx::query_scalar(file)
        .fetch_one(&mut clips.connection)
        .await
        .unwrap();
    clips.start(&options).ended.await.unwrap().unwrap();
    clips.expect_migrated().await;
    let after: sqlx::postgres::types::Oid = sqlx::query_scalar(file)
        .fetch_one(&mut clips.connection)
        .await
        .unwrap();
    assert_eq!(after, before);
}

#[tokio::test]
async fn migration_succeeds_if_its_progress_cannot_be_read() {
    let mut clips = Clips::new().await;
    let (mut writer, _) = clips.writer().await;
    let unreachable = clips.database.options.clone().port(1);
    let mut program = clips.start(&unreachable);
    let is_unknown = |progress: &MigrationProgress| matches!(progress, MigrationProgress::Running { migration, step: None, .. } if migration == "0002 index");
    program.progress.wait_for(is_unknown).await.unwrap();
    sqlx::raw_sql("COMMIT").execute(&mut writer).await.unwrap();
    program.ended.await.unwrap().unwrap();
    clips.expect_migrated().await;
}

#[tokio::test]
async fn program_waits_until_another_one_has_migrated() {
    let database = server().await.empty_database().await.unwrap();
    let (sender, mut progress) = watch::channel(MigrationProgress::default());
    let options = database.options.clone();
    let waiting = tokio::spawn(async move { wait_until_applied(&options, &sender).await });
    let is_pending = |progress: &MigrationProgress| matches!(progress, MigrationProgress::Pending(all) if all.len() == MIGRATOR.iter().count());
    progress.wait_for(is_pending).await.unwrap();
    let unreachable = database.options.clone().database("nowhere");
    let (sender, mut progress) = watch::channel(MigrationProgress::default());
    let lost = tokio::spawn(async move { wait_until_applied(&unreachable, &sender).await });
    progress
        .wait_for(
            |progress| matches!(progress, MigrationProgress::Unreachable(error) if error.contains("nowhere")),
        )
        .await
        .unwrap();
    lost.abort();

    assert!(!waiting.is_finished());
    Pools::connect(&database.options).await.unwrap().close().await;
    waiting.await.unwrap();
}
