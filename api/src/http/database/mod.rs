//! Database access that needs no scope; scoped transactions begin only in the extractors.

pub(crate) mod desired;
mod transaction;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_db::database::read_replicas::ReadReplicas;
use clipmeter_db::database::revisions::Revisions;
use clipmeter_db::pictures::shown;
use clipmeter_db::secrets::Secrets;
use clipmeter_db::share_links::{self, Viewer};
use clipmeter_db::storage::Storage;
use clipmeter_db::users::{self, SignIn};
use clipmeter_db::{Access, Pool, Scope};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use uuid::Uuid;

use super::error::{ErrorCode, Problem};
use crate::control_plane::DesiredState;

pub(crate) use self::transaction::Transaction;

/// Connections that reads never use, so that sign-ins, checks of tokens and changes continue during an overload.
const RESERVED: u32 = 3;
/// How long a read waits for other reads. Under more load than the database can serve, waiting longer only delays the refusal.
const READ_WAIT: Duration = Duration::from_secs(2);
/// Retry-After of a refused read.
const RETRY_AFTER: Duration = Duration::from_secs(3);

/// A transaction of the database and, for a read, the permit of its connection.
type Begun = (
    sqlx::Transaction<'static, sqlx::Postgres>,
    Option<OwnedSemaphorePermit>,
);

/// Connections with the role `clipmeter_app`.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pool: Pool,
    /// One for each connection that reads may use.
    reads: Arc<Semaphore>,
    read_replicas: Option<ReadReplicas>,
    revisions: Arc<Revisions>,
    desired: Arc<dyn DesiredState>,
    secrets: Arc<Secrets>,
    storage: Storage,
}

impl Database {
    /// Wraps the pool, so that the rest of the HTTP API cannot access it.
    #[must_use]
    pub(crate) fn new(
        pool: Pool,
        read_replicas: Option<ReadReplicas>,
        revisions: Arc<Revisions>,
        desired: Arc<dyn DesiredState>,
        secrets: Arc<Secrets>,
        storage: Storage,
    ) -> Self {
        let reads = pool.max_connections().saturating_sub(RESERVED).max(1);
        Self {
            reads: Arc::new(Semaphore::new(reads as usize)),
            pool,
            read_replicas,
            revisions,
            desired,
            secrets,
            storage,
        }
    }

    /// Returns the revisions of everything that responses depend on.
    pub(crate) fn revisions(&self) -> &Revisions {
        &self.revisions
    }

    /// Increments the revision of what scrapes of this scope store.
    pub(crate) fn scraped(&self, scope: Scope) {
        self.revisions.scraped(scope);
    }

    /// Returns the user named in a sign-in form.
    pub(crate) async fn sign_in(&self, name: &str) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in(&self.pool, name).await?)
    }

    /// Returns the picture with this name.
    pub(crate) async fn picture(&self, name: &str) -> Result<Option<Vec<u8>>, Problem> {
        Ok(shown::named(&self.pool, name).await?)
    }

    /// Returns the user of a token, unless the token's sign-in has ended.
    pub(crate) async fn sign_in_by_token(
        &self,
        id: i64,
        sign_in: Option<Uuid>,
    ) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in_by_token(&self.pool, id, sign_in).await?)
    }

    /// Returns the viewer whom the digest of a share link's token identifies.
    pub(crate) async fn viewer(
        &self,
        token_digest: &[u8; 32],
        now: DateTime<Utc>,
    ) -> Result<Option<Viewer>, Problem> {
        Ok(share_links::viewer(&self.pool, token_digest, now).await?)
    }

    /// Returns a user by ID.
    pub(crate) async fn sign_in_by_id(&self, id: i64) -> Result<Option<SignIn>, Problem> {
        Ok(users::sign_in_by_id(&self.pool, id).await?)
    }

    /// Begins a transaction that sees no tenants' rows: for unauthenticated callers, and for changes that users make to
    /// their own data.
    pub(crate) async fn begin_unscoped(&self) -> Result<Transaction, Problem> {
        self.begin(Scope::Empty, Access::Write).await
    }

    /// Completes when the program shuts down and needs its connections back.
    pub(crate) fn closing(&self) -> impl Future<Output = ()> + Send + 'static {
        self.pool.close_event()
    }

    /// Rejects a change while the disk is full.
    pub(crate) fn check_room(&self) -> Result<(), Problem> {
        Ok(self.storage.check()?)
    }

    /// Begins a transaction. A read uses a replica if one has replayed all known changes. Otherwise it uses the primary, or is
    /// refused if too many others do.
    pub(crate) async fn begin(&self, scope: Scope, access: Access) -> Result<Transaction, Problem> {
        let (inner, permit) = match access {
            Access::Read => self.begin_read(scope).await?,
            Access::Write => (scope.begin(&self.pool, access).await?, None),
        };
        Ok(Transaction {
            inner,
            scope,
            access,
            revisions: Arc::clone(&self.revisions),
            desired: Arc::clone(&self.desired),
            secrets: Arc::clone(&self.secrets),
            storage: self.storage.clone(),
            _permit: permit,
        })
    }

    async fn begin_read(&self, scope: Scope) -> Result<Begun, Problem> {
        if let Some(replicas) = &self.read_replicas
            && let Some((transaction, permit)) = replicas.begin(scope).await
        {
            return Ok((transaction, Some(permit)));
        }
        let permit = self.read_permit().await?;
        Ok((scope.begin(&self.pool, Access::Read).await?, Some(permit)))
    }

    async fn read_permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        match timeout(READ_WAIT, Arc::clone(&self.reads).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Problem::from(ErrorCode::Unavailable).retry_after(RETRY_AFTER)),
        }
    }
}
