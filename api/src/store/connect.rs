//! Migrating the database and connecting to it as the roles that own nothing.

use std::time::Duration;

use sqlx::migrate::{Migrate as _, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::connections::{Pool, checked};
use super::roles::{APP, INGEST, MAINTENANCE, RolePasswords, Roles, is_refused};
use super::scope_key::ScopeKey;
use crate::ApiError;

/// Every migration, in order. They only go forward, and each leaves a schema that the version before can serve with.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Oldest major version of `PostgreSQL` that has what the queries use (`RETURNING old.*, new.*`).
const OLDEST_SERVER: i32 = 18;

/// Connections that serve HTTP requests. A request holds one for a few milliseconds, so that this many serve some
/// thousand requests a second; more would only queue inside the server.
const APP_CONNECTIONS: u32 = 12;

/// Connections of a control plane that says what is wanted. Such a call may wait for a group that a request holds, and
/// that request for the cluster: connections of their own leave the requests theirs, however many calls wait.
const DESIRED_STATE_CONNECTIONS: u32 = 4;

/// Connections of scrapers' reports and of the control plane; one more waits in LISTEN.
const INGEST_CONNECTIONS: u32 = 6;

/// Connections of housekeeping, which does one thing after the other.
const MAINTENANCE_CONNECTIONS: u32 = 1;

/// How long a caller waits for a free connection before it is told that the service is overloaded.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// The same for a control plane: calls for one group wait for each other, and its others behind them. It gives up after 30 s.
const DESIRED_STATE_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(25);

/// Ends statements that nobody can be waiting for any more. Those that delete what a group had may take longer and set a
/// limit of their own, and lists that people wait for a shorter one.
const STATEMENT_TIMEOUT: &str = "30s";

/// Ends a transaction that was abandoned, and frees its locks. Those that wait for a cluster or for a client's download
/// set a longer limit of their own; all others send their next statement within milliseconds.
const IDLE_TRANSACTION_TIMEOUT: &str = "10s";

/// Ends a statement that waits for a lock. Longer than [`IDLE_TRANSACTION_TIMEOUT`], so that a statement that waits for an
/// abandoned transaction gets its turn. Deletions set a longer limit of their own.
const LOCK_TIMEOUT: &str = "15s";

/// How often the server looks whether the client of a running statement is still connected.
pub(super) const CLIENT_CHECK: &str = "1s";

/// How long a migration waits for others to let go of a table. Whoever wants the table meanwhile waits behind it, and an export
/// may hold one for a quarter of an hour: rather does the start fail, and the next one tries again.
const MIGRATION_LOCK_TIMEOUT: &str = "SET lock_timeout = '5s'";

/// The pools of connections.
#[derive(Debug, Clone)]
pub struct Pools {
    /// Role `clipmeter_app`: requests of users, under row-level security. Sees nothing outside of a
    /// [`Scope`](super::Scope).
    pub app: Pool,
    /// The same role, for what resources ask for. No connection is made before the first such call, which a laptop has
    /// none of.
    pub desired_state: Pool,
    /// Role `clipmeter_ingest`: runs, scrapers' reports and sessions, of every group.
    pub ingest: Pool,
    /// Role `clipmeter_maintenance`: retention.
    pub maintenance: Pool,
}

impl Pools {
    /// Migrates the database that `options` name and connects as the three roles, whose passwords are derived. The user of the
    /// options owns the schema and may create roles, or is a superuser.
    pub async fn connect(options: &PgConnectOptions) -> Result<Self, ApiError> {
        Self::connect_with(options, &RolePasswords::default()).await
    }

    /// The same with passwords of the roles.
    pub async fn connect_with(
        options: &PgConnectOptions,
        passwords: &RolePasswords,
    ) -> Result<Self, ApiError> {
        let roles = Roles::new(options, passwords)?;
        migrate(&roles).await?;
        match Self::log_in(&roles).await {
            Err(error) if is_refused(&error) => {
                let mut admin = roles.admin().connect().await.map_err(ApiError::Connect)?;
                roles.repair(&mut admin).await?;
                admin.close().await?;
                Self::log_in(&roles).await
            }
            result => result,
        }
        .map_err(ApiError::Connect)
    }

    async fn log_in(roles: &Roles) -> Result<Self, sqlx::Error> {
        let [app, ingest, maintenance] = roles.options();
        Ok(Self {
            app: connected(APP_CONNECTIONS, configured(&app, APP)).await?,
            desired_state: Pool::new(
                pool(DESIRED_STATE_CONNECTIONS)
                    .acquire_timeout(DESIRED_STATE_ACQUIRE_TIMEOUT)
                    .connect_lazy_with(configured(&app, APP)),
            ),
            ingest: connected(INGEST_CONNECTIONS, configured(&ingest, INGEST)).await?,
            maintenance: connected(MAINTENANCE_CONNECTIONS, configured(&maintenance, MAINTENANCE)).await?,
        })
    }

    /// Closes every connection once what runs on it has ended.
    pub async fn close(&self) {
        futures::join!(
            self.app.close(),
            self.desired_state.close(),
            self.ingest.close(),
            self.maintenance.close()
        );
    }
}

/// Creates the roles, migrates as the owner, and checks the roles. Both connections are closed afterwards.
async fn migrate(roles: &Roles) -> Result<(), ApiError> {
    let mut admin = roles.admin().connect().await.map_err(ApiError::Connect)?;
    let version: i32 = sqlx::query_scalar("SELECT current_setting('server_version_num')::int / 10000")
        .fetch_one(&mut admin)
        .await?;
    if version < OLDEST_SERVER {
        return Err(ApiError::ServerTooOld {
            found: version,
            needed: OLDEST_SERVER,
        });
    }
    // Another program that migrates this database is waited for, however long it takes; the lock ends with the connection.
    admin.lock().await?;
    sqlx::raw_sql(MIGRATION_LOCK_TIMEOUT).execute(&mut admin).await?;
    let owner = roles.prepare(&mut admin).await?;
    admin.close().await?;

    let mut owner = owner.connect().await.map_err(ApiError::Connect)?;
    owner.lock().await?;
    sqlx::raw_sql(MIGRATION_LOCK_TIMEOUT).execute(&mut owner).await?;
    MIGRATOR.run(&mut owner).await?;
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

fn pool(connections: u32) -> PgPoolOptions {
    checked(PgPoolOptions::new())
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
}

fn configured(options: &PgConnectOptions, name: &str) -> PgConnectOptions {
    options.clone().application_name(name).options([
        ("timezone", "UTC"),
        ("statement_timeout", STATEMENT_TIMEOUT),
        ("idle_in_transaction_session_timeout", IDLE_TRANSACTION_TIMEOUT),
        ("lock_timeout", LOCK_TIMEOUT),
        ("client_connection_check_interval", CLIENT_CHECK),
    ])
}
