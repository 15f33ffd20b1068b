//! Watches objects, and distinguishes changes of the desired state from other writes.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use clipmeter_crds::{drop_other_managers, keys, managed_by};
use clipmeter_runtime::saturate;
use futures::{Stream, StreamExt as _, stream};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kube::runtime::reflector::store::Writer;
use kube::runtime::watcher::{self, Event};
use kube::runtime::{WatchStreamExt as _, watcher as watch};
use kube::{Api, Resource};
use serde::de::DeserializeOwned;
use tokio::sync::SetOnce;

use super::client::WATCH_SECONDS;
use super::objects::ObjectKey;
use crate::metrics::{KindLabels, Metrics};

/// A change that is already in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WatchEvent {
    /// The object is new, or its spec, annotations or manager changed.
    Changed(ObjectKey),
    /// Another part of the object was written, usually by this operator: its status or finalizers.
    Written(ObjectKey),
    /// The object was deleted. Another object with the same name may exist.
    Deleted(ObjectKey),
    /// The store is complete.
    InitialList,
}

/// Whether a watch has delivered its initial list. kube's store has a similar signal, but it wakes only the last of several
/// waiters.
#[derive(Default)]
pub(crate) struct InitialSync(SetOnce<()>);

impl InitialSync {
    /// Sets the flag. A restarted watch calls this again.
    pub(crate) fn set(&self) {
        // Fails without effect if the flag is already set.
        drop(self.0.set(()));
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.initialized()
    }

    /// Returns once the flag is set.
    pub(crate) async fn wait(&self) {
        self.0.wait().await;
    }
}

/// Keeps the store up to date, and streams events. An object counts as changed if its digest differs. An error is counted, and
/// restarts the watch.
pub(crate) fn watched<K>(
    api: Api<K>,
    config: watcher::Config,
    writer: Writer<K>,
    digest: fn(&K) -> u64,
    metrics: Arc<Metrics>,
) -> impl Stream<Item = WatchEvent>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + 'static,
{
    let kind = KindLabels {
        kind: K::kind(&()).into_owned(),
    };
    let mut detector = ChangeDetector::new(digest);
    watch(api, config)
        .default_backoff()
        .modify(|object| trim_metadata(object.meta_mut()))
        .reflect(writer)
        .flat_map(move |event| {
            let events = match event {
                Ok(event) => detector.events(&event),
                Err(error) => {
                    tracing::warn!(%error, kind = kind.kind, "a watch failed; restarting it");
                    metrics.watch_errors.get_or_create(&kind).inc();
                    Vec::new()
                }
            };
            metrics
                .objects
                .get_or_create(&kind)
                .set(saturate::<i64>(detector.digests.len()));
            stream::iter(events)
        })
}

/// Drops metadata that the operator does not use, to save memory: kubectl's annotation alone is larger than the spec.
fn trim_metadata(meta: &mut ObjectMeta) {
    drop_other_managers(meta);
    if let Some(annotations) = &mut meta.annotations {
        annotations.retain(|key, _| key.starts_with(keys::PREFIX));
    }
}

/// Returns the watch configuration for all objects of a kind.
pub(crate) fn all() -> watcher::Config {
    watcher::Config::default().timeout(WATCH_SECONDS)
}

/// Compares incoming objects with their previous digests.
struct ChangeDetector<K> {
    digest: fn(&K) -> u64,
    digests: HashMap<ObjectKey, ObjectDigest>,
    /// The objects received so far during a list. Their events are sent at its end, when the store contains them.
    listing: Option<HashMap<ObjectKey, ObjectDigest>>,
}

/// Digests of an object's UID and contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ObjectDigest {
    uid: u64,
    digest: u64,
}

impl<K: Resource<DynamicType = ()>> ChangeDetector<K> {
    fn new(digest: fn(&K) -> u64) -> Self {
        Self {
            digest,
            digests: HashMap::new(),
            listing: None,
        }
    }

    fn events(&mut self, event: &Event<K>) -> Vec<WatchEvent> {
        match event {
            Event::Init => {
                self.listing = Some(HashMap::new());
                Vec::new()
            }
            Event::InitApply(object) => {
                let current = self.digest_of(object);
                self.listing
                    .get_or_insert_default()
                    .insert(ObjectKey::of(object), current);
                Vec::new()
            }
            Event::InitDone => self.complete_list(),
            Event::Apply(object) => {
                let (key, current) = (ObjectKey::of(object), self.digest_of(object));
                let before = self.digests.insert(key.clone(), current);
                change_events(key, before, current)
            }
            Event::Delete(object) => {
                let key = ObjectKey::of(object);
                self.digests.remove(&key);
                vec![WatchEvent::Deleted(key)]
            }
        }
    }

    /// Completes a list: missing objects were deleted while the watch was interrupted.
    fn complete_list(&mut self) -> Vec<WatchEvent> {
        let now = self.listing.take().unwrap_or_default();
        let before = std::mem::replace(&mut self.digests, now);
        let deleted = before.keys().filter(|key| !self.digests.contains_key(*key));
        let mut events: Vec<WatchEvent> = deleted.cloned().map(WatchEvent::Deleted).collect();
        for (key, now) in &self.digests {
            events.extend(change_events(key.clone(), before.get(key).copied(), *now));
        }
        events.push(WatchEvent::InitialList);
        events
    }

