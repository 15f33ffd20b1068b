//! Migrates the database and connects to it as roles that own nothing.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use tokio::sync::watch;
use tracing::log::LevelFilter;

use super::connections::{Pool, checked};
use super::migrations::{MigrationProgress, Migrations};
use super::platforms;
use super::pooler;
use super::roles::{APP, INGEST, MAINTENANCE, RolePasswords, Roles, is_refused};
use super::scope_key::ScopeKey;
use crate::DbError;

/// Oldest major version of `PostgreSQL` that supports the queries (`RETURNING old.*, new.*`).
const OLDEST_SERVER: i32 = 18;

/// Connections for HTTP requests. A request uses one for a few milliseconds, so this many serve thousands of
/// requests a second; more would only queue inside the server.
pub(super) const APP_CONNECTIONS: u32 = 12;

/// Connections for control planes that write the desired state. Such a call may wait for a group that an HTTP
/// request has locked while that request waits for the cluster. A separate pool leaves the HTTP requests
/// their connections, however many calls wait.
const DESIRED_STATE_CONNECTIONS: u32 = 4;

/// Connections for scrapers' reports and the control plane; one more waits in LISTEN.
const INGEST_CONNECTIONS: u32 = 6;

/// Connections for maintenance, which runs its steps in sequence.
const MAINTENANCE_CONNECTIONS: u32 = 1;

/// How long a caller waits for a free connection before it gets an overload error.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// The same for a control plane: calls for one group are serialized, and its other calls queue behind them.
/// The client times out after 30 s.
const DESIRED_STATE_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(25);

/// Ends statements whose caller must have timed out. Statements that delete a group's data set a longer
/// limit, and lists that users wait for a shorter one.
const STATEMENT_TIMEOUT: &str = "30s";

/// Ends an abandoned transaction and frees its locks. Transactions that wait for a cluster or for a client's
/// download set a longer limit; all others send their next statement within milliseconds.
const IDLE_TRANSACTION_TIMEOUT: &str = "10s";

/// Ends a statement that waits for a lock. Longer than [`IDLE_TRANSACTION_TIMEOUT`], so that a statement that
/// waits for an abandoned transaction gets the lock. Deletions set a longer limit.
const LOCK_TIMEOUT: &str = "15s";

/// How often the server checks whether the client of a running statement is still connected.
pub(crate) const CLIENT_CHECK: &str = "1s";

/// The connection pools.
#[derive(Debug, Clone)]
pub struct Pools {
    /// Role `clipmeter_app`: users' requests, under row-level security. Sees nothing outside a
    /// [`Scope`](super::scope::Scope).
    pub app: Pool,
    /// The same role, for the desired state from resources. Connects on first use, so standalone mode opens
    /// no connection.
    pub desired_state: Pool,
    /// Role `clipmeter_ingest`: runs, scrapers' reports and sessions of all groups.
    pub ingest: Pool,
    /// Role `clipmeter_maintenance`: retention.
    pub maintenance: Pool,
}

impl Pools {
    /// Migrates the database that `options` name and connects as the three roles, whose passwords are
    /// derived. The user in the options owns the schema and may create roles, or is a superuser.
    pub async fn connect(options: &PgConnectOptions) -> Result<Self, DbError> {
        Self::connect_with(options, &RolePasswords::default()).await
    }

    /// Like [`Pools::connect`], with given passwords of the roles.
    pub async fn connect_with(
        options: &PgConnectOptions,
        passwords: &RolePasswords,
    ) -> Result<Self, DbError> {
        Self::connect_reporting(options, passwords, &watch::Sender::default()).await
    }

    /// Like [`Pools::connect_with`], and reports the progress of a migration.
    pub async fn connect_reporting(
        options: &PgConnectOptions,
        passwords: &RolePasswords,
        progress: &watch::Sender<MigrationProgress>,
    ) -> Result<Self, DbError> {
        let roles = Roles::new(options, passwords)?;
        migrate(&roles, &Migrations::new(progress)).await?;
        match Self::log_in(&roles).await {
            Err(error) if is_refused(&error) => {
                let mut admin = roles.admin().connect().await.map_err(DbError::connect)?;
                roles.repair(&mut admin).await?;
                admin.close().await?;
                Self::log_in(&roles).await
            }
            result => result,
        }
        .map_err(DbError::connect)
    }

