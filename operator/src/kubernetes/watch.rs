//! Watches objects, and distinguishes changes of the desired state from other writes.

use std::fmt::Debug;
use std::sync::Arc;

use clipmeter_crds::{drop_other_managers, keys, managed_by};
use clipmeter_runtime::saturate;
use futures::{Stream, StreamExt as _, stream};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kube::core::DeserializeGuard;
use kube::runtime::watcher::Event;
use kube::runtime::{WatchStreamExt as _, watcher};
use kube::{Api, Resource};
use serde::de::DeserializeOwned;
use tokio::sync::SetOnce;

use super::client::WATCH_SECONDS;
use super::store::{ObjectStore, WatchEvent, digest};
use crate::metrics::{KindLabels, Metrics};

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
/// restarts the watch. An object that cannot be parsed is an error, too: a list that contains it is never complete. This is for
/// kinds that are applied as a whole, because a set without one of them would be a wrong configuration.
pub(crate) fn watched<K>(
    api: Api<K>,
    config: watcher::Config,
    store: Arc<ObjectStore<K>>,
    digest: fn(&K) -> u64,
    metrics: Arc<Metrics>,
) -> impl Stream<Item = WatchEvent>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + Sync + 'static,
{
    let events = watcher(api, config).map(|event| event.map(guarded));
    keep_updated(events, store, digest, metrics)
}

/// Does the same for a kind whose objects are applied one by one: a version that cannot be parsed is counted and ignored, and does
/// not hold up other objects. The object's earlier version stays in effect, if there was one.
pub(crate) fn watched_leniently<K>(
    api: Api<DeserializeGuard<K>>,
    config: watcher::Config,
    store: Arc<ObjectStore<K>>,
    digest: fn(&K) -> u64,
    metrics: Arc<Metrics>,
) -> impl Stream<Item = WatchEvent>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + Sync + 'static,
{
    keep_updated(watcher(api, config), store, digest, metrics)
}

fn guarded<K>(event: Event<K>) -> Event<DeserializeGuard<K>> {
    let parsed = |object| DeserializeGuard(Ok(object));
    match event {
        Event::Init => Event::Init,
        Event::InitApply(object) => Event::InitApply(parsed(object)),
        Event::InitDone => Event::InitDone,
        Event::Apply(object) => Event::Apply(parsed(object)),
        Event::Delete(object) => Event::Delete(parsed(object)),
    }
}