    fn digest_of(&self, object: &K) -> ObjectDigest {
        ObjectDigest {
            uid: digest(&object.meta().uid),
            digest: (self.digest)(object),
        }
    }
}

/// Returns the events of a change. A different object of the same name is new, and the state of the old one is discarded.
fn change_events(key: ObjectKey, before: Option<ObjectDigest>, now: ObjectDigest) -> Vec<WatchEvent> {
    match before {
        Some(before) if before.uid != now.uid => {
            vec![WatchEvent::Deleted(key.clone()), WatchEvent::Changed(key)]
        }
        Some(before) if before.digest == now.digest => vec![WatchEvent::Written(key)],
        _ => vec![WatchEvent::Changed(key)],
    }
}

/// Returns the digest of an object's desired state: the generation, which changes with the spec and on deletion, the annotations
/// and the manager. Ignores the status and finalizers, which the operator writes.
pub(crate) fn intent<K: Resource<DynamicType = ()>>(object: &K) -> u64 {
    let meta = object.meta();
    digest(&(
        &meta.uid,
        meta.generation,
        &meta.annotations,
        meta.deletion_timestamp.is_some(),
        managed_by(meta),
    ))
}

/// Returns the digest of the whole object.
pub(crate) fn version<K: Resource<DynamicType = ()>>(object: &K) -> u64 {
    digest(&object.meta().resource_version)
}

/// Returns a hash that is stable during the program's lifetime.
pub(crate) fn digest(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::InstagramAccount;
    use serde_json::{Value, json};

    use super::*;

    fn account(metadata: Value, status: &Value) -> InstagramAccount {
        let mut metadata = metadata;
        metadata["name"] = json!("a");
        metadata["namespace"] = json!("ns");
        serde_json::from_value(json!({"metadata": metadata, "spec": {"username": "nasa"}, "status": status}))
            .unwrap()
    }

    fn named(name: &str, uid: &str) -> InstagramAccount {
        let mut account = account(json!({"uid": uid, "generation": 1}), &json!({}));
        account.metadata.name = Some(name.to_owned());
        account
    }

    #[test]
    fn change_detector_ignores_status_but_not_spec_or_annotations() {
        let mut detector = ChangeDetector::new(intent);
        let mut is_change = |metadata, status| {
            let seen = detector.events(&Event::Apply(account(metadata, &status)));
            seen != [WatchEvent::Written(ObjectKey::new("ns", "a"))]
        };
        assert!(is_change(json!({"generation": 1}), json!({})));
        assert!(!is_change(
            json!({"generation": 1, "resourceVersion": "9"}),
            json!({"views": 7})
        ));
        assert!(!is_change(
            json!({"generation": 1, "finalizers": ["f"]}),
            json!({})
        ));
        assert!(is_change(json!({"generation": 2}), json!({})));
        assert!(is_change(
            json!({"generation": 2, "annotations": {"clipmeter.io/a": "b"}}),
            json!({})
        ));
        assert!(is_change(
            json!({"generation": 2, "annotations": {"clipmeter.io/a": "b"}, "managedFields": [{"manager": "argocd"}]}),
            json!({})
        ));
        assert!(is_change(json!({"generation": 3, "uid": "other"}), json!({})));
    }

    #[test]
    fn change_detector_reports_missed_deletions_with_next_list() {
        let mut detector = ChangeDetector::new(intent);
        let key = |name: &str| ObjectKey::new("ns", name);
        let list = |detector: &mut ChangeDetector<_>, objects: &[InstagramAccount]| {
            assert!(detector.events(&Event::Init).is_empty());
            for object in objects {
                let early = detector.events(&Event::InitApply(object.clone()));
                assert!(early.is_empty(), "the store does not contain the object yet");
            }
            detector.events(&Event::InitDone)
        };
        let before = [named("stays", "1"), named("goes", "2"), named("again", "3")];
        let first = list(&mut detector, &before);
        assert_eq!((first.len(), first.last()), (4, Some(&WatchEvent::InitialList)));
        let after = [named("stays", "1"), named("again", "4"), named("new", "5")];
        let mut second = list(&mut detector, &after);
        assert_eq!(second.pop(), Some(WatchEvent::InitialList));
        assert_eq!(second[0], WatchEvent::Deleted(key("goes")));
        let place = |seen: &WatchEvent| second.iter().position(|it| it == seen);
        assert!(place(&WatchEvent::Deleted(key("again"))) < place(&WatchEvent::Changed(key("again"))));
        assert!(place(&WatchEvent::Changed(key("new"))).is_some());
        assert!(second.contains(&WatchEvent::Written(key("stays"))));
        assert_eq!(second.len(), 5, "{second:?}");
    }

    #[test]
    fn slim_metadata_drops_annotations_of_other_programs() {
        let noted = json!({"annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "clipmeter.io/a": "b"}});
        let mut meta = account(noted, &json!({})).metadata;
        trim_metadata(&mut meta);
        assert_eq!(
            meta.annotations.unwrap().into_keys().collect::<Vec<_>>(),
            ["clipmeter.io/a"]
        );
    }

    #[test]
    fn change_detector_reports_recreated_object_as_deleted_and_changed() {
        let mut detector = ChangeDetector::new(intent);
        detector.events(&Event::Apply(named("a", "1")));
        let key = ObjectKey::new("ns", "a");
        assert_eq!(
            detector.events(&Event::Apply(named("a", "2"))),
            [WatchEvent::Deleted(key.clone()), WatchEvent::Changed(key)]
        );
    }
}
