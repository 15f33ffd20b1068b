//! Storage of the desired state: in rows in standalone mode, in resources on a cluster, from which rows are synced.

use async_trait::async_trait;
use clipmeter_db::tracking::intent::Intent;
use clipmeter_proto::v1::Platform;

/// Stores the desired state.
#[async_trait]
pub trait DesiredState: Send + Sync + std::fmt::Debug {
    /// Applies intents. Called in the transaction that writes their rows, after every rule and limit was checked there
    /// and before the commit: an error here rolls it back. Applying is idempotent, so that a transaction that was
    /// aborted by a conflict may be retried, and a crash before the commit leaves desired state that becomes a row
    /// later.
    async fn apply(&self, intents: &[Intent]) -> Result<(), DesiredStateError>;

    /// Rejects intents for resources that another tool manages, and changes nothing. Called for resources that the row
    /// records as managed, before the work begins: the manager may have released them since.
    async fn check(&self, intents: &[Intent]) -> Result<(), DesiredStateError>;
}

/// The desired state of standalone mode: the committed rows themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct DatabaseOnly;

#[async_trait]
impl DesiredState for DatabaseOnly {
    async fn apply(&self, _: &[Intent]) -> Result<(), DesiredStateError> {
        Ok(())
    }

    async fn check(&self, _: &[Intent]) -> Result<(), DesiredStateError> {
        Ok(())
    }
}

/// Why intents were rejected. They were not stored, as far as partial changes could be undone.
#[derive(Debug, thiserror::Error)]
pub enum DesiredStateError {
    /// Another tool manages the resource (for example Argo CD).
    #[error("{what} is managed outside the dashboard (by {manager}): change it there")]
    ManagedElsewhere {
        /// The human-readable name: `@natgeo`.
        what: String,
        /// The tool that manages it: `kubectl`, `argocd-controller`.
        manager: String,
    },
    /// The group has reached its account limit of the platform.
    #[error("the group tracks as many {} accounts as it may", .0.code())]
    LimitReached(Platform),
    /// Possible once another operation completes, usually within seconds.
    #[error("{0}")]
    NotYet(String),
    /// The store of the desired state is not reachable. The reason is for the log.
    #[error("the desired state cannot be stored now: {0}")]
    Unavailable(String),
    /// Rejected because of a fault of this installation. The reason is for the log.
    #[error("the desired state was refused: {0}")]
    Refused(String),
}
