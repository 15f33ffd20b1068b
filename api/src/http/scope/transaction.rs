//! Transactions of requests.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::PgConnection;
use tracing::Instrument as _;

use crate::Storage;
use crate::control_plane::{DesiredState, Intent};
use crate::http::error::Problem;
use crate::http::spawn_to_completion::spawn_to_completion;
use crate::storage::WriteRefusal;
use crate::store::{Access, Revisions, Scope, wait_for_cluster};

/// A transaction that sees what its extractor's scope allows. It is rolled back unless it is committed. Its commit is
/// counted, so that the caller's next poll is answered with what it wrote.
pub(crate) struct Transaction {
    pub(super) inner: sqlx::Transaction<'static, sqlx::Postgres>,
    pub(super) scope: Scope,
    pub(super) access: Access,
    pub(super) revisions: Arc<Revisions>,
    pub(super) desired: Arc<dyn DesiredState>,
    pub(super) storage: Storage,
}

impl Transaction {
    /// Refuses what is somebody else's where it is kept.
    pub(crate) async fn check(&mut self, intents: &[Intent]) -> Result<(), Problem> {
        wait_for_cluster(&mut self.inner).await?;
        Ok(self.desired.check(intents).await?)
    }

    /// Has what was written be wanted where that is kept, and then keeps it. Once begun this goes on to its end, also when
    /// the answer takes too long for whoever waits: between the two there would be something that is wanted and has no row, and
    /// nobody to take it back.
    pub(crate) async fn commit_desired(mut self, intents: Vec<Intent>) -> Result<(), Problem> {
        spawn_to_completion(async move {
            wait_for_cluster(&mut self.inner).await?;
            let applied = self.desired.apply(&intents).await;
            applied.map_err(|error| Problem::of_desired_state(error, &intents))?;
            Ok(self.commit().await?)
        })
        .await
    }

    /// Keeps what was added to the audit log and nothing else: no polled page shows it, so nobody's answer becomes old.
    pub(crate) async fn commit_note(self) -> Result<(), sqlx::Error> {
        self.inner.commit().await
    }

    /// Keeps what was written. A caller who is canceled meanwhile does not stop the commit or keep it from being counted.
    pub(crate) async fn commit(self) -> Result<(), sqlx::Error> {
        let commit = async move {
            let outcome = self.inner.commit().await;
            // A commit whose answer got lost may have happened.
            if self.access == Access::Write {
                self.revisions.committed(self.scope);
                self.storage.wrote(&outcome, WriteRefusal::of);
            }
            outcome
        };
        tokio::spawn(commit.in_current_span())
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
