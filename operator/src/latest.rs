//! Objects as they are after the operator's own writes, which a watch shows a moment later. Without this a change would be
//! seen, and told of, twice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kube::Resource;
use kube::runtime::reflector::Store;

use crate::key::Key;

/// The answers to writes that the store does not have yet.
pub(crate) struct Latest<K> {
    written: Mutex<HashMap<Key, Arc<K>>>,
}

impl<K> Default for Latest<K> {
    fn default() -> Self {
        Self {
            written: Mutex::default(),
        }
    }
}

impl<K: Resource<DynamicType = ()> + Clone + 'static> Latest<K> {
    /// The newer of what was written and what is in the store. Nothing when it is gone.
    pub(crate) fn get(&self, store: &Store<K>, key: &Key) -> Option<Arc<K>> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let stored = store.get(&key.reference());
        let (Some(seen), Some(ours)) = (&stored, written.get(key)) else {
            written.remove(key);
            return stored;
        };
        let is_ahead = seen.meta().uid == ours.meta().uid && version(&**ours) > version(&**seen);
        if is_ahead {
            return Some(Arc::clone(ours));
        }
        written.remove(key);
        stored
    }

    /// What the API server answered to a write.
    pub(crate) fn wrote(&self, object: K) {
        self.written
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(Key::of(&object), Arc::new(object));
    }
}

/// Resource versions are numbers that grow; Kubernetes says so since 1.35, and every version before did it.
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
    fn a_write_counts_until_the_store_has_it() {
        let (store, mut writer) = reflector::store();
        let (latest, key) = (Latest::default(), Key::new("ns", "a"));
        let mut see = |object: TikTokAccount| writer.apply_watcher_event(&Event::Apply(object));
        let shown = || latest.get(&store, &key).map(|object| version(&*object).unwrap());
        assert_eq!(shown(), None);
        see(account("one", 9));
        assert_eq!(shown(), Some(9));
        latest.wrote(account("one", 10));
        assert_eq!(shown(), Some(10));
        see(account("one", 11));
        assert_eq!(shown(), Some(11));
        latest.wrote(account("one", 12));
        see(account("two", 11));
        assert_eq!(shown(), Some(11), "another object of the same name");
    }
}
