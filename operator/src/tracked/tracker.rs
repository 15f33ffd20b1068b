//! Everything that is known of the objects of a kind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clipmeter_crds::ConditionType;
use clipmeter_proto::v1;
use kube::runtime::reflector::{ObjectRef, Store};
use tokio::sync::mpsc::UnboundedSender;

use super::index::Index;
use super::kind::TrackedResource;
use super::state::{Registration, TrackedState};
use crate::backoff::Backoff;
use crate::initial_sync::InitialSync;
use crate::object_key::ObjectKey;
use crate::status::StatusCache;
use crate::watch::digest;

/// Objects, and facts about them.
pub(crate) struct Tracker<K: TrackedResource> {
    pub(crate) status_cache: StatusCache<K>,
    pub(crate) backoff: Backoff,
    /// Set once all objects are known.
    pub(crate) initial_sync: InitialSync,
    states: Mutex<HashMap<ObjectKey, TrackedState>>,
    index: Mutex<Index>,
    requeues: UnboundedSender<ObjectRef<K>>,
}

impl<K: TrackedResource> Tracker<K> {
    /// Objects named in `requeues` are looked at.
    pub(crate) fn new(store: Store<K>, requeues: UnboundedSender<ObjectRef<K>>) -> Self {
        Self {
            status_cache: StatusCache::new(store),
            backoff: Backoff::default(),
            initial_sync: InitialSync::default(),
            states: Mutex::default(),
            index: Mutex::default(),
            requeues,
        }
    }

    /// Has everything in the namespace looked at, or everything there is.
    pub(crate) fn requeue(&self, namespace: Option<&str>) {
        let index = self.index();
        let keys = namespace.map_or_else(|| index.all(), |namespace| index.within(namespace));
        drop(index);
        for key in &keys {
            self.requeue_one(key);
        }
    }

    /// Has a part of everything looked at, of so many parts. What belongs to a part stays in it, whatever else comes and goes.
    pub(super) fn requeue_part(&self, part: u64, parts: u64) {
        let keys = self.index().all();
        for key in keys.iter().filter(|key| digest(key) % parts == part) {
            self.requeue_one(key);
        }
    }

    fn requeue_one(&self, key: &ObjectKey) {
        // Nobody listens any more when the operator ends.
        drop(self.requeues.send(key.reference()));
    }

    /// What is known of it.
    pub(crate) fn state(&self, key: &ObjectKey) -> Option<TrackedState> {
        self.states().get(key).cloned()
    }

    /// Puts in what became known, and has the status looked at. Nothing is known of what is gone.
    pub(crate) fn update(&self, key: &ObjectKey, update: impl FnOnce(&mut TrackedState)) {
        if !self.index().has(key) {
            return;
        }
        update(self.states().entry(key.clone()).or_default());
        self.status_cache.touch(key);
    }

    /// What somebody asked for has its Job.
    pub(crate) fn handled(&self, key: &ObjectKey, value: String) {
        self.update(key, |state| state.handled = Some(value));
    }

    /// It is new, or what people say about it changed.
    pub(super) fn came(&self, key: &ObjectKey) {
        if let Some(object) = self.status_cache.store().get(&key.reference()) {
            self.index().add(key, &object.subject());
        }
    }

    /// It is gone. What was refused in its namespace is looked at: it may have stood in the way.
    pub(super) fn remove(&self, key: &ObjectKey) {
        self.index().remove(key);
        self.backoff.succeeded(key);
        self.status_cache.remove(key);
        let neighbours = self.index().within(&key.namespace);
        let mut states = self.states();
        states.remove(key);
        for neighbour in neighbours {
            let registration = states
                .get(&neighbour)
                .and_then(|state| state.registration.as_ref());
            if matches!(registration, Some(Registration::Refused { .. })) {
                self.requeue_one(&neighbour);
            }
        }
    }

    /// The objects of the namespace that track this.
    pub(super) fn tracking(&self, namespace: &str, subject: &str) -> Vec<Arc<K>> {
        let keys = self.index().tracking(namespace, subject);
        self.stored(&keys)
    }

    fn stored(&self, keys: &[ObjectKey]) -> Vec<Arc<K>> {
        let store = self.status_cache.store();
        keys.iter()
            .filter_map(|key| store.get(&key.reference()))
            .collect()
    }

    /// How scraping goes. Returns whether that is news.
    pub(crate) fn progress(&self, key: &ObjectKey, progress: &v1::Progress) -> bool {
        let mut states = self.states();
        // What is said of an object that was not looked at yet comes again with the whole list.
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

    /// Looks anew at registered objects that the API does not know any more, as after a restored backup.
    pub(crate) fn lost(&self, is_known: impl Fn(&ObjectKey) -> bool, before: std::time::Instant) {
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

    /// How many of the namespace are registered, and how many of those fail; nothing before all objects are known. What this
    /// operator did not find out yet is as the statuses say.
    pub(crate) fn counts(&self, namespace: &str) -> Option<(i32, i32)> {
        if !self.initial_sync.is_set() {
            return None;
        }
        let (mut tracked, mut failing) = (0, 0);
        let keys = self.index().within(namespace);
        let objects = self.stored(&keys);
        let states = self.states();
        for object in objects {
            let state = states.get(&ObjectKey::of(&*object));
            if is_registered(&*object, state) {
                tracked += 1;
                failing += i32::from(fails(&*object, state));
            }
        }
        Some((tracked, failing))
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn states(&self) -> MutexGuard<'_, HashMap<ObjectKey, TrackedState>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_registered<K: TrackedResource>(object: &K, state: Option<&TrackedState>) -> bool {
    match state.and_then(|state| state.registration.as_ref()) {
        Some(Registration::Registered) => true,
        Some(Registration::Refused { .. }) => false,
        // An API that is away takes nothing back.
        Some(Registration::Unavailable(_)) | None => object.progress().is_some_and(|written| {
            let registered = ConditionType::Registered.as_str();
            let mut conditions = written.conditions.iter();
            conditions.any(|condition| condition.type_ == registered && condition.status == "True")
        }),
    }
}

fn fails<K: TrackedResource>(object: &K, state: Option<&TrackedState>) -> bool {
    match state.and_then(|state| state.progress.as_ref()) {
        Some(progress) => progress.consecutive_failures > 0,
        None => object
            .progress()
            .and_then(|written| written.consecutive_failures)
            .is_some_and(|failures| failures > 0),
    }
}
