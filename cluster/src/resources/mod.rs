//! What people want in the dashboard, kept as resources: the operator makes rows follow them, here as for those that
//! were applied with kubectl or from Git.

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
use clipmeter_api::control_plane::{DesiredState, DesiredStateError, Intent};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use kube::Client;

use change::PlannedChange;
use object::Made;

/// Objects that are written at the same time: a few milliseconds each, so that a thousand take a second, and few enough
/// that an API server serves others meanwhile.
const CONCURRENCY: usize = 16;

/// Keeps what is wanted on a cluster.
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
    /// Keeps it on this cluster.
    #[must_use]
    pub fn new(client: Client) -> Self {
        Self { client }
    }

    /// Finds the objects, and refuses to touch any when one is somebody else's.
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

    /// Does all of it. What was made before something was refused is deleted again, so that nothing comes to be tracked of
    /// a list that was refused. What has begun by then is waited for: only its answer says what it made.
    async fn carry_out(&self, planned: Vec<PlannedChange>) -> Result<(), DesiredStateError> {
        let stop = AtomicBool::new(false);
        let outcomes = stream::iter(planned)
            .take_while(|_| ready(!stop.load(Ordering::Relaxed)))
            .map(|planned| self.carry_out_one(planned))
            .buffer_unordered(CONCURRENCY);
        let mut outcomes = pin!(outcomes);
        let mut made = Vec::new();
        let mut refused = None;
        while let Some(outcome) = outcomes.next().await {
            match outcome {
                Ok(new) => made.extend(new),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    refused.get_or_insert(error);
                }
            }
        }
        let Some(error) = refused else { return Ok(()) };
        stream::iter(made)
            .for_each_concurrent(CONCURRENCY, |made| self.undo(made))
            .await;
        Err(error)
    }

    async fn undo(&self, made: Made) {
        if let Err(error) = self.unmake(&made).await {
            tracing::warn!(
                kind = made.object.resource.kind,
                name = made.object.name,
                %error,
                "an object of a change that was refused stays"
            );
        }
    }
}

#[async_trait]
impl DesiredState for Resources {
    async fn apply(&self, intents: &[Intent]) -> Result<(), DesiredStateError> {
        let planned = self.plan(intents).await?;
        self.carry_out(planned).await
    }

    async fn check(&self, intents: &[Intent]) -> Result<(), DesiredStateError> {
        self.plan(intents).await.map(drop)
    }
}
