//! Databases for tests: one server a test process, one clone of a migrated database a test.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use tokio::sync::OnceCell;

use crate::{Durability, Installation, PostgresError, Server, ServerConfig};

const TEMPLATE: &str = "template_clipmeter";
/// Owns what the migrations create, as after a start of the API: it has nothing left to hand over in each clone.
const OWNER: &str = "clipmeter_owner";

/// A server that lives as long as this process and leaves nothing behind.
#[derive(Debug)]
pub struct TestServer {
    server: Server,
    databases: AtomicU32,
}

/// A database of its own for one test.
#[derive(Debug, Clone)]
pub struct TestDatabase {
    /// How the superuser connects to it.
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

    /// An empty database.
    pub async fn empty_database(&self) -> Result<TestDatabase, PostgresError> {
        self.create("template1").await
    }

    /// A database with the migrations in `migrations` applied; they run once per process and are cloned from then on.
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
        for statement in [
            format!("CREATE ROLE {OWNER} LOGIN CREATEROLE"),
            format!("CREATE DATABASE {TEMPLATE} OWNER {OWNER}"),
        ] {
            connection.execute(AssertSqlSafe(statement)).await?;
        }
        connection.close().await?;
        // A pool, closed before cloning: a database with a connection to it cannot be a template.
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .connect_with(self.server.connect_options(TEMPLATE).options([("role", OWNER)]))
            .await?;
        Migrator::new(migrations).await?.run(&pool).await?;
        pool.close().await;
        Ok(())
    }

    async fn create(&self, template: &str) -> Result<TestDatabase, PostgresError> {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.server.connect_options("postgres").connect().await?;
        connection
            .execute(AssertSqlSafe(format!(
                "CREATE DATABASE {name} TEMPLATE {template}"
            )))
            .await?;
        connection.close().await?;
        Ok(TestDatabase {
            options: self.server.connect_options(&name),
        })
    }
}

impl TestDatabase {
    /// The database as a `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        self.options.to_url_lossy().to_string()
    }
}
