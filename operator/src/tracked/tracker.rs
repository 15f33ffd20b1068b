//! Everything that is known of the objects of a kind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clipmeter_crds::ConditionType;
use clipmeter_proto::v1;
use kube::runtime::reflector::{ObjectRef, Store};
use tokio::sync::mpsc::UnboundedSender;

use super::fact::{Fact, Verdict};
use super::index::Index;
use super::kind::Kind;
use crate::backoff::Backoff;
use crate::key::Key;
use crate::listed::Listed;
use crate::status::Ledger;
use crate::watch::digest;

/// Objects, and facts about them.
pub(crate) struct Tracker<K: Kind> {
    pub(crate) ledger: Ledger<K>,
    pub(crate) backoff: Backoff,
    /// Set once all objects are known.
    pub(crate) listed: Listed,
    facts: Mutex<HashMap<Key, Fact>>,
    index: Mutex<Index>,
    nudges: UnboundedSender<ObjectRef<K>>,
}

impl<K: Kind> Tracker<K> {
    /// Objects named in `nudges` are looked at.
    pub(crate) fn new(store: Store<K>, nudges: UnboundedSender<ObjectRef<K>>) -> Self {
        Self {
            ledger: Ledger::new(store),
            backoff: Backoff::default(),
            listed: Listed::default(),
            facts: Mutex::default(),
            index: Mutex::default(),
            nudges,
        }
    }

    /// Has everything in the namespace looked at, or everything there is.
    pub(crate) fn nudge(&self, namespace: Option<&str>) {
        let index = self.index();
        let keys = namespace.map_or_else(|| index.all(), |namespace| index.within(namespace));
        drop(index);
        for key in &keys {
            self.nudge_one(key);
        }
    }

    /// Has a part of everything looked at, of so many parts. What belongs to a part stays in it, whatever else comes and goes.
    pub(super) fn nudge_part(&self, part: u64, parts: u64) {
        let keys = self.index().all();
        for key in keys.iter().filter(|key| digest(key) % parts == part) {
            self.nudge_one(key);
        }
    }

    fn nudge_one(&self, key: &Key) {
        // Nobody listens any more when the operator ends.
        drop(self.nudges.send(key.reference()));
    }

    /// What is known of it.
    pub(crate) fn fact(&self, key: &Key) -> Option<Fact> {
        self.facts().get(key).cloned()
    }

    /// Puts in what became known, and has the status looked at. Nothing is known of what is gone.
    pub(crate) fn learn(&self, key: &Key, learn: impl FnOnce(&mut Fact)) {
        if !self.index().has(key) {
            return;
        }
        learn(self.facts().entry(key.clone()).or_default());
        self.ledger.touch(key);
    }

    /// What somebody asked for has its Job.
    pub(crate) fn handled(&self, key: &Key, value: String) {
        self.learn(key, |fact| fact.handled = Some(value));
    }

    /// It is new, or what people say about it changed.
    pub(super) fn came(&self, key: &Key) {
        if let Some(object) = self.ledger.store().get(&key.reference()) {
            self.index().add(key, &object.subject());
        }
    }

    /// It is gone. What was refused in its namespace is looked at: it may have stood in the way.
    pub(super) fn forget(&self, key: &Key) {
        self.index().remove(key);
        self.backoff.succeeded(key);
        self.ledger.forget(key);
        let neighbours = self.index().within(&key.namespace);
        let mut facts = self.facts();
        facts.remove(key);
        for neighbour in neighbours {
            let verdict = facts.get(&neighbour).and_then(|fact| fact.verdict.as_ref());
            if matches!(verdict, Some(Verdict::Refused { .. })) {
                self.nudge_one(&neighbour);
            }
        }
    }

    /// The objects of the namespace that track this.
    pub(super) fn tracking(&self, namespace: &str, subject: &str) -> Vec<Arc<K>> {
        let keys = self.index().tracking(namespace, subject);
        self.stored(&keys)
    }

    fn stored(&self, keys: &[Key]) -> Vec<Arc<K>> {
        let store = self.ledger.store();
        keys.iter()
            .filter_map(|key| store.get(&key.reference()))
            .collect()
    }

    /// How scraping goes. Returns whether that is news.
    pub(crate) fn progress(&self, key: &Key, progress: &v1::Progress) -> bool {
        let mut facts = self.facts();
        // What is said of an object that was not looked at yet comes again with the whole list.
        let Some(fact) = facts.get_mut(key) else {
            return false;
        };
        if fact.progress.as_deref() == Some(progress) {
            return false;
        }
        fact.progress = Some(Box::new(progress.clone()));
        drop(facts);
        self.ledger.touch(key);
        true
    }

    /// Looks anew at registered objects that the API does not know any more, as after a restored backup.
    pub(crate) fn lost(&self, is_known: impl Fn(&Key) -> bool, before: std::time::Instant) {
        let mut facts = self.facts();
        let lost = facts.iter_mut().filter(|(key, fact)| {
            let synced_before = fact.synced.as_ref().is_some_and(|(_, at)| *at < before);
            fact.verdict == Some(Verdict::Registered) && synced_before && !is_known(key)
        });
        for (key, fact) in lost {
            fact.synced = None;
            self.nudge_one(key);
        }
    }

    /// How many of the namespace are registered, and how many of those fail; nothing before all objects are known. What this
    /// operator did not find out yet is as the statuses say.
    pub(crate) fn counts(&self, namespace: &str) -> Option<(i32, i32)> {
        if !self.listed.is_set() {
            return None;
        }
        let (mut tracked, mut failing) = (0, 0);
        let keys = self.index().within(namespace);
        let objects = self.stored(&keys);
        let facts = self.facts();
        for object in objects {
            let fact = facts.get(&Key::of(&*object));
            if is_registered(&*object, fact) {
                tracked += 1;
                failing += i32::from(fails(&*object, fact));
            }
        }
        Some((tracked, failing))
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn facts(&self) -> MutexGuard<'_, HashMap<Key, Fact>> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_registered<K: Kind>(object: &K, fact: Option<&Fact>) -> bool {
    match fact.and_then(|fact| fact.verdict.as_ref()) {
        Some(Verdict::Registered) => true,
        Some(Verdict::Refused { .. }) => false,
        // An API that is away takes nothing back.
        Some(Verdict::Unavailable(_)) | None => object.progress().is_some_and(|written| {
            let registered = ConditionType::Registered.as_str();
            let mut conditions = written.conditions.iter();
            conditions.any(|condition| condition.type_ == registered && condition.status == "True")
        }),
    }
}

fn fails<K: Kind>(object: &K, fact: Option<&Fact>) -> bool {
    match fact.and_then(|fact| fact.progress.as_ref()) {
        Some(progress) => progress.consecutive_failures > 0,
        None => object
            .progress()
            .and_then(|written| written.consecutive_failures)
            .is_some_and(|failures| failures > 0),
    }
}
