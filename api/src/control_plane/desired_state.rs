//! Where it is kept what people want: in rows on a laptop, in resources on a cluster, which the rows follow.

use async_trait::async_trait;
use clipmeter_proto::v1::Platform;

use super::Intent;

/// Keeps what people want.
#[async_trait]
pub trait DesiredState: Send + Sync + std::fmt::Debug {
    /// Has these things be wanted. It is called in the transaction that writes their rows, after every rule and limit was
    /// checked there and before the commit: what is refused here is rolled back. Repeating it changes nothing, so that a
    /// transaction which was given up for another one may be tried again, and a crash before the commit leaves something
    /// that is wanted and becomes a row later.
    async fn apply(&self, intents: &[Intent]) -> Result<(), DesiredStateError>;

    /// Refuses what would be refused because it is somebody else's, and changes nothing. Asked of what a row remembers as
    /// such, before the work begins: whoever managed it may have gone.
    async fn check(&self, intents: &[Intent]) -> Result<(), DesiredStateError>;
}

/// Rows that were committed are all that there is.
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

/// Why something cannot be wanted. None of it was kept, as far as that could be undone.
#[derive(Debug, thiserror::Error)]
pub enum DesiredStateError {
    /// Somebody else says what it is to be, as in Git.
    #[error("{what} is managed outside the dashboard (by {manager}): change it there")]
    ManagedElsewhere {
        /// What, for people: `@natgeo`.
        what: String,
        /// The program that manages it: `kubectl`, `argocd-controller`.
        manager: String,
    },
    /// The group may not track more accounts of the platform.
    #[error("the group tracks as many {} accounts as it may", .0.code())]
    LimitReached(Platform),
    /// It goes as soon as something else has been done, within seconds as a rule.
    #[error("{0}")]
    NotYet(String),
    /// Whoever keeps it cannot be asked. The reason is for the log.
    #[error("the desired state cannot be stored now: {0}")]
    Unavailable(String),
    /// It was refused, which is a fault of this installation. The reason is for the log.
    #[error("the desired state was refused: {0}")]
    Refused(String),
}
