//! Connection pools that never hand out a connection inside a transaction, even after a future that used it
//! was canceled.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_proto::child_span;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{Connection as _, PgConnection, PgExecutor, PgPool, Postgres, SqlSafeStr, Transaction};
use tracing::Instrument as _;

use super::scope_key::ScopeKey;

/// How long a returned connection may take to finish a canceled caller's statement and roll back. After that
/// it is closed, and the server ends the statement ([`CLIENT_CHECK`](super::connect::CLIENT_CHECK)).
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// A pool of connections of one role. Transactions start with [`Pool::begin`] only: `sqlx::Pool::begin` and
/// `acquire` are not exposed, because a BEGIN that is canceled while it waits for the server leaves its
/// transaction open in the pool.
#[derive(Debug, Clone)]
pub struct Pool {
    pool: PgPool,
    /// `None`: the role has no password, so its transactions have no scope.
    scope_key: Option<Arc<ScopeKey>>,
}

impl Pool {
    pub fn new(pool: PgPool) -> Self {
        let scope_key = ScopeKey::of(&pool.connect_options()).map(Arc::new);
        Self { pool, scope_key }
    }

    pub(crate) fn scope_key(&self) -> Option<&ScopeKey> {
        self.scope_key.as_deref()
    }

    /// Begins a transaction that sees what the role sees without a [`Scope`](super::scope::Scope).
    pub async fn begin(&self) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
        self.begin_with("BEGIN").await
    }

    /// Begins a transaction with this statement, in a separate task that runs until the server has responded
    /// even if the caller is canceled. The task then drops the transaction, which rolls it back.
    pub(crate) async fn begin_with(
        &self,
        statement: impl SqlSafeStr,
    ) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
        self.begin_if(statement, async |_| Ok(true))
            .await?
            .ok_or(sqlx::Error::BeginFailed)
    }

    /// Like [`Pool::begin_with`] on a replica; `None` if it has not replayed the log to `required`. The position is
    /// read before the transaction, whose snapshot is then at least as new.
    pub(crate) async fn begin_replayed(
        &self,
        statement: impl SqlSafeStr,
        required: i64,
    ) -> Result<Option<Transaction<'static, Postgres>>, sqlx::Error> {
        self.begin_if(statement, async |connection| {
            match replica_state(connection).await? {
                ReplicaState::Replayed(end) => Ok(end >= required),
                ReplicaState::Primary => Ok(false),
            }
        })
        .await
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "this is the only place that may call it"
    )]
    async fn begin_if(
        &self,
        statement: impl SqlSafeStr,
        condition: impl AsyncFnOnce(&mut PoolConnection<Postgres>) -> Result<bool, sqlx::Error>,
    ) -> Result<Option<Transaction<'static, Postgres>>, sqlx::Error> {
        let begin = async {
            // Safe to cancel: no transaction has begun, and the pool waits for a statement of the condition.
            let mut connection = self.pool.acquire().await?;
            if !condition(&mut connection).await? {
                return Ok(None);
            }
            let begun = Transaction::begin(connection, Some(statement.into_sql_str()));
            tokio::spawn(begun.in_current_span())
                .await
                .unwrap_or(Err(sqlx::Error::WorkerCrashed))
                .map(Some)
        };
        // Shows how long callers wait for a connection.
        let span = child_span!(
            "begin transaction",
            otel.kind = "client",
            db.system.name = "postgresql"
        );
        begin.instrument(span).await
    }

    /// Returns an executor for single statements outside any transaction.
    #[must_use]
    pub fn statement(&self) -> impl PgExecutor<'_> {
        &self.pool
    }

    /// Returns the end of the primary's log, in bytes. It includes all commits that are visible.
    pub(crate) async fn end_of_log(&self) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint")
            .fetch_one(self.statement())
            .await
    }

    /// Returns the state of the server as a replica.
    #[expect(clippy::disallowed_methods, reason = "begins no transaction")]
    pub(crate) async fn replica_state(&self) -> Result<ReplicaState, sqlx::Error> {
        replica_state(&mut self.pool.acquire().await?).await
    }

    /// Takes a connection for LISTEN.
    pub async fn listener(&self) -> Result<PgListener, sqlx::Error> {
        PgListener::connect_with(&self.pool).await
    }

    /// Open connections.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.pool.size()
    }

    /// Open connections that are not in use.
    #[must_use]
    pub fn num_idle(&self) -> usize {
        self.pool.num_idle()
    }

    /// The maximum of connections that the pool opens.
    #[must_use]
    pub fn max_connections(&self) -> u32 {
        self.pool.options().get_max_connections()
    }

    /// Closes each connection once its last user has returned it.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Completes when [`Pool::close`] is called.
    pub fn close_event(&self) -> impl Future<Output = ()> + Send + 'static {
        self.pool.close_event()
    }
}

/// What a server has replayed of its primary's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReplicaState {
    /// Everything before this position, in bytes.
    Replayed(i64),
    /// The server is not a replica, or was promoted.
    Primary,
}

/// Closes the connection later if it leads to a server that was promoted, so that the next one leads to a replica.
async fn replica_state(connection: &mut PoolConnection<Postgres>) -> Result<ReplicaState, sqlx::Error> {
    let replayed: Option<i64> = sqlx::query_scalar(
        "SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::bigint END",
    )
    .fetch_one(&mut **connection)
    .await?;
    if replayed.is_none() {
        connection.close_on_drop();
    }
    Ok(replayed.map_or(ReplicaState::Primary, ReplicaState::Replayed))
}

/// Checks connections when they return to the pool and when they leave it.
pub(crate) fn checked(options: PgPoolOptions) -> PgPoolOptions {
    options
        .after_release(|connection, _| Box::pin(is_clean(connection)))
        // Replaces sqlx's own ping, at the price of the same round trip.
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(is_outside_of_transactions(connection)))
}

/// Waits for a statement still running on a returned connection. Sends nothing if there is none.
async fn is_clean(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let flushed = tokio::time::timeout(FLUSH_TIMEOUT, connection.flush()).await;
    Ok(matches!(flushed, Ok(Ok(()))) && !connection.is_in_transaction())
}

/// Checks the transaction status that the protocol sends with every response. sqlx exposes the status only
/// through the effect of a BEGIN: outside a transaction the statement reports that there is none. In a failed
/// transaction the server rejects the statement.
#[expect(clippy::disallowed_methods, reason = "all other code relies on this check")]
async fn is_outside_of_transactions(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    match connection.begin_with("SELECT").await {
        Err(sqlx::Error::BeginFailed) => Ok(true),
        Ok(_in_transaction) => Ok(false),
        Err(error) => Err(error),
    }
}
