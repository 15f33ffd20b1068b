//! The results of the operator's own writes, until the watch delivers them. Without them, a change would be detected and reported
//! twice.

use std::collections::HashMap;
use std::sync::Arc;

use kube::Resource;
use kube::runtime::reflector::Store;
use parking_lot::Mutex;

use crate::kubernetes::objects::ObjectKey;

/// Responses to writes that are not in the store yet.
pub(crate) struct RecentWrites<K> {
    written: Mutex<HashMap<ObjectKey, Arc<K>>>,
}

impl<K> Default for RecentWrites<K> {
    fn default() -> Self {
        Self {
            written: Mutex::default(),
        }
    }
}

impl<K: Resource<DynamicType = ()> + Clone + 'static> RecentWrites<K> {
    /// Returns the newer of the written and the stored object, or `None` if the object does not exist.
    pub(crate) fn get(&self, store: &Store<K>, key: &ObjectKey) -> Option<Arc<K>> {
        let mut written = self.written.lock();
        let stored = store.get(&key.reference());
        match written.get(key) {
            Some(own) if is_ahead(&**own, stored.as_deref()) => return Some(Arc::clone(own)),
            Some(_) => drop(written.remove(key)),
            None => {}
        }
        stored
    }

    /// Removes a deleted object.
    pub(crate) fn remove(&self, key: &ObjectKey) {
        self.written.lock().remove(key);
    }

    /// Records the API server's response to a write.
    pub(crate) fn record(&self, store: &Store<K>, object: K) {
        let mut written = self.written.lock();
        // Most objects are not read again until they change. Copies of them would need as much memory as the store itself.
        written.retain(|key, own| is_ahead(&**own, store.get(&key.reference()).as_deref()));
        written.insert(ObjectKey::of(&object), Arc::new(object));
    }
}

/// Returns whether the store contains an older version of the same object.
fn is_ahead<K: Resource<DynamicType = ()>>(own: &K, stored: Option<&K>) -> bool {
    stored.is_some_and(|stored| stored.meta().uid == own.meta().uid && version(own) > version(stored))
}

/// Parses a resource version. Resource versions are increasing numbers: Kubernetes guarantees this since 1.35, and earlier
/// versions also comply.
fn version<K: Resource<DynamicType = ()>>(object: &K) -> Option<u64> {
    object.meta().resource_version.as_deref()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::TikTokAccount;
    use kube::runtime::{reflector, watcher::Event};
    use serde_json::json;

    use super::*;

    fn account(uid: &str, version: u32) -> TikTokAccount {
        let metadata =
            json!({"name": "a", "namespace": "ns", "uid": uid, "resourceVersion": version.to_string()});
        serde_json::from_value(json!({"metadata": metadata, "spec": {"username": "nasa"}})).unwrap()
    }

    #[test]
    fn recent_write_is_returned_until_store_has_it() {
        let (store, mut writer) = reflector::store();
        let (recent_writes, key) = (RecentWrites::default(), ObjectKey::new("ns", "a"));
        let mut see = |object: TikTokAccount| writer.apply_watcher_event(&Event::Apply(object));
        let shown = || {
            recent_writes
                .get(&store, &key)
                .map(|object| version(&*object).unwrap())
        };
        assert_eq!(shown(), None);
        see(account("one", 9));
        assert_eq!(shown(), Some(9));
        recent_writes.record(&store, account("one", 10));
        assert_eq!(shown(), Some(10));
        see(account("one", 11));
        assert_eq!(shown(), Some(11));
        recent_writes.record(&store, account("one", 12));
        see(account("two", 11));
        assert_eq!(shown(), Some(11), "another object of the same name");
    }

    #[test]
    fn recent_write_is_dropped_once_store_has_it() {
        let (store, mut writer) = reflector::store();
        let recent_writes = RecentWrites::default();
        let named = |name: &str, version| {
            let mut account = account(name, version);
            account.metadata.name = Some(name.to_owned());
            account
        };
        for name in ["a", "b", "c"] {
            writer.apply_watcher_event(&Event::Apply(named(name, 1)));
            recent_writes.record(&store, named(name, 2));
            writer.apply_watcher_event(&Event::Apply(named(name, 2)));
        }
        let kept: Vec<ObjectKey> = recent_writes.written.lock().keys().cloned().collect();
        assert_eq!(
            kept,
            [ObjectKey::new("ns", "c")],
            "the previous response is dropped with the next"
        );
    }
}
