//! Everything that is known of the objects of a kind.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use clipmeter_crds::ConditionType;
use clipmeter_proto::v1;
use kube::runtime::reflector::{ObjectRef, Store};
use tokio::sync::mpsc::UnboundedSender;

use super::fact::{Fact, Verdict};
use super::kind::Kind;
use crate::backoff::Backoff;
use crate::key::Key;
use crate::listed::Listed;
use crate::status::Ledger;

/// Objects, and facts about them.
pub(crate) struct Tracker<K: Kind> {
    pub(crate) ledger: Ledger<K>,
    pub(crate) backoff: Backoff,
    /// Set once all objects are known.
    pub(crate) listed: Listed,
    facts: Mutex<HashMap<Key, Fact>>,
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
            nudges,
        }
    }

    /// Has everything in the namespace looked at, or everything there is.
    pub(crate) fn nudge(&self, namespace: Option<&str>) {
        for object in self.ledger.store().state() {
            if namespace.is_none_or(|namespace| object.meta().namespace.as_deref() == Some(namespace)) {
                self.nudge_one(&Key::of(&*object));
            }
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

    /// Puts in what became known, and has the status looked at.
    pub(crate) fn learn(&self, key: &Key, learn: impl FnOnce(&mut Fact)) {
        learn(self.facts().entry(key.clone()).or_default());
        self.ledger.touch(key);
    }

    /// A run was opened for what somebody asked for.
    pub(crate) fn handled(&self, key: &Key, value: String) {
        self.learn(key, |fact| fact.handled = Some(value));
    }

    /// It is gone.
    pub(crate) fn forget(&self, key: &Key) {
        self.facts().remove(key);
        self.backoff.succeeded(key);
    }

    /// How scraping goes. Returns whether that is news.
    pub(crate) fn progress(&self, key: &Key, progress: &v1::Progress) -> bool {
        let mut facts = self.facts();
        // What is said of an object that was not looked at yet comes again with the whole list.
        let Some(fact) = facts.get_mut(key) else {
            return false;
        };
        if fact.progress.as_ref() == Some(progress) {
            return false;
        }
        fact.progress = Some(progress.clone());
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
        let facts = self.facts();
        for object in self.ledger.store().state() {
            if object.meta().namespace.as_deref() != Some(namespace) {
                continue;
            }
            let fact = facts.get(&Key::of(&*object));
            if is_registered(&*object, fact) {
                tracked += 1;
                failing += i32::from(fails(&*object, fact));
            }
        }
        Some((tracked, failing))
    }

    fn facts(&self) -> std::sync::MutexGuard<'_, HashMap<Key, Fact>> {
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
