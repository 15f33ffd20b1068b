//! Events of migrations that take long or fail.

use std::time::Duration;

use clipmeter_db::{DbError, MigrationProgress};
use k8s_openapi::api::core::v1::ObjectReference;
use kube::Client;
use kube::runtime::events::{Event, EventType, Recorder, Reporter};
use tokio::sync::watch;

use crate::PodArgs;

/// Name of the program in events.
const REPORTER: &str = "clipmeter-api";

/// An API server rejects longer notes.
const MAX_NOTE_BYTES: usize = 1024;

/// Duration from which a migration is reported as an event; shorter ones are only logged.
const LONG: Duration = Duration::from_secs(10);

/// Writes events about the program's own pod, if its name is known.
pub(crate) struct Events(Option<(Recorder, ObjectReference)>);

impl Events {
    /// For a program whose pod is not known: nothing is written.
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn of(pod: &PodArgs, client: &Client) -> Self {
        Self(pod.name.as_ref().map(|name| {
            let reporter = Reporter {
                controller: REPORTER.to_owned(),
                instance: Some(name.clone()),
            };
            let pod = ObjectReference {
                api_version: Some("v1".to_owned()),
                kind: Some("Pod".to_owned()),
                name: Some(name.clone()),
                namespace: Some(client.default_namespace().to_owned()),
                uid: pod.uid.clone(),
                ..ObjectReference::default()
            };
            (Recorder::new(client.clone(), reporter), pod)
        }))
    }

    /// Reports the migration that may be a part of the work: when it takes long, when it fails, and the end of a long one.
    pub(crate) async fn reported<T>(
        &self,
        progress: &watch::Sender<MigrationProgress>,
        work: impl Future<Output = Result<T, DbError>>,
    ) -> Result<T, DbError> {
        let mut receiver = progress.subscribe();
        let mut is_long = false;
        let result = {
            let mut work = std::pin::pin!(work);
            tokio::select! {
                result = &mut work => result,
                note = long_migration(&mut receiver) => {
                    is_long = true;
                    let publish = self.publish(EventType::Normal, "MigrationStarted", &note);
                    tokio::join!(work, publish).0
                }
            }
        };
        match &result {
            Err(DbError::Migrate(error)) => {
                self.publish(EventType::Warning, "MigrationFailed", &error.to_string())
                    .await;
            }
            Ok(_) if is_long => {
                self.publish(
                    EventType::Normal,
                    "MigrationFinished",
                    "The database schema is up to date",
                )
                .await;
            }
            _ => {}
        }
        result
    }

    /// Writes an event on a best-effort basis: the log has the same.
    async fn publish(&self, type_: EventType, reason: &str, note: &str) {
        let Some((recorder, pod)) = &self.0 else { return };
        let event = Event {
            type_,
            reason: reason.to_owned(),
            note: Some(note[..note.floor_char_boundary(MAX_NOTE_BYTES)].to_owned()),
            action: "Migrate".to_owned(),
            secondary: None,
        };
        if let Err(error) = recorder.publish(&event, pod).await {
            tracing::warn!(%error, reason, "cannot write an event");
        }
    }
}

/// Returns the description of a migration once it takes long.
async fn long_migration(progress: &mut watch::Receiver<MigrationProgress>) -> String {
    let is_long = |progress: &MigrationProgress| matches!(progress, MigrationProgress::Running { elapsed, .. } if *elapsed >= LONG);
    match progress.wait_for(is_long).await {
        Ok(running) => running.to_string(),
        // The sender outlives the work.
        Err(_) => std::future::pending().await,
    }
}
