//! The objects of a kind, and the queue of statuses to check.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use kube::Resource;
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::repairs::Repairs;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::store::ObjectStore;

/// Objects as last seen and written, and the queue of those whose status must be checked, without duplicates.
pub(crate) struct StatusCache<K> {
    store: Arc<ObjectStore<K>>,
    pub(super) repairs: Repairs,
    queues: Mutex<Queues>,
    queued: Notify,
}

/// The next object to check.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NextCheck {
    /// The object's state changed and was not checked yet.
    Touched(ObjectKey),
    /// The object was written, by this operator or by another client whose change to the status must be reverted.
    Written(ObjectKey),
    /// The object's status is not urgent, and no other object is queued.
    Deferred(ObjectKey),
}

#[derive(Default)]
struct Queues {
    touched: Queue,
    written: Queue,
    deferred: Queue,
}

/// A queue without duplicates.
#[derive(Default)]
struct Queue {
    order: VecDeque<ObjectKey>,
    keys: HashSet<ObjectKey>,
}

impl Queue {
    fn push(&mut self, key: &ObjectKey) -> bool {
        let is_new = self.keys.insert(key.clone());
        if is_new {
            self.order.push_back(key.clone());
        }
        is_new
    }

    fn pop(&mut self) -> Option<ObjectKey> {
        let key = self.order.pop_front()?;
        self.keys.remove(&key);
        if self.order.is_empty() {
            // All objects are queued once, and their number decides the capacity.
            *self = Self::default();
        }
        Some(key)
    }
}

impl<K: Resource<DynamicType = ()>> StatusCache<K> {
    pub(crate) fn new(store: ObjectStore<K>) -> Self {
        Self {
            store: Arc::new(store),
            repairs: Repairs::default(),
            queues: Mutex::default(),
            queued: Notify::new(),
        }
    }

    pub(crate) fn store(&self) -> &Arc<ObjectStore<K>> {
        &self.store
    }

    /// Returns the object's latest known version.
    pub(crate) fn get(&self, key: &ObjectKey) -> Option<Arc<K>> {
        self.store.get(key)
    }

    /// Removes a deleted object.
    pub(crate) fn remove(&self, key: &ObjectKey) {
        self.repairs.remove(key);
    }

    /// Queues the object because its status may have changed.
    pub(crate) fn touch(&self, key: &ObjectKey) {
        if self.queues.lock().touched.push(key) {
            self.queued.notify_one();
        }
    }

    /// Queues the object because the watch shows a write.
    pub(crate) fn queue_written(&self, key: &ObjectKey) {
        if self.queues.lock().written.push(key) {
            self.queued.notify_one();
        }
    }

    /// Queues a status that is not urgent: it is written when no other object is queued.
    pub(super) fn defer(&self, key: &ObjectKey) {
        self.queues.lock().deferred.push(key);
    }

    /// Returns the number of queued objects.
    pub(super) fn queued(&self) -> usize {
        let queues = self.queues.lock();
        [&queues.touched, &queues.written, &queues.deferred]
            .map(|queue| queue.order.len())
            .iter()
            .sum()
    }

    /// Waits for the next object to check.
    pub(super) async fn next(&self) -> NextCheck {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.queued.notified().await;
        }
    }

    fn take(&self) -> Option<NextCheck> {
        let mut queues = self.queues.lock();
        let touched = queues.touched.pop().map(NextCheck::Touched);
        let first = touched.or_else(|| queues.written.pop().map(NextCheck::Written));
        first.or_else(|| queues.deferred.pop().map(NextCheck::Deferred))
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::TikTokAccount;

    use super::*;

    #[test]
    fn status_cache_returns_deferred_objects_after_touched_ones() {
        let status_cache = StatusCache::new(ObjectStore::<TikTokAccount>::parsed());
        let key = |name: &str| ObjectKey::new("ns", name);
        for name in ["a", "b", "a"] {
            status_cache.touch(&key(name));
        }
        assert_eq!(status_cache.take(), Some(NextCheck::Touched(key("a"))));
        status_cache.defer(&key("a"));
        status_cache.touch(&key("c"));
        assert_eq!(status_cache.take(), Some(NextCheck::Touched(key("b"))));
        assert_eq!(status_cache.take(), Some(NextCheck::Touched(key("c"))));
        assert_eq!(status_cache.take(), Some(NextCheck::Deferred(key("a"))));
        assert_eq!(status_cache.take(), None);
    }
}
