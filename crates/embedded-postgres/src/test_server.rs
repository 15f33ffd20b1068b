//! Databases for tests: one server per test process, one clone of a migrated database per test.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use tokio::sync::OnceCell;

use crate::{Durability, Installation, PostgresError, Server, ServerConfig};

const TEMPLATE: &str = "template_clipmeter";
/// Script next to the folder of migrations: transfers the created objects to their owner, as a start of the API does. Done in the
/// template, it is not repeated in each clone.
const TRANSFER_OWNERSHIP: &str = "src/database/roles/transfer_ownership.sql";
/// Another database on the same server may have created the owner already.
const MAKE_OWNER: &str = "DO $$ BEGIN CREATE ROLE clipmeter_owner LOGIN;
                          EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$";

/// A server that lives as long as this process and leaves nothing behind.
#[derive(Debug)]
pub struct TestServer {
    server: Server,
    databases: AtomicU32,
}

#[derive(Debug, Clone)]
pub struct TestDatabase {
    /// The superuser's connection options.
    pub options: PgConnectOptions,
}

impl TestServer {
    /// Starts a server in a temporary folder.
    pub async fn start() -> Result<Self, PostgresError> {
        let installation = Installation::ensure(&Installation::default_cache()).await?;
        let temporary = std::env::temp_dir();
        let folder = tempfile::Builder::new()
            .prefix("clipmeter-test-")
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o711))
            .tempdir_in(&temporary)
            .map_err(PostgresError::io("create a folder in", &temporary))?
            .keep();
        let config = ServerConfig {
            folder,
            durability: Durability::None,
            temporary: true,
        };
        let server = Server::start(installation, config).await?;
        Ok(Self {
            server,
            databases: AtomicU32::new(0),
        })
    }

    /// Creates an empty database.
    pub async fn empty_database(&self) -> Result<TestDatabase, PostgresError> {
        self.create("template1").await
    }

    /// Creates a database with the migrations in `migrations`; they run once per process, and the result is cloned from then on.
    pub async fn migrated_database(&self, migrations: &Path) -> Result<TestDatabase, PostgresError> {
        static MIGRATED: OnceCell<()> = OnceCell::const_new();
        MIGRATED
            .get_or_try_init(|| self.migrate_template(migrations))
            .await?;
        self.create(TEMPLATE).await
    }

    /// Ends the server and removes its folder.
    pub async fn stop(self) {
        self.server.stop().await;
    }

    async fn migrate_template(&self, migrations: &Path) -> Result<(), PostgresError> {
        let mut connection = self.server.connect_options("postgres").connect().await?;
        connection
            .execute(AssertSqlSafe(format!("CREATE DATABASE {TEMPLATE}")))
            .await?;
        connection.close().await?;
        // The pool is closed before cloning: a database with a connection cannot be a template.
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .connect_with(self.server.connect_options(TEMPLATE))
            .await?;
        Migrator::new(migrations).await?.run(&pool).await?;
        let script = migrations.with_file_name(TRANSFER_OWNERSHIP);
        let transfer_ownership =
            std::fs::read_to_string(&script).map_err(PostgresError::io("read", &script))?;
        pool.execute(MAKE_OWNER).await?;
        pool.execute(AssertSqlSafe(transfer_ownership)).await?;
        pool.close().await;
        Ok(())
    }

    /// Copies the template's files, which takes a third of the time of writing their contents to the log.
    async fn create(&self, template: &str) -> Result<TestDatabase, PostgresError> {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.server.connect_options("postgres").connect().await?;
        connection
            .execute(AssertSqlSafe(format!(
                "CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"
            )))
            .await?;
        connection.close().await?;
        Ok(TestDatabase {
            options: self.server.connect_options(&name),
        })
    }
}

impl TestDatabase {
    /// Returns the database's `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        self.options.to_url_lossy().to_string()
    }
}
