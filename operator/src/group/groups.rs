//! Which namespace is which group's.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clipmeter_crds::{ClientGroup, DeletionPolicy, Reason, purge_is_skipped};
use clipmeter_proto::v1::SyncGroupRequest;
use kube::runtime::reflector::{ObjectRef, Store};

use super::homes::Homes;
use crate::backoff::Backoff;
use crate::context::Context;
use crate::key::Key;
use crate::listed::Listed;
use crate::status::Ledger;
use crate::tracked::{Place, Purge};

/// A group that has its namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home {
    /// Its name.
    pub(crate) group: String,
    pub(crate) suspended: bool,
    /// It is being deleted.
    pub(crate) leaving: Option<Leaving>,
}

/// How a group goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaving {
    /// What was collected stays.
    pub(crate) retain: bool,
}

/// What is known of a group beside what its object says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fact {
    /// Whether it has its namespace; nothing before it was looked at.
    pub(crate) namespace: Option<Result<(), Refusal>>,
    /// What the cluster does not take of what the group needs, for people.
    pub(crate) hindrance: Option<String>,
    /// Whether the cluster counts its accounts by now.
    pub(crate) counted: bool,
    /// Whether the API has it; nothing before it was asked.
    pub(crate) registered: Option<Result<(), Refusal>>,
    /// What the API was told last, and when.
    pub(crate) synced: Option<(SyncGroupRequest, Instant)>,
    /// How deleting it goes.
    pub(crate) purge: Option<Purge>,
    /// What its accounts were told of it.
    pub(super) home: Option<Home>,
}

/// Why something is not as the group asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) reason: Reason,
    /// For people.
    pub(crate) message: String,
}

/// Whether what was collected for the group stays when it goes.
pub(super) fn is_kept(group: &ClientGroup) -> bool {
    group.spec.deletion_policy == DeletionPolicy::Retain || purge_is_skipped(group)
}

/// All groups.
pub(crate) struct Groups {
    pub(crate) ledger: Ledger<ClientGroup>,
    pub(crate) backoff: Backoff,
    /// Set once all groups are known.
    pub(crate) listed: Listed,
    facts: Mutex<HashMap<String, Fact>>,
    homes: Mutex<Homes>,
}

impl Groups {
    pub(crate) fn new(store: Store<ClientGroup>) -> Self {
        Self {
            ledger: Ledger::new(store),
            backoff: Backoff::default(),
            listed: Listed::default(),
            facts: Mutex::default(),
            homes: Mutex::default(),
        }
    }

    /// Whose a namespace is. One that two groups ask for is its that has it.
    pub(crate) fn place(&self, namespace: &str) -> Place {
        let groups = self.homes().asking(namespace);
        let facts = self.facts();
        let mut place = Place::Nowhere;
        for group in groups {
            match facts.get(&group) {
                Some(Fact { home: Some(home), .. }) => return Place::Home(home.clone()),
                Some(Fact {
                    namespace: Some(Err(_)),
                    ..
                }) => {}
                _ => place = Place::Coming,
            }
        }
        place
    }

    /// What is known of the group.
    pub(crate) fn fact(&self, group: &str) -> Option<Fact> {
        self.facts().get(group).cloned()
    }

    /// Puts in what became known, and has the status looked at.
    pub(crate) fn learn(&self, group: &str, learn: impl FnOnce(&mut Fact)) {
        learn(self.facts().entry(group.to_owned()).or_default());
        self.ledger.touch(&Key::new("", group));
    }

    /// What accounts go by from now on. Has them looked at when that changed.
    pub(super) fn settle(&self, context: &Context, namespace: &str, home: Option<Home>, group: &str) {
        let mut facts = self.facts();
        let fact = facts.entry(group.to_owned()).or_default();
        if fact.home != home {
            fact.home = home;
            drop(facts);
            context.nudge(Some(namespace));
        }
    }

    /// It is new, or what people say about it changed. Accounts of its namespace may have been nobody's so far.
    pub(super) fn came(&self, context: &Context, key: &Key) {
        let Some(group) = self.ledger.store().get(&key.reference()) else {
            return;
        };
        let home = group.home();
        self.homes().add(&key.name, &home);
        context.nudge(Some(&home));
    }

    /// It is gone.
    pub(super) fn forget(&self, context: &Context, key: &Key) {
        self.facts().remove(&key.name);
        self.backoff.succeeded(key);
        self.ledger.forget(key);
        let home = self.homes().remove(&key.name);
        if let Some(home) = home {
            context.nudge(Some(&home));
        }
    }

    /// The number of its accounts or of those that fail may have changed.
    pub(crate) fn count_anew(&self, namespace: &str) {
        if let Place::Home(home) = self.place(namespace) {
            self.ledger.touch(&Key::new("", &home.group));
        }
    }

    /// All accounts are known.
    pub(crate) fn count_all_anew(&self) {
        for group in self.ledger.store().state() {
            self.ledger.touch(&Key::of(&*group));
        }
    }

    /// Tells the API of the group again, if it had it. What it did not take is tried again anyway.
    pub(crate) fn tell_again(&self, context: &Context, group: &str) {
        let mut facts = self.facts();
        let told = facts.get_mut(group).and_then(|fact| fact.synced.take());
        drop(facts);
        if told.is_some() {
            // Nobody listens any more when the operator ends.
            drop(context.group_nudges.send(ObjectRef::new(group)));
        }
    }

    /// The groups whose rows go with an object of a namespace that no group has: one that asks for it may have had it.
    pub(crate) fn former(&self, namespace: &str) -> Vec<String> {
        let mut groups = self.homes().asking(namespace);
        groups.retain(|group| {
            let group = self.ledger.store().get(&ObjectRef::new(group));
            group.is_some_and(|group| group.metadata.deletion_timestamp.is_none() || !is_kept(&group))
        });
        groups
    }

    fn facts(&self) -> MutexGuard<'_, HashMap<String, Fact>> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn homes(&self) -> MutexGuard<'_, Homes> {
        self.homes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
