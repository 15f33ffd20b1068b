//! The objects of a kind, and whose status has to be looked at.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use kube::Resource;
use kube::runtime::reflector::Store;
use tokio::sync::Notify;

use crate::key::Key;
use crate::latest::Latest;

/// Objects as they were seen and written, and a queue that has each of them once.
pub(crate) struct Ledger<K: Resource<DynamicType = ()> + 'static> {
    store: Store<K>,
    latest: Latest<K>,
    waiting: Mutex<Waiting>,
    came: Notify,
}

#[derive(Default)]
struct Waiting {
    order: VecDeque<Key>,
    keys: HashSet<Key>,
}

impl<K: Resource<DynamicType = ()> + Clone + 'static> Ledger<K> {
    pub(crate) fn new(store: Store<K>) -> Self {
        Self {
            store,
            latest: Latest::default(),
            waiting: Mutex::default(),
            came: Notify::new(),
        }
    }

    /// What the watch keeps.
    pub(crate) fn store(&self) -> &Store<K> {
        &self.store
    }

    /// The object as it is now, as far as is known.
    pub(crate) fn get(&self, key: &Key) -> Option<Arc<K>> {
        self.latest.get(&self.store, key)
    }

    /// The answer to a write.
    pub(crate) fn wrote(&self, object: K) {
        self.latest.wrote(&self.store, object);
    }

    /// Something is known that its status may have to say.
    pub(crate) fn touch(&self, key: &Key) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.keys.insert(key.clone()) {
            waiting.order.push_back(key.clone());
            self.came.notify_one();
        }
    }

    /// The next whose status has to be looked at.
    pub(crate) async fn next(&self) -> Key {
        loop {
            if let Some(key) = self.take() {
                return key;
            }
            self.came.notified().await;
        }
    }

    fn take(&self) -> Option<Key> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let key = waiting.order.pop_front()?;
        waiting.keys.remove(&key);
        Some(key)
    }
}
