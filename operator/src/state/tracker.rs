//! The state of all accounts or videos of a kind.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Instant;

use clipmeter_crds::{ConditionType, InstagramAccount, TikTokAccount, TikTokVideo, Tracked};
use clipmeter_proto::v1::{self, TrackedKind};
use kube::runtime::reflector::{ObjectRef, Store};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc::UnboundedSender;

use super::freshness::is_fresh;
use super::scrape_requests::ScrapeRequest;
use super::tracked_index::TrackedIndex;
use super::tracked_state::{Registration, TrackedState};
use crate::kubernetes::backoff::ObjectBackoff;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::watch::{InitialSync, digest};
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

pub(crate) struct Tracker<K: Tracked + Clone + 'static> {
    pub(crate) status_cache: StatusCache<K>,
    pub(crate) backoff: ObjectBackoff,
    /// Set once all objects are known.
    pub(crate) initial_sync: InitialSync,
    states: Mutex<HashMap<ObjectKey, TrackedState>>,
    index: Mutex<TrackedIndex>,
    /// Objects that were refused, sorted by namespace.
    refused: Mutex<BTreeSet<ObjectKey>>,
    requeues: UnboundedSender<ObjectRef<K>>,
}

impl<K: Tracked + Clone + 'static> Tracker<K> {
    /// Creates the state. Objects to reconcile again are sent to `requeues`.
    pub(crate) fn new(store: Store<K>, requeues: UnboundedSender<ObjectRef<K>>) -> Self {
        Self {
            status_cache: StatusCache::new(store),
            backoff: ObjectBackoff::default(),
            initial_sync: InitialSync::default(),
            states: Mutex::default(),
            index: Mutex::default(),
            refused: Mutex::default(),
            requeues,
        }
    }

    /// Requeues all objects of the namespace, or of all namespaces.
    pub(crate) fn requeue(&self, namespace: Option<&str>) {
        let index = self.index.lock();
        let keys = namespace.map_or_else(|| index.all(), |namespace| index.in_namespace(namespace));
        drop(index);
        for key in &keys {
            self.requeue_one(key);
        }
    }

    /// Requeues one of `parts` parts of all objects. An object stays in its part when other objects are added or removed.
    pub(crate) fn requeue_part(&self, part: u64, parts: u64) {
        let keys = self.index.lock().all();
        for key in keys.iter().filter(|key| digest(key) % parts == part) {
            self.requeue_one(key);
        }
    }

    fn requeue_one(&self, key: &ObjectKey) {
        // Fails only if the operator is shutting down.
        drop(self.requeues.send(key.reference()));
    }

    pub(crate) fn state(&self, key: &ObjectKey) -> Option<TrackedState> {
        self.states().get(key).cloned()
    }

    /// Updates the state and queues a status update. Deleted objects have no state.
    pub(crate) fn update(&self, key: &ObjectKey, update: impl FnOnce(&mut TrackedState)) {
        if !self.index.lock().contains(key) {
            return;
        }
        let mut states = self.states();
        let state = states.entry(key.clone()).or_default();
        update(state);
        if matches!(state.registration, Some(Registration::Refused { .. })) {
            self.refused.lock().insert(key.clone());
        } else {
            self.refused.lock().remove(key);
        }
        drop(states);
        self.status_cache.touch(key);
    }

    fn set_handled(&self, key: &ObjectKey, value: String) {
        self.update(key, |state| state.handled_request = Some(value));
    }

    /// Handles a new object or a changed spec.
    pub(crate) fn add(&self, key: &ObjectKey) {
        if let Some(object) = self.status_cache.store().get(&key.reference()) {
            self.index.lock().add(key, &object.subject());
        }
    }

    /// Handles a deleted object. Objects that were refused in its namespace are requeued: the deleted object may have been the
    /// reason.
    pub(crate) fn remove(&self, key: &ObjectKey) {
        self.index.lock().remove(key);
        self.backoff.reset(key);
        self.status_cache.remove(key);
        self.states().remove(key);
        let mut refused = self.refused.lock();
        refused.remove(key);
        let in_namespace = refused
            .range(ObjectKey::new(&key.namespace, "")..)
            .take_while(|other| other.namespace == key.namespace);
        for other in in_namespace {
            self.requeue_one(other);
        }
    }

    /// Returns the objects of the namespace, or `None` before all objects are known.
    pub(crate) fn in_namespace(&self, namespace: &str) -> Option<Vec<Arc<K>>> {
        if !self.initial_sync.is_set() {
            return None;
        }
        let keys = self.index.lock().in_namespace(namespace);
        Some(self.stored(&keys))
    }

    /// Returns the objects of the namespace that track the subject.
    pub(crate) fn tracking(&self, namespace: &str, subject: &str) -> Vec<Arc<K>> {
        let keys = self.index.lock().tracking(namespace, subject);
        self.stored(&keys)
    }

    fn stored(&self, keys: &[ObjectKey]) -> Vec<Arc<K>> {
        let store = self.status_cache.store();
        keys.iter()
            .filter_map(|key| store.get(&key.reference()))
            .collect()
    }

    /// Updates the scraping progress. Returns whether it changed.
    pub(crate) fn set_progress(&self, key: &ObjectKey, progress: &v1::Progress) -> bool {
        let mut states = self.states();
        // The next complete list contains the progress of objects without state again.
        let Some(state) = states.get_mut(key) else {
            return false;
        };
        if state.progress.as_deref() == Some(progress) {
            return false;
        }
        state.progress = Some(Box::new(progress.clone()));
        drop(states);
        self.status_cache.touch(key);
        true
    }

    /// Returns whether the progress of a registered object is unknown: of a new one, or of one whose deletion was undone.
    pub(crate) fn lacks_progress(&self) -> bool {
        let is_registered = |state: &TrackedState| state.registration == Some(Registration::Registered);
        let states = self.states();
        states
            .values()
            .any(|state| is_registered(state) && state.progress.is_none())
    }

    /// Checks the statuses of objects whose numbers are too old, because no attempt would.
    pub(crate) fn touch_stale(&self, now: i64) {
        let is_stale = |state: &TrackedState| {
            let progress = state.progress.as_deref();
            progress.and_then(|progress| is_fresh(progress, now)) == Some(false)
        };
        let states = self.states();
        for (key, _) in states.iter().filter(|(_, state)| is_stale(state)) {
            self.status_cache.touch(key);
        }
    }

    /// Registers objects again that the API has lost, for example because a backup was restored: objects that were registered before
    /// the given time and that the API does not list.
    pub(crate) fn reregister_lost(&self, is_known: impl Fn(&ObjectKey) -> bool, before: Instant) {
        let mut states = self.states();
        let lost = states.iter_mut().filter(|(key, state)| {
            let synced_before = state.synced.as_ref().is_some_and(|(_, at)| *at < before);
            state.registration == Some(Registration::Registered) && synced_before && !is_known(key)
        });
        for (key, state) in lost {
            state.synced = None;
            self.requeue_one(key);
        }
    }

    /// Returns how many objects of the namespace are registered, and how many of them are failing, or `None` before all objects are
    /// known. Objects without state are counted by their statuses.
    pub(crate) fn counts(&self, namespace: &str) -> Option<(i32, i32)> {
        let (mut tracked, mut failing) = (0, 0);
        let objects = self.in_namespace(namespace)?;
        let states = self.states();
        for object in objects {
            let state = states.get(&ObjectKey::of(&*object));
            if is_registered(&*object, state) {
                tracked += 1;
                failing += i32::from(is_failing(&*object, state));
            }
        }
        Some((tracked, failing))
    }

    pub(super) fn states(&self) -> MutexGuard<'_, HashMap<ObjectKey, TrackedState>> {
        self.states.lock()
    }
}

fn is_registered<K: Tracked>(object: &K, state: Option<&TrackedState>) -> bool {
    match state.and_then(|state| state.registration.as_ref()) {
        Some(Registration::Registered) => true,
        Some(Registration::Refused { .. }) => false,
        // An object remains registered while the API is unavailable.
        Some(Registration::Unavailable(_)) | None => object.progress().is_some_and(|written| {
            let registered = ConditionType::Registered.as_str();
            let mut conditions = written.conditions.iter();
            conditions.any(|condition| condition.type_ == registered && condition.status == "True")
        }),
    }
}

fn is_failing<K: Tracked>(object: &K, state: Option<&TrackedState>) -> bool {
    match state.and_then(|state| state.progress.as_ref()) {
        Some(progress) => progress.consecutive_failures > 0,
        None => object
            .progress()
            .and_then(|written| written.consecutive_failures)
            .is_some_and(|failures| failures > 0),
    }
}
