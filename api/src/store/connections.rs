//! Pools that hand out connections outside of any transaction, also after a future that used them was canceled.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{Connection as _, PgConnection, PgExecutor, PgPool, Postgres, SqlSafeStr, Transaction};
use tracing::Instrument as _;

use super::scope_key::ScopeKey;

/// How long a returned connection may take to finish the statement of a canceled caller and to roll back. A connection that
/// takes longer is closed, and the server ends the statement ([`CLIENT_CHECK`](super::connect::CLIENT_CHECK)).
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// A pool of connections of one role. Transactions start with [`Pool::begin`] only: `sqlx::Pool::begin` and `acquire` are out
/// of reach, because a BEGIN that is canceled while it waits for the server leaves its transaction open in the pool.
#[derive(Debug, Clone)]
pub struct Pool {
    pool: PgPool,
    /// None: the role has no password, and its transactions no scope.
    scope_key: Option<Arc<ScopeKey>>,
}

impl Pool {
    pub(super) fn new(pool: PgPool) -> Self {
        let scope_key = ScopeKey::of(&pool.connect_options()).map(Arc::new);
        Self { pool, scope_key }
    }

    pub(super) fn scope_key(&self) -> Option<&ScopeKey> {
        self.scope_key.as_deref()
    }

    /// Begins a transaction that sees what the role sees without a [`Scope`](super::Scope).
    pub async fn begin(&self) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
        self.begin_with("BEGIN").await
    }

    /// Begins a transaction with this statement, in a task of its own: it runs until the server has answered, also when the
    /// caller is canceled. The transaction is then dropped there, which rolls it back.
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    pub(super) async fn begin_with(
        &self,
        statement: impl SqlSafeStr,
    ) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
        // Canceling this is harmless: nothing has been sent yet, or the connection is closed in the middle of its check.
        let connection = self.pool.acquire().await?;
        let begun = Transaction::begin(connection, Some(statement.into_sql_str()));
        tokio::spawn(begun.in_current_span())
            .await
            .unwrap_or(Err(sqlx::Error::WorkerCrashed))
    }

    /// Runs single statements, each on its own outside of any transaction.
    #[must_use]
    pub fn statement(&self) -> impl PgExecutor<'_> {
        &self.pool
    }

    /// Takes a connection for LISTEN.
    pub(super) async fn listener(&self) -> Result<PgListener, sqlx::Error> {
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

    /// The most connections that the pool opens.
    #[must_use]
    pub fn max_connections(&self) -> u32 {
        self.pool.options().get_max_connections()
    }

    /// Closes every connection once what runs on it has ended.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Ends when [`Pool::close`] is called.
    pub fn close_event(&self) -> impl Future<Output = ()> + Send + 'static {
        self.pool.close_event()
    }
}

/// Checks connections when they return to the pool and when they leave it.
pub(super) fn checked(options: PgPoolOptions) -> PgPoolOptions {
    options
        .after_release(|connection, _| Box::pin(is_clean(connection)))
        // Replaces sqlx's own ping, at the price of the same round trip.
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(is_outside_of_transactions(connection)))
}

/// Waits for what is still under way on a returned connection. Sends nothing where nothing is.
async fn is_clean(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let flushed = tokio::time::timeout(FLUSH_TIMEOUT, connection.flush()).await;
    Ok(matches!(flushed, Ok(Ok(()))) && !connection.is_in_transaction())
}

/// Reads the transaction status that the protocol sends with every answer. sqlx shows it only as what becomes of a BEGIN: after
/// any other statement it finds no transaction, and says so. In a failed transaction the server refuses the statement itself.
#[expect(clippy::disallowed_methods, reason = "this is the check that others rely on")]
async fn is_outside_of_transactions(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    match connection.begin_with("SELECT").await {
        Err(sqlx::Error::BeginFailed) => Ok(true),
        Ok(_in_transaction) => Ok(false),
        Err(error) => Err(error),
    }
}
