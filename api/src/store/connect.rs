//! Migrating the database and connecting to it as the roles that own nothing.

use std::time::Duration;

use sqlx::migrate::{Migrate as _, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};

use super::connections::{Pool, checked};
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
const WANTED_CONNECTIONS: u32 = 4;

/// Connections of scrapers' reports and of the control plane; one more waits in LISTEN.
const INGEST_CONNECTIONS: u32 = 6;

/// How long a caller waits for a free connection before it is told that the service is overloaded.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// The same for a control plane: calls for one group wait for each other, and its others behind them. It gives up after 30 s.
const WANTED_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(25);

/// Ends statements that nobody can be waiting for any more. Those that delete what a group had may take longer and set a
/// limit of their own, and lists that people wait for a shorter one.
const STATEMENT_TIMEOUT: &str = "30s";

/// Ends a transaction that nobody goes on with, and frees its locks. Those that wait for a cluster or for somebody's download
/// set a longer limit of their own; all others send their next statement within milliseconds.
const IDLE_TRANSACTION_TIMEOUT: &str = "10s";

/// Ends a statement that waits for a lock. Longer than [`IDLE_TRANSACTION_TIMEOUT`], so that whoever waits for a forgotten transaction
/// gets its turn. Deletions set a longer limit of their own.
const LOCK_TIMEOUT: &str = "15s";

/// How often the server looks whether the client of a running statement is still connected.
pub(super) const CLIENT_CHECK: &str = "1s";

/// How long a migration waits for others to let go of a table. Whoever wants the table meanwhile waits behind it, and an export
/// may hold one for a quarter of an hour: rather does the start fail, and the next one tries again.
const MIGRATION_LOCK_TIMEOUT: &str = "SET lock_timeout = '5s'";

/// The roles of the API, which own nothing.
const APP: &str = "clipmeter_app";
const INGEST: &str = "clipmeter_ingest";

/// The pools of connections.
#[derive(Debug, Clone)]
pub struct Pools {
    /// Role `clipmeter_app`: requests of users, under row-level security. Sees nothing outside of a
    /// [`Scope`](super::Scope).
    pub app: Pool,
    /// The same role, for what resources ask for. No connection is made before the first such call, which a laptop has
    /// none of.
    pub wanted: Pool,
    /// Role `clipmeter_ingest`: runs, scrapers' reports and sessions, of every group.
    pub ingest: Pool,
}

impl Pools {
    /// Migrates the database that `options` name, whose user may do that, and connects as the two roles.
    pub async fn connect(options: &PgConnectOptions) -> Result<Self, ApiError> {
        migrate(options).await?;
        Ok(Self {
            app: connected(options, APP, APP_CONNECTIONS).await?,
            wanted: Pool::new(
                pool(WANTED_CONNECTIONS)
                    .acquire_timeout(WANTED_ACQUIRE_TIMEOUT)
                    .connect_lazy_with(role(options, APP)),
            ),
            ingest: connected(options, INGEST, INGEST_CONNECTIONS).await?,
        })
    }

    /// Closes every connection once what runs on it has ended.
    pub async fn close(&self) {
        futures::join!(self.app.close(), self.wanted.close(), self.ingest.close());
    }
}

async fn migrate(options: &PgConnectOptions) -> Result<(), ApiError> {
    let mut connection = options.connect().await.map_err(ApiError::Connect)?;
    let version: i32 = sqlx::query_scalar("SELECT current_setting('server_version_num')::int / 10000")
        .fetch_one(&mut connection)
        .await?;
    if version < OLDEST_SERVER {
        return Err(ApiError::ServerTooOld {
            found: version,
            needed: OLDEST_SERVER,
        });
    }
    // Another program that migrates this database is waited for, however long it takes; the lock ends with the connection.
    connection.lock().await?;
    sqlx::raw_sql(MIGRATION_LOCK_TIMEOUT)
        .execute(&mut connection)
        .await?;
    MIGRATOR.run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

async fn connected(options: &PgConnectOptions, name: &str, connections: u32) -> Result<Pool, ApiError> {
    let connecting = pool(connections).connect_with(role(options, name));
    connecting.await.map(Pool::new).map_err(ApiError::Connect)
}

fn pool(connections: u32) -> PgPoolOptions {
    checked(PgPoolOptions::new())
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
}

fn role(options: &PgConnectOptions, name: &str) -> PgConnectOptions {
    options.clone().application_name(name).options([
        ("role", name),
        ("timezone", "UTC"),
        ("statement_timeout", STATEMENT_TIMEOUT),
        ("idle_in_transaction_session_timeout", IDLE_TRANSACTION_TIMEOUT),
        ("lock_timeout", LOCK_TIMEOUT),
        ("client_connection_check_interval", CLIENT_CHECK),
    ])
}
