//! Publishes Kubernetes events. Events report changes, so the caller must have observed one.

use std::time::Instant;

use clipmeter_crds::{Event, keys};
use k8s_openapi::api::core::v1::ObjectReference;
use kube::Client;
use kube::runtime::events::{Event as KubeEvent, EventType, Recorder, Reporter};
use parking_lot::Mutex;

use crate::token_bucket::TokenBucket;

/// An API server rejects longer notes.
const MAX_NOTE_BYTES: usize = 1024;

/// Burst of normal events. If a thousand accounts are added, a few events suffice, because the statuses contain the same
/// information. Warnings are always published.
const NORMAL_BURST: f64 = 100.0;
const NORMAL_PER_SECOND: f64 = 1.0;

pub(crate) struct Events {
    recorder: Recorder,
    normal: Mutex<TokenBucket>,
}

impl Events {
    /// Reports events as the pod of this name.
    pub(crate) fn new(client: Client, pod: &str) -> Self {
        let reporter = Reporter {
            controller: keys::OPERATOR.to_owned(),
            instance: Some(pod.to_owned()),
        };
        Self {
            recorder: Recorder::new(client, reporter),
            normal: Mutex::new(TokenBucket::new(Instant::now())),
        }
    }

    /// Publishes an event on a best-effort basis: nothing depends on it.
    pub(crate) async fn publish(&self, about: &ObjectReference, event: Event, note: &str) {
        if !event.is_warning() && !self.take_token(Instant::now()) {
            return;
        }
        let kube_event = KubeEvent {
            type_: if event.is_warning() {
                EventType::Warning
            } else {
                EventType::Normal
            },
            reason: event.as_str().to_owned(),
            note: Some(truncated(note)).filter(|note| !note.is_empty()),
            action: event.as_str().to_owned(),
            secondary: None,
        };
        if let Err(error) = self.recorder.publish(&kube_event, about).await {
            tracing::warn!(%error, event = event.as_str(), "cannot write an event");
        }
    }

    /// Takes a token for a normal event. Returns whether one was available.
    fn take_token(&self, now: Instant) -> bool {
        let mut normal = self.normal.lock();
        let has_token = normal.fill(NORMAL_PER_SECOND, NORMAL_BURST, now) > 0;
        if has_token {
            normal.take();
        }
        has_token
    }
}

fn truncated(note: &str) -> String {
    let end = note.floor_char_boundary(MAX_NOTE_BYTES);
    note[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_note_is_truncated_between_characters() {
        assert_eq!(truncated("why"), "why");
        let long = "é".repeat(MAX_NOTE_BYTES);
        assert_eq!(truncated(&format!("a{long}")).len(), MAX_NOTE_BYTES - 1);
    }
}
