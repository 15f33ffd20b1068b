//! Publishes Kubernetes events. Events report changes, so the caller must have observed one.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clipmeter_crds::{Event, keys};
use k8s_openapi::api::core::v1::ObjectReference;
use kube::Client;
use kube::runtime::events::{Event as KubeEvent, EventType, Recorder, Reporter};

use crate::token_bucket::TokenBucket;

/// Maximum length of a note in bytes; an API server rejects longer ones.
const LONGEST_NOTE: usize = 1024;

/// Burst of ordinary events, and how many more are published per second. For a thousand added accounts one or two events suffice,
/// because the statuses have the same information. Warnings are always published.
const ORDINARY: f64 = 100.0;
const ORDINARY_PER_SECOND: f64 = 1.0;

pub(crate) struct Events {
    recorder: Recorder,
    ordinary: Mutex<TokenBucket>,
}

impl Events {
    /// `pod` is the reporting pod's name.
    pub(crate) fn new(client: Client, pod: &str) -> Self {
        let reporter = Reporter {
            controller: keys::OPERATOR.to_owned(),
            instance: Some(pod.to_owned()),
        };
        Self {
            recorder: Recorder::new(client, reporter),
            ordinary: Mutex::new(TokenBucket::new(Instant::now())),
        }
    }

    /// Publishes an event on a best-effort basis: nothing depends on it.
    pub(crate) async fn publish(&self, about: &ObjectReference, event: Event, note: &str) {
        if !event.is_warning() && !self.has_room(Instant::now()) {
            return;
        }
        let kube_event = KubeEvent {
            type_: if event.is_warning() {
                EventType::Warning
            } else {
                EventType::Normal
            },
            reason: event.as_str().to_owned(),
            note: Some(shortened(note)).filter(|note| !note.is_empty()),
            action: event.as_str().to_owned(),
            secondary: None,
        };
        if let Err(error) = self.recorder.publish(&kube_event, about).await {
            tracing::warn!(%error, event = event.as_str(), "cannot write an event");
        }
    }

    /// Whether the rate limit allows another ordinary event.
    fn has_room(&self, now: Instant) -> bool {
        let mut ordinary = self.ordinary.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = ordinary.fill(ORDINARY_PER_SECOND, ORDINARY, now) > 0;
        if has_room {
            ordinary.take();
        }
        has_room
    }
}

fn shortened(note: &str) -> String {
    let end = note.floor_char_boundary(LONGEST_NOTE);
    note[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_note_is_truncated_between_characters() {
        assert_eq!(shortened("why"), "why");
        let long = "é".repeat(LONGEST_NOTE);
        assert_eq!(shortened(&format!("a{long}")).len(), LONGEST_NOTE - 1);
    }
}
