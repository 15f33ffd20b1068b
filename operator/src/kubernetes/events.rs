//! Publishes Kubernetes events. Events report changes, so the caller must have observed one.

use std::collections::HashMap;
use std::time::Instant;

use clipmeter_crds::{Event, keys};
use k8s_openapi::api::core::v1::ObjectReference;
use k8s_openapi::api::events::v1::{Event as KubeEvent, EventSeries};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use k8s_openapi::jiff::{SignedDuration, Timestamp};
use kube::api::{ObjectMeta, Patch, PatchParams, PostParams};
use kube::{Api, Client};
use parking_lot::Mutex;
use serde_json::json;

use super::store::digest;
use crate::token_bucket::TokenBucket;

/// An API server rejects longer notes.
const MAX_NOTE_BYTES: usize = 1024;

/// Burst of normal events. If a thousand accounts are added, a few events suffice, because the statuses contain the same
/// information. Warnings are always published.
const NORMAL_BURST: f64 = 100.0;
const NORMAL_PER_SECOND: f64 = 1.0;

/// An event that happens again within this time is counted. Otherwise, it is a new one.
const COUNTED_WITHIN: SignedDuration = SignedDuration::from_mins(6);

pub(crate) struct Events {
    client: Client,
    pod: String,
    normal: Mutex<TokenBucket>,
    recent: Mutex<RecentEvents>,
}

/// Recent events by digest. Not the recorder of `kube`, which keeps whole events: if a platform refuses everything, each account has
/// one.
#[derive(Default)]
struct RecentEvents(HashMap<u64, Series>);

/// An event that has happened once or more often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Series {
    first: Timestamp,
    last: Timestamp,
    count: i32,
}

impl RecentEvents {
    /// Returns the series that an event belongs to, including this event.
    fn series(&mut self, event: u64, now: Timestamp) -> Series {
        self.0
            .retain(|_, series| now.duration_since(series.last) < COUNTED_WITHIN);
        self.0.get(&event).map_or(
            Series {
                first: now,
                last: now,
                count: 1,
            },
            |series| Series {
                last: now,
                count: series.count.saturating_add(1),
                ..*series
            },
        )
    }

    /// Stores a series, because it was published.
    fn insert(&mut self, event: u64, series: Series) {
        self.0.insert(event, series);
    }
}

impl Events {
    /// Reports events as the pod of this name.
    pub(crate) fn new(client: Client, pod: &str) -> Self {
        Self {
            client,
            pod: pod.to_owned(),
            normal: Mutex::new(TokenBucket::new(Instant::now())),
            recent: Mutex::default(),
        }
    }

    /// Publishes an event on a best-effort basis: nothing depends on it.
    pub(crate) async fn publish(&self, about: &ObjectReference, event: Event, note: &str) {
        if !event.is_warning() && !self.take_token(Instant::now()) {
            return;
        }
        let key = key(about, event, note);
        let series = self.recent.lock().series(key, Timestamp::now());
        match self.write(about, event, note, series).await {
            Ok(()) => self.recent.lock().insert(key, series),
            Err(error) => tracing::warn!(%error, event = event.as_str(), "cannot write an event"),
        }
    }

