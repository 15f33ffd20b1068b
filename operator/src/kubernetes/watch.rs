//! Watches objects, and distinguishes changes of the desired state from other writes.

use std::fmt::Debug;
use std::sync::Arc;

use clipmeter_crds::{drop_other_managers, keys, managed_by};
use clipmeter_runtime::saturate;
use futures::{Stream, StreamExt as _, stream};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
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
/// restarts the watch.
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
    let kind = KindLabels {
        kind: K::kind(&()).into_owned(),
    };
    watcher(api, config)
        .default_backoff()
        .modify(|object| trim_metadata(object.meta_mut()))
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
    use clipmeter_crds::InstagramAccount;
    use serde_json::json;

    use super::*;

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
