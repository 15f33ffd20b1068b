//! The database as far as no scope is needed; scoped transactions begin in the extractors only.

use std::sync::Arc;

use uuid::Uuid;

use super::Transaction;
use crate::Storage;
use crate::control_plane::DesiredState;
use crate::http::error::Problem;
use crate::store::users::{self, SignIn};
use crate::store::{Access, Pool, Revision, Revisions, Scope, Source};

/// Connections as the role `clipmeter_app`.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pool: Pool,
    revisions: Arc<Revisions>,
    desired: Arc<dyn DesiredState>,
    storage: Storage,
}

impl Database {
    /// Wraps the pool, so that nothing else of the HTTP API can reach it.
    #[must_use]
    pub(crate) fn new(
        pool: Pool,
        revisions: Arc<Revisions>,
        desired: Arc<dyn DesiredState>,
        storage: Storage,
    ) -> Self {
        Self {
            pool,
            revisions,
            desired,
            storage,
        }
    }

    /// What has changed of these sources so far; asks nothing of the database.
    pub(super) fn revision(&self, scope: Scope, sources: &[Source]) -> Revision {
        self.revisions.of(scope, sources)
    }

    /// Counts what scrapes of this scope stored.
    pub(super) fn scraped(&self, scope: Scope) {
        self.revisions.scraped(scope);
    }

    /// The user whom a sign-in form names.
    pub(crate) async fn sign_in(&self, name: &str) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in(&self.pool, name).await?)
    }

    /// Returns the user of a token, unless the token's sign-in has ended.
    pub(crate) async fn sign_in_by_token(
        &self,
        id: i64,
        sign_in: Option<Uuid>,
    ) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in_by_token(&self.pool, id, sign_in).await?)
    }

    /// The user of an id.
    pub(crate) async fn sign_in_by_id(&self, id: i64) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in_by_id(&self.pool, id).await?)
    }

    /// A transaction that sees no tenants' rows: for people who are not signed in, and for what users do with
    /// themselves.
    pub(crate) async fn begin_unscoped(&self) -> Result<Transaction, Problem> {
        self.begin(Scope::Empty, Access::Write).await
    }

    /// Ends when the program wants its connections back.
    pub(super) fn closing(&self) -> impl Future<Output = ()> + Send + 'static {
        self.pool.close_event()
    }

    /// Refuses a change while the disk is full.
    pub(super) fn check_room(&self) -> Result<(), Problem> {
        Ok(self.storage.check()?)
    }

    pub(super) async fn begin(&self, scope: Scope, access: Access) -> Result<Transaction, Problem> {
        let inner = scope.begin(&self.pool, access).await?;
        Ok(Transaction {
            inner,
            scope,
            access,
            revisions: Arc::clone(&self.revisions),
            desired: Arc::clone(&self.desired),
            storage: self.storage.clone(),
        })
    }
}
