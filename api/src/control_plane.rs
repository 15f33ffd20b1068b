//! Interfaces whose implementations differ between standalone mode and Kubernetes.

use async_trait::async_trait;
use clipmeter_db::tracking::intent::Intent;
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

/// Starts the scraper of a run: a child process in standalone mode, a Job on Kubernetes.
#[async_trait]
pub trait RunStarter: Send + Sync + std::fmt::Debug {
    /// Starts a scraper for a run whose rows are already open, without waiting for its end. The implementation also
    /// closes the run when the scraper has ended.
    async fn start(&self, run: Uuid) -> Result<(), StartRunError>;
}

/// The reason why no scraper could be started. The run is still open; the caller closes it.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct StartRunError {
    reason: String,
}

impl StartRunError {
    /// Creates an error with a human-readable reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}

/// Determines what a caller may do from the token of the call: issued by this API in standalone mode, a service-account
/// token on Kubernetes. Callers without a valid token get `UNAUTHENTICATED`.
#[async_trait]
pub trait Authenticator: Send + Sync {
    /// Returns the run that a scraper may lease and report for.
    async fn run(&self, metadata: &MetadataMap) -> Result<Uuid, Status>;

    /// Checks that the caller is a control plane.
    async fn control(&self, metadata: &MetadataMap) -> Result<(), Status>;
}

/// Returns the token of a call.
pub fn bearer(metadata: &MetadataMap) -> Result<&str, Status> {
    metadata
        .get("authorization")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .ok_or_else(|| Status::unauthenticated("send `authorization: Bearer <token>`"))
}

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

    /// Returns whether scraper pools are resources, so that the dashboard only shows them.
    fn pools_are_resources(&self) -> bool;
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

    fn pools_are_resources(&self) -> bool {
        false
    }
}

/// The reason why intents were rejected. They were not stored, except for partial changes that could not be undone.
#[derive(Debug, thiserror::Error)]
pub enum DesiredStateError {
    /// Another tool manages the resource, for example Argo CD.
    #[error("{what} is managed outside the dashboard (by {manager}); change it there")]
    ManagedElsewhere {
        /// The human-readable name: `@natgeo`.
        what: String,
        /// The tool that manages it: `kubectl`, `argocd-controller`.
        manager: String,
    },
    /// The group has reached its limit on what the change adds.
    #[error("the group has reached its limit")]
    LimitReached,
    /// The change is possible after another operation completes, usually within seconds.
    #[error("{0}")]
    NotYet(String),
    /// The store of the desired state is not reachable. The reason is for the log.
    #[error("cannot store the change now: {0}")]
    Unavailable(String),
    /// The installation has a fault, which the reason describes for the log.
    #[error("the change was rejected: {0}")]
    Refused(String),
}