fn keep_updated<K>(
    events: impl Stream<Item = watcher::Result<Event<DeserializeGuard<K>>>>,
    store: Arc<ObjectStore<K>>,
    digest: fn(&K) -> u64,
    metrics: Arc<Metrics>,
) -> impl Stream<Item = WatchEvent>
where
    K: Resource<DynamicType = ()>,
{
    let kind = KindLabels {
        kind: K::kind(&()).into_owned(),
    };
    events
        .default_backoff()
        .modify(|object: &mut DeserializeGuard<K>| trim_metadata(object.meta_mut()))
        .flat_map(move |event| {
            let events = match event {
                Ok(event) => store.handle(event, digest),
                Err(error) => {
                    tracing::warn!(%error, kind = kind.kind, "a watch failed; restarting it");
                    metrics.watch_errors.get_or_create(&kind).inc();
                    Vec::new()
                }
            };
            metrics
                .objects
                .get_or_create(&kind)
                .set(saturate::<i64>(store.len()));
            metrics
                .unparsable_objects
                .get_or_create(&kind)
                .set(saturate::<i64>(store.unparsable()));
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

/// Objects on a page of a list, which is in memory as text and as objects with all their metadata. Not a streaming list, which would
/// start again after [`WATCH_SECONDS`].
const PAGE: u32 = 100;

/// Returns the watch configuration for all objects of a kind.
pub(crate) fn all() -> watcher::Config {
    watcher::Config::default().timeout(WATCH_SECONDS).page_size(PAGE)
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::pin;
    use std::time::Duration;

    use clipmeter_crds::InstagramAccount;
    use futures::future;
    use http::{Request, Response};
    use kube::Client;
    use kube::client::Body;
    use serde_json::{Value, json};
    use tokio::time::timeout;
    use tower::service_fn;

    use super::*;
    use crate::kubernetes::objects::ObjectKey;

    /// Returns a client of a cluster that lists these objects, and reports these events to every watch.
    fn cluster(objects: &[Value], events: &[Value]) -> Client {
        let list = json!({
            "apiVersion": "clipmeter.io/v1beta1", "kind": "InstagramAccountList", "metadata": {"resourceVersion": "9"},
            "items": objects,
        });
        let list = list.to_string();
        let watch = events.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
        let respond = move |request: Request<Body>| {
            let is_watch = request.uri().query().unwrap_or_default().contains("watch=true");
            let body = if is_watch { &watch } else { &list };
            let response = Response::new(Body::from(body.clone().into_bytes()));
            future::ready(Ok::<_, Infallible>(response))
        };
        Client::new(service_fn(respond), "default")
    }

    fn account(name: &str, version: &str, deletion_policy: &str) -> Value {
        json!({
            "apiVersion": "clipmeter.io/v1beta1", "kind": "InstagramAccount",
            "metadata": {"name": name, "namespace": "ns", "uid": name, "generation": 1, "resourceVersion": version},
            "spec": {"username": "nasa", "deletionPolicy": deletion_policy},
        })
    }

    #[tokio::test]
    async fn unparsable_object_does_not_stop_lenient_watch() {
        let objects = [
            account("a", "1", "Retain"),
            account("b", "2", "Archive"),
            account("c", "3", "Delete"),
        ];
        let events = [
            json!({"type": "MODIFIED", "object": account("a", "10", "Archive")}),
            json!({"type": "MODIFIED", "object": account("b", "11", "Delete")}),
        ];
        let store = Arc::new(ObjectStore::<InstagramAccount>::encoded());
        let metrics = Arc::new(Metrics::new());
        let watch = watched_leniently(
            Api::all(cluster(&objects, &events)),
            all(),
            Arc::clone(&store),
            intent,
            Arc::clone(&metrics),
        );
        let events: Vec<WatchEvent> = watch.take(4).collect().await;
        let key = |name: &str| ObjectKey::new("ns", name);
        let expected = [
            WatchEvent::Changed(key("a")),
            WatchEvent::Changed(key("c")),
            WatchEvent::InitialList,
            WatchEvent::Changed(key("b")),
        ];
        assert_eq!(events, expected);
        let earlier = store.get(&key("a")).unwrap();
        assert_eq!(earlier.metadata.resource_version.as_deref(), Some("1"));
        let text = metrics.text().unwrap();
        assert!(
            text.contains(r#"clipmeter_unparsable_objects{kind="InstagramAccount"} 1"#),
            "{text}"
        );
        assert!(!text.contains("clipmeter_watch_errors_total{"), "{text}");
    }

    #[tokio::test(start_paused = true)]
    async fn unparsable_object_stops_watch_of_kind_that_is_applied_as_a_whole() {
        let objects = [account("a", "1", "Retain"), account("b", "2", "Archive")];
        let metrics = Arc::new(Metrics::new());
        let mut watch = pin!(watched(
            Api::all(cluster(&objects, &[])),
            all(),
            Arc::new(ObjectStore::<InstagramAccount>::encoded()),
            intent,
            Arc::clone(&metrics),
        ));
        assert!(timeout(Duration::from_mins(1), watch.next()).await.is_err());
        let text = metrics.text().unwrap();
        assert!(
            text.contains(r#"clipmeter_watch_errors_total{kind="InstagramAccount"}"#),
            "{text}"
        );
    }

    #[test]
    fn slim_metadata_drops_annotations_of_other_programs() {
        let mut account: InstagramAccount = serde_json::from_value(json!({
            "metadata": {
                "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "clipmeter.io/a": "b"},
            },
            "spec": {"username": "nasa"},
        }))
        .unwrap();
        let meta = &mut account.metadata;
        trim_metadata(meta);
        assert_eq!(
            meta.annotations.as_ref().unwrap().keys().collect::<Vec<_>>(),
            ["clipmeter.io/a"]
        );
    }
}
