//! Stores the dashboard's desired state as resources. The operator syncs rows from them, as it does for resources
//! applied with kubectl or from Git.

mod build;
mod change;
mod kind;
mod locate;
mod object;
mod refusal;

use std::future::ready;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use clipmeter_api::control_plane::{DesiredState, DesiredStateError};
use clipmeter_db::tracking::intent::Intent;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use kube::Client;

use self::change::PlannedChange;
use self::object::CreatedObject;

/// Number of concurrent writes: each takes a few milliseconds, so that a thousand take a second, and few enough to
/// leave capacity of the API server to other clients.
const CONCURRENCY: usize = 16;

/// Desired state stored on a cluster.
#[derive(Clone)]
pub struct Resources {
    client: Client,
}

impl std::fmt::Debug for Resources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Resources").finish_non_exhaustive()
    }
}

impl Resources {
    /// Stores desired state on this cluster.
    #[must_use]
    pub fn new(client: Client) -> Self {
        Self { client }
    }

    /// Finds the objects, and rejects all changes when another tool manages one of them.
    async fn plan(&self, intents: &[Intent]) -> Result<Vec<PlannedChange>, DesiredStateError> {
        let mut changes = Vec::new();
        for intent in intents {
            changes.extend(self.changes(intent).await?);
        }
        stream::iter(changes)
            .map(|change| self.plan_change(change))
            .buffer_unordered(CONCURRENCY)
            .try_collect()
            .await
    }

    /// Applies all changes. After an error, created objects are deleted again, so that no part of a rejected list is
    /// tracked. Changes in progress are awaited first: only their responses contain what they created.
    async fn apply_all(&self, planned: Vec<PlannedChange>) -> Result<(), DesiredStateError> {
        let stop = AtomicBool::new(false);
        let outcomes = stream::iter(planned)
            .take_while(|_| ready(!stop.load(Ordering::Relaxed)))
            .map(|planned| self.apply_one(planned))
            .buffer_unordered(CONCURRENCY);
        let mut outcomes = pin!(outcomes);
        let mut created = Vec::new();
        let mut first_error = None;
        while let Some(outcome) = outcomes.next().await {
            match outcome {
                Ok(new) => created.extend(new),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    first_error.get_or_insert(error);
                }
            }
        }
        let Some(error) = first_error else { return Ok(()) };
        stream::iter(created)
            .for_each_concurrent(CONCURRENCY, |object| self.undo(object))
            .await;
        Err(error)
    }

    async fn undo(&self, created: CreatedObject) {
        if let Err(error) = self.delete_created(&created).await {
            tracing::warn!(
                kind = created.object.resource.kind,
                name = created.object.name,
                %error,
                "cannot delete the object of a rejected change"
            );
        }
    }
}

#[async_trait]
impl DesiredState for Resources {
    async fn apply(&self, intents: &[Intent]) -> Result<(), DesiredStateError> {
        let planned = self.plan(intents).await?;
        self.apply_all(planned).await
    }

    async fn check(&self, intents: &[Intent]) -> Result<(), DesiredStateError> {
        self.plan(intents).await.map(drop)
    }

    fn pools_are_resources(&self) -> bool {
        true
    }
}
