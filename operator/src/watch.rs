//! What happens to objects of a kind, without what the operator does to them itself.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use clipmeter_crds::{keep_manager_only, managed_by};
use futures::{Stream, StreamExt as _, future};
use kube::runtime::reflector::store::Writer;
use kube::runtime::watcher::{self, Event};
use kube::runtime::{WatchStreamExt as _, watcher as watch};
use kube::{Api, Resource};
use serde::de::DeserializeOwned;

use crate::key::Key;
use crate::metrics::{Kind, Metrics};

/// Something that happened.
pub(crate) enum Seen<K> {
    /// It is new, or what people say about it changed.
    Changed(K),
    /// It is no more.
    Gone(K),
    /// The store has everything there is.
    All,
}

/// Keeps the store up to date and tells what happens: an object changed when its digest did. Faults are counted and the watch is begun anew.
pub(crate) fn watched<K>(
    api: Api<K>,
    config: watcher::Config,
    writer: Writer<K>,
    digest: fn(&K) -> u64,
    metrics: Arc<Metrics>,
) -> impl Stream<Item = Seen<K>>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + 'static,
{
    let kind = Kind {
        kind: K::kind(&()).into_owned(),
    };
    let mut digests = HashMap::new();
    watch(api, config)
        .default_backoff()
        .modify(|object| keep_manager_only(object.meta_mut()))
        .reflect(writer)
        .filter_map(move |event| {
            let seen = match event {
                Ok(event) => news(event, digest, &mut digests),
                Err(error) => {
                    tracing::warn!(%error, kind = kind.kind, "a watch broke; beginning anew");
                    metrics.watch_errors.get_or_create(&kind).inc();
                    None
                }
            };
            metrics
                .objects
                .get_or_create(&kind)
                .set(i64::try_from(digests.len()).unwrap_or(i64::MAX));
            future::ready(seen)
        })
}

fn news<K: Resource<DynamicType = ()>>(
    event: Event<K>,
    digest: fn(&K) -> u64,
    digests: &mut HashMap<Key, u64>,
) -> Option<Seen<K>> {
    match event {
        Event::Apply(object) | Event::InitApply(object) => {
            let digest = digest(&object);
            (digests.insert(Key::of(&object), digest) != Some(digest)).then_some(Seen::Changed(object))
        }
        Event::Delete(object) => {
            digests.remove(&Key::of(&object));
            Some(Seen::Gone(object))
        }
        Event::InitDone => Some(Seen::All),
        Event::Init => None,
    }
}

/// Of all that people say about an object: its spec by the generation, which being deleted moves too, annotations, and who
/// says it. Status and finalizers are the operator's.
pub(crate) fn intent<K: Resource<DynamicType = ()>>(object: &K) -> u64 {
    let meta = object.meta();
    let mut hasher = DefaultHasher::new();
    (
        &meta.uid,
        meta.generation,
        &meta.annotations,
        meta.deletion_timestamp.is_some(),
        managed_by(meta),
    )
        .hash(&mut hasher);
    hasher.finish()
}

/// Of everything about an object.
pub(crate) fn version<K: Resource<DynamicType = ()>>(object: &K) -> u64 {
    let mut hasher = DefaultHasher::new();
    object.meta().resource_version.hash(&mut hasher);
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

    #[test]
    fn a_status_is_no_news_and_everything_that_people_say_is() {
        let mut digests = HashMap::new();
        let mut is_news =
            |metadata, status| news(Event::Apply(account(metadata, &status)), intent, &mut digests).is_some();
        assert!(is_news(json!({"generation": 1}), json!({})));
        assert!(!is_news(
            json!({"generation": 1, "resourceVersion": "9"}),
            json!({"views": 7})
        ));
        assert!(!is_news(json!({"generation": 1, "finalizers": ["f"]}), json!({})));
        assert!(is_news(json!({"generation": 2}), json!({})));
        assert!(is_news(
            json!({"generation": 2, "annotations": {"a": "b"}}),
            json!({})
        ));
        assert!(is_news(
            json!({"generation": 2, "annotations": {"a": "b"}, "managedFields": [{"manager": "argocd"}]}),
            json!({})
        ));
        assert!(is_news(json!({"generation": 3, "uid": "other"}), json!({})));
    }
}
