//! Transactions of requests.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use clipmeter_db::database::revisions::Revisions;
use clipmeter_db::database::scope::wait_for_cluster;
use clipmeter_db::secrets::Secrets;
use clipmeter_db::storage::{Storage, WriteRefusal};
use clipmeter_db::tracking::intent::Intent;
use clipmeter_db::{Access, Scope};
use clipmeter_proto::child_span;
use sqlx::PgConnection;
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument as _;

use crate::control_plane::DesiredState;
use crate::http::error::Problem;
use crate::http::execution::spawn_to_completion;

/// A transaction limited to its extractor's scope. It is rolled back unless it is committed. Its commit increments the
/// revision, so that the caller's next poll shows what it wrote.
pub(crate) struct Transaction {
    pub(crate) inner: sqlx::Transaction<'static, sqlx::Postgres>,
    pub(crate) scope: Scope,
    pub(crate) access: Access,
    pub(crate) revisions: Arc<Revisions>,
    pub(crate) desired: Arc<dyn DesiredState>,
    /// Keys of proxies: why an account waits depends on whether the proxy of its pool can be decrypted.
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) storage: Storage,
    /// Of a read.
    pub(crate) _permit: Option<OwnedSemaphorePermit>,
}

impl Transaction {
    /// Rejects intents for resources that another tool manages.
    pub(crate) async fn check(&mut self, intents: &[Intent]) -> Result<(), Problem> {
        wait_for_cluster(&mut self.inner).await?;
        Ok(self.desired.check(intents).await?)
    }

    /// Applies the desired state and then commits. Once started, this runs to completion even if the caller disconnects
    /// or the deadline passes: in between there is desired state without a row, which nothing would revert.
    pub(crate) async fn commit_desired(mut self, intents: Vec<Intent>) -> Result<(), Problem> {
        spawn_to_completion(async move {
            wait_for_cluster(&mut self.inner).await?;
            let applied = self.desired.apply(&intents).await;
            applied.map_err(|error| Problem::of_desired_state(error, &intents))?;
            Ok(self.commit().await?)
        })
        .await
    }

    /// Commits additions to the audit log and nothing else: no polled page shows it, so the revision does not change.
    pub(crate) async fn commit_note(self) -> Result<(), sqlx::Error> {
        self.commit_and(|revisions, _| revisions.written()).await
    }

    /// Commits the transaction. Canceling the caller stops neither the commit nor the update of the revision.
    pub(crate) async fn commit(self) -> Result<(), sqlx::Error> {
        self.commit_and(Revisions::committed).await
    }

    async fn commit_and(self, count: fn(&Revisions, Scope)) -> Result<(), sqlx::Error> {
        let commit = async move {
            let outcome = self.inner.commit().await;
            // A commit without a response may have taken effect.
            if self.access == Access::Write {
                count(&self.revisions, self.scope);
                self.storage.wrote(&outcome, WriteRefusal::of);
            }
            outcome
        };
        let span = child_span!(
            "commit transaction",
            otel.kind = "client",
            db.system.name = "postgresql"
        );
        tokio::spawn(commit.instrument(span).in_current_span())
            .await
            .unwrap_or(Err(sqlx::Error::WorkerCrashed))
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.inner
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.inner
    }
}
