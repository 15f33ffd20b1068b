//! The state of all accounts or videos of a kind.

use std::sync::Arc;
use std::time::Instant;

use clipmeter_crds::{InstagramAccount, TikTokAccount, TikTokVideo, Tracked};
use clipmeter_proto::v1::{self, TrackedKind};
use parking_lot::{Mutex, MutexGuard};

use super::freshness::is_fresh;
use super::scrape_requests::ScrapeRequest;
use super::tracked_index::TrackedIndex;
use super::tracked_state::{EncodedProgress, TrackedState};
use crate::kubernetes::backoff::ObjectBackoff;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::queue::ReconcileQueue;
use crate::kubernetes::store::{ObjectStore, digest};
use crate::kubernetes::watch::InitialSync;
use crate::status::StatusCache;

/// The trackers of all kinds.
pub(crate) struct Trackers {
    pub(crate) instagram_accounts: Arc<Tracker<InstagramAccount>>,
    pub(crate) tiktok_accounts: Arc<Tracker<TikTokAccount>>,
    pub(crate) tiktok_videos: Arc<Tracker<TikTokVideo>>,
}

impl Trackers {
    /// Requeues all tracked objects of the namespace, or of all namespaces.
    pub(crate) fn requeue(&self, namespace: Option<&str>) {
        self.instagram_accounts.requeue(namespace);
        self.tiktok_accounts.requeue(namespace);
        self.tiktok_videos.requeue(namespace);
    }

    /// Records that the Job for a scrape request was created.
    pub(crate) fn set_handled(&self, scrape_request: ScrapeRequest) {
        let ScrapeRequest { kind, key, value } = scrape_request;
        match kind {
            TrackedKind::InstagramAccount => self.instagram_accounts.set_handled(&key, value),
            TrackedKind::TiktokAccount => self.tiktok_accounts.set_handled(&key, value),
            TrackedKind::TiktokVideo => self.tiktok_videos.set_handled(&key, value),
            TrackedKind::Unspecified => {}
        }
    }
}

pub(crate) struct Tracker<K> {
    pub(crate) status_cache: StatusCache<K>,
    pub(crate) queue: ReconcileQueue,
    pub(crate) backoff: ObjectBackoff,
    /// Set once all objects are known.
    pub(crate) initial_sync: InitialSync,
    index: Mutex<TrackedIndex>,
}

impl<K: Tracked> Tracker<K> {
    pub(crate) fn new(store: ObjectStore<K>) -> Self {
        Self {
            status_cache: StatusCache::new(store),
            queue: ReconcileQueue::default(),
            backoff: ObjectBackoff::default(),
            initial_sync: InitialSync::default(),
            index: Mutex::default(),
        }
    }

    /// Requeues all objects of the namespace, or of all namespaces.
    pub(crate) fn requeue(&self, namespace: Option<&str>) {
        let index = self.index();
        let keys = namespace.map_or_else(|| index.all(), |namespace| index.in_namespace(namespace));
        drop(index);
        for key in &keys {
            self.queue.add(key);
        }
    }

    /// Requeues one of `parts` parts of all objects. An object stays in its part when other objects are added or removed.
    pub(crate) fn requeue_part(&self, part: u64, parts: u64) {
        let keys = self.index().all();
        for key in keys.iter().filter(|key| digest(key) % parts == part) {
            self.queue.add(key);
        }
    }

    pub(crate) fn state(&self, key: &ObjectKey) -> Option<TrackedState> {
        self.index().state(key).cloned()
    }

    /// Updates the state and queues a status update. Deleted objects have no state.
    pub(crate) fn update(&self, key: &ObjectKey, update: impl FnOnce(&mut TrackedState)) {
        if self.index().update(key, update) {
            self.status_cache.touch(key);
        }
    }

    fn set_handled(&self, key: &ObjectKey, value: String) {
        self.update(key, |state| state.handled_request = Some(value));
    }

    /// Handles a new object or a changed spec.
    pub(crate) fn add(&self, key: &ObjectKey) {
        if let Some(object) = self.status_cache.get(key) {
            self.index().add(key, &*object);
        }
    }

    /// Handles a deleted object. Objects that were refused in its namespace are requeued: the deleted object may have been the
    /// reason.
    pub(crate) fn remove(&self, key: &ObjectKey) {
        self.backoff.reset(key);
        self.status_cache.remove(key);
        let mut index = self.index();
        index.remove(key);
        for other in index.refused(key.namespace()) {
            self.queue.add(&other);
        }
    }

    /// Returns the objects of the namespace, or `None` before all objects are known.
    pub(crate) fn in_namespace(&self, namespace: &str) -> Option<Vec<ObjectKey>> {
        self.initial_sync
            .is_set()
            .then(|| self.index().in_namespace(namespace))
    }

    /// Returns the objects of the namespace that track the subject.
    pub(crate) fn tracking(&self, namespace: &str, subject: &str) -> Vec<Arc<K>> {
        let keys = self.index().tracking(namespace, subject);
        let objects = keys.iter().filter_map(|key| self.status_cache.get(key));
        objects.collect()
    }

    /// Updates the scraping progress, which is part of this list. Returns whether it changed.
    pub(crate) fn set_progress(&self, key: &ObjectKey, progress: v1::Progress, list: u32) -> bool {
        let progress = EncodedProgress::new(progress);
        let mut index = self.index();
        // The next complete list contains the progress of objects without state again.
        let Some(state) = index.state(key) else {
            return false;
        };
        let is_changed = state.progress.as_ref() != Some(&progress);
        index.update(key, |state| {
            state.listed = list;
            state.progress = Some(progress);
        });
        drop(index);
        if is_changed {
            self.status_cache.touch(key);
        }
        is_changed
    }

    /// Returns whether the progress of a registered object is unknown: of a new one, or of one whose deletion was undone.
    pub(crate) fn lacks_progress(&self) -> bool {
        let index = self.index();
        index
            .states()
            .any(|(_, state)| state.is_registered() && state.progress.is_none())
    }

    /// Checks the statuses of objects whose numbers are too old, because no attempt would.
    pub(crate) fn touch_stale(&self, now: i64) {
        let is_stale = |state: &TrackedState| {
            let progress = state.progress.as_ref();
            progress.and_then(|progress| is_fresh(&progress.decode(), now)) == Some(false)
        };
        let index = self.index();
        for (key, _) in index.states().filter(|(_, state)| is_stale(state)) {
            self.status_cache.touch(key);
        }
    }

    /// Registers objects again that the API has lost, for example because a backup was restored: objects that were registered before
    /// the given time and that this list does not contain.
    pub(crate) fn reregister_lost(&self, list: u32, before: Instant) {
        let mut index = self.index();
        let missing = index.states_mut().filter(|(_, state)| {
            let synced_before = state.synced.as_ref().is_some_and(|(_, at)| *at < before);
            state.is_registered() && synced_before && state.listed != list
        });
        for (key, state) in missing {
            state.synced = None;
            self.queue.add(key);
        }
    }

    /// Returns how many objects of the namespace are registered, and how many of them are failing, or `None` before all objects are
    /// known.
    pub(crate) fn counts(&self, namespace: &str) -> Option<(i32, i32)> {
        self.initial_sync.is_set().then(|| self.index().counts(namespace))
    }

    pub(super) fn index(&self) -> MutexGuard<'_, TrackedIndex> {
        self.index.lock()
    }
}
