//! Detects a connection pooler that gives a connection the session of another one. ADR 0053.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::DbError;
use crate::pooler_error::is_statement_pooling;

/// How long to wait for a second session. A pooler without a free session lets connections wait for minutes.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Second connections to compare with, one after another. If several instances of a pooler share an address, only
/// connections to the same instance mix their sessions.
const OTHERS: usize = 3;

/// A pooler that uses its sessions in turn returns to the first one only after all others.
const REPEATS: usize = 4;

/// Returns whether an earlier connection has set it in this session, and sets it.
const MARK: &str = "SELECT (coalesce(current_setting('clipmeter.is_used', true), '') <> '')::text, \
                    set_config('clipmeter.is_used', 'true', false)";

/// Returns the folder and port of the server's own Unix socket. Only some roles may read the folder.
const OWN_SOCKET: &str = "SELECT concat(CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') \
                          THEN current_setting('unix_socket_directories') END, ' ', current_setting('port'))";

/// How a pooler mixes up sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mixed {
    /// A connection changes its session between two statements.
    AtOnce,
    /// A connection gets the session of a closed one as that has left it.
    OneAfterAnother,
}

/// Fails unless each connection has a new session of its own: otherwise LISTEN, timeouts and prepared statements are lost
/// or mixed up, and the lock of migrations is never released. `one` is a connection with these options. Nothing is between
/// this process and the server's own Unix socket, so the embedded server starts without more connections.
pub(super) async fn check(one: &mut PgConnection, options: &PgConnectOptions) -> Result<(), DbError> {
    let role = || options.get_username().to_owned();
    let mixed = tokio::time::timeout(TIMEOUT, compare(one, options))
        .await
        .map_err(|_elapsed| DbError::NoSession { role: role() })?;
    match mixed.map_err(DbError::connect)? {
        None => Ok(()),
        Some(Mixed::AtOnce) => Err(DbError::TransactionPooling { role: role() }),
        Some(Mixed::OneAfterAnother) => Err(DbError::SessionNotReset { role: role() }),
    }
}

async fn compare(one: &mut PgConnection, options: &PgConnectOptions) -> Result<Option<Mixed>, sqlx::Error> {
    if let Some(folder) = options.get_socket() {
        let own = text(one, OWN_SOCKET).await?;
        if own == format!("{} {}", folder.display(), options.get_port()) {
            return Ok(None);
        }
    }
    let first = process(one).await?;
    for _ in 0..OTHERS {
        let mut other = options.connect().await?;
        let mixed = compare_with(one, &first, &mut other).await?;
        if mixed.is_some() {
            return Ok(mixed);
        }
        other.close().await?;
    }
    Ok(None)
}

/// Compares the server's processes of two connections. The open transaction of one keeps its process, so the other must
/// get another one, and always the same.
async fn compare_with(
    one: &mut PgConnection,
    first: &str,
    other: &mut PgConnection,
) -> Result<Option<Mixed>, sqlx::Error> {
    match sqlx::raw_sql("BEGIN").execute(&mut *other).await {
        Err(error) if is_statement_pooling(&error) => return Ok(Some(Mixed::AtOnce)),
        result => result?,
    };
    let mut is_mixed = process(other).await? == first;
    for _ in 0..REPEATS {
        // Otherwise, this might wait for the process of the open transaction.
        is_mixed = is_mixed || process(one).await? != first;
    }
    sqlx::raw_sql("COMMIT").execute(&mut *other).await?;
    if is_mixed {
        return Ok(Some(Mixed::AtOnce));
    }
    let is_used = text(other, MARK).await? == "true";
    Ok(is_used.then_some(Mixed::OneAfterAnother))
}

/// Returns the ID of the server's process.
async fn process(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    text(connection, "SELECT pg_backend_pid()::text").await
}

/// Uses the simple protocol, because statements that one process has prepared are unknown in another.
async fn text(connection: &mut PgConnection, query: &'static str) -> Result<String, sqlx::Error> {
    let row = sqlx::raw_sql(query).fetch_one(connection).await?;
    sqlx::Row::try_get(&row, 0)
}