    /// Connects with the derived passwords to a database that [`Pools::connect`] has prepared, without checking it again.
    /// For tests.
    pub async fn connect_prepared(options: &PgConnectOptions) -> Result<Self, DbError> {
        let roles = Roles::new(options, &RolePasswords::default())?;
        Self::log_in(&roles).await.map_err(DbError::connect)
    }

    async fn log_in(roles: &Roles) -> Result<Self, sqlx::Error> {
        let [app, ingest, maintenance] = roles.options();
        Ok(Self {
            app: connected(APP_CONNECTIONS, named(&app, APP)).await?,
            desired_state: Pool::new(
                pool(DESIRED_STATE_CONNECTIONS)
                    .acquire_timeout(DESIRED_STATE_ACQUIRE_TIMEOUT)
                    .connect_lazy_with(named(&app, APP)),
            ),
            ingest: connected(INGEST_CONNECTIONS, named(&ingest, INGEST)).await?,
            maintenance: connected(MAINTENANCE_CONNECTIONS, named(&maintenance, MAINTENANCE)).await?,
        })
    }

    /// Closes each connection once its last user has returned it.
    pub async fn close(&self) {
        futures::join!(
            self.app.close(),
            self.desired_state.close(),
            self.ingest.close(),
            self.maintenance.close()
        );
    }
}

/// Creates the roles, migrates as the owner, and checks the roles. Closes both connections.
async fn migrate(roles: &Roles, migrations: &Migrations<'_>) -> Result<(), DbError> {
    let mut admin = roles.admin().connect().await.map_err(DbError::connect)?;
    pooler::check(&mut admin, roles.admin()).await?;
    let version: i32 = sqlx::query_scalar("SELECT current_setting('server_version_num')::int / 10000")
        .fetch_one(&mut admin)
        .await?;
    if version < OLDEST_SERVER {
        return Err(DbError::ServerTooOld {
            found: version,
            needed: OLDEST_SERVER,
        });
    }
    migrations.lock(&mut admin).await?;
    // The progress of a migration is reported; a warning about a slow statement would contain the whole migration.
    let options = roles
        .prepare(&mut admin)
        .await?
        .log_slow_statements(LevelFilter::Off, Duration::ZERO);
    admin.close().await?;

    let mut owner = options.connect().await.map_err(DbError::connect)?;
    migrations.lock(&mut owner).await?;
    migrations.apply(&mut owner, &options).await?;
    platforms::register(&mut owner).await?;
    let [app, ..] = roles.options();
    if let Some(key) = ScopeKey::of(&app) {
        key.store(&mut owner).await?;
    }
    roles.check(&mut owner).await?;
    owner.close().await?;
    Ok(())
}

async fn connected(connections: u32, options: PgConnectOptions) -> Result<Pool, sqlx::Error> {
    pool(connections).connect_with(options).await.map(Pool::new)
}

pub(super) fn pool(connections: u32) -> PgPoolOptions {
    checked(PgPoolOptions::new())
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(|connection, _| Box::pin(configure(connection)))
}

pub(super) fn named(options: &PgConnectOptions, name: &str) -> PgConnectOptions {
    options.clone().application_name(name)
}

/// Sets the session's parameters. Not as startup parameters: poolers reject them or, worse, ignore them.
async fn configure(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    // Safe: all values are the constants above.
    let statements = [
        ("timezone", "UTC"),
        ("statement_timeout", STATEMENT_TIMEOUT),
        ("idle_in_transaction_session_timeout", IDLE_TRANSACTION_TIMEOUT),
        ("lock_timeout", LOCK_TIMEOUT),
        ("client_connection_check_interval", CLIENT_CHECK),
        // Row-level security makes queries look expensive; compiling them takes longer than running them.
        ("jit", "off"),
    ]
    .map(|(name, value)| format!("SET {name} = '{value}'"));
    let statements = AssertSqlSafe(statements.join("; "));
    sqlx::raw_sql(statements).execute(connection).await?;
    Ok(())
}
