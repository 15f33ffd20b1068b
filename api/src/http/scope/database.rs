//! The database as far as no scope is needed; scoped transactions begin in the extractors only.

use crate::http::error::Problem;
use crate::store::users::{self, SignIn};
use crate::store::{Access, Scope};

/// A transaction that sees what its extractor's scope allows. It is rolled back unless it is committed.
pub(crate) type Transaction = sqlx::Transaction<'static, sqlx::Postgres>;

/// Connections as the role `clipmeter_app`.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pool: sqlx::PgPool,
}

impl Database {
    /// Wraps the pool, so that nothing else of the HTTP API can reach it.
    #[must_use]
    pub(crate) fn new(pool: sqlx::PgPool) -> Self {
        Self { pool }
    }

    /// The user whom a sign-in form names.
    pub(crate) async fn sign_in(&self, name: &str) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in(&self.pool, name).await?)
    }

    /// The user whom a token names.
    pub(super) async fn sign_in_by_id(&self, id: i64) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in_by_id(&self.pool, id).await?)
    }

    /// Whether the database answers.
    pub(crate) async fn ping(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    pub(super) async fn begin(&self, scope: Scope, access: Access) -> Result<Transaction, Problem> {
        Ok(scope.begin(&self.pool, access).await?)
    }
}