    /// Creates the first event of a series, or counts another one.
    async fn write(
        &self,
        about: &ObjectReference,
        event: Event,
        note: &str,
        series: Series,
    ) -> Result<(), kube::Error> {
        let object = about.name.as_deref().unwrap_or(keys::OPERATOR);
        let name = format!("{object}.{:x}", series.first.as_nanosecond());
        // Events about cluster-wide objects.
        let namespace = about.namespace.as_deref().unwrap_or("default");
        let api: Api<KubeEvent> = Api::namespaced(self.client.clone(), namespace);
        if series.count > 1 {
            let counted = EventSeries {
                count: series.count,
                last_observed_time: MicroTime(series.last),
            };
            let patch = Patch::Merge(json!({"series": counted}));
            api.patch(&name, &PatchParams::default(), &patch).await?;
            return Ok(());
        }
        let type_ = if event.is_warning() { "Warning" } else { "Normal" };
        let kube_event = KubeEvent {
            metadata: ObjectMeta {
                name: Some(name),
                namespace: Some(namespace.to_owned()),
                ..ObjectMeta::default()
            },
            action: Some(event.as_str().to_owned()),
            event_time: Some(MicroTime(series.first)),
            note: Some(truncated(note)).filter(|note| !note.is_empty()),
            reason: Some(event.as_str().to_owned()),
            regarding: Some(about.clone()),
            reporting_controller: Some(keys::OPERATOR.to_owned()),
            reporting_instance: Some(self.pod.clone()),
            type_: Some(type_.to_owned()),
            ..KubeEvent::default()
        };
        match api.create(&PostParams::default(), &kube_event).await {
            // The name is unique to the series: the client has repeated a request whose response was lost.
            Err(kube::Error::Api(status)) if status.code == 409 => Ok(()),
            created => created.map(drop),
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

/// Returns the digest of an event. The API server does not let a note change, so another note is another event: otherwise, an account
/// that fails for a second reason would seem to fail for the first one again.
fn key(about: &ObjectReference, event: Event, note: &str) -> u64 {
    digest(&(
        event.as_str(),
        &about.kind,
        &about.namespace,
        &about.name,
        &about.uid,
        note,
    ))
}

fn truncated(note: &str) -> String {
    let end = note.floor_char_boundary(MAX_NOTE_BYTES);
    note[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;
    use crate::kubernetes::test_client;

    #[tokio::test]
    async fn event_that_repeated_request_created_is_counted() {
        let (client, requests) = test_client::refusing(StatusCode::CONFLICT);
        let events = Events::new(client, "operator-0");
        for method in ["POST", "PATCH"] {
            let about = ObjectReference::default();
            events.publish(&about, Event::ScrapeFailed, "rate_limited").await;
            assert_eq!(requests.lock().last().map(String::as_str), Some(method));
        }
    }

    #[test]
    fn event_is_counted_until_it_did_not_happen_for_a_while() {
        let mut recent = RecentEvents::default();
        let at = |minute: i64| Timestamp::from_second(60 * minute).unwrap();
        for (event, minute, expected) in [
            (1, 0, (0, 1)),
            (1, 5, (0, 2)),
            (2, 5, (5, 1)),
            (1, 10, (0, 3)),
            (1, 16, (16, 1)),
        ] {
            let series = recent.series(event, at(minute));
            assert_eq!(
                (series.first, series.count),
                (at(expected.0), expected.1),
                "{minute}"
            );
            assert_eq!(series.last, at(minute));
            recent.insert(event, series);
        }
        assert_eq!(recent.0.len(), 1, "expired series are dropped");
        assert_eq!(
            recent.series(3, at(16)),
            recent.series(3, at(16)),
            "not published"
        );
    }

    #[test]
    fn event_with_same_reason_object_and_note_is_counted() {
        let about = |name: &str| ObjectReference {
            name: Some(name.to_owned()),
            ..ObjectReference::default()
        };
        let first = key(&about("a"), Event::ScrapeFailed, "rate_limited");
        for (name, event, note, is_same) in [
            ("a", Event::ScrapeFailed, "rate_limited", true),
            ("a", Event::ScrapeFailed, "private", false),
            ("a", Event::ScrapeWaits, "rate_limited", false),
            ("b", Event::ScrapeFailed, "rate_limited", false),
        ] {
            assert_eq!(key(&about(name), event, note) == first, is_same, "{name} {note}");
        }
    }

    #[test]
    fn event_note_is_truncated_between_characters() {
        assert_eq!(truncated("why"), "why");
        let long = "é".repeat(MAX_NOTE_BYTES);
        assert_eq!(truncated(&format!("a{long}")).len(), MAX_NOTE_BYTES - 1);
    }
}
