//! Which namespace is which group's.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clipmeter_crds::{ClientGroup, Reason};
use clipmeter_proto::v1::SyncGroupRequest;
use kube::ResourceExt as _;
use kube::runtime::reflector::{ObjectRef, Store};

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

/// All groups.
pub(crate) struct Groups {
    pub(crate) ledger: Ledger<ClientGroup>,
    pub(crate) backoff: Backoff,
    /// Set once all groups are known.
    pub(crate) listed: Listed,
    facts: Mutex<HashMap<String, Fact>>,
}

impl Groups {
    pub(crate) fn new(store: Store<ClientGroup>) -> Self {
        Self {
            ledger: Ledger::new(store),
            backoff: Backoff::default(),
            listed: Listed::default(),
            facts: Mutex::default(),
        }
    }

    /// Whose a namespace is. One that two groups ask for is its that has it.
    pub(crate) fn place(&self, namespace: &str) -> Place {
        let facts = self.facts();
        let mut place = Place::Nowhere;
        for group in self.ledger.store().state() {
            if group.home() != namespace {
                continue;
            }
            match facts.get(&group.name_any()) {
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

    /// It is gone.
    pub(super) fn forget(&self, context: &Context, group: &ClientGroup) {
        let name = group.name_any();
        self.facts().remove(&name);
        self.backoff.succeeded(&Key::new("", &name));
        context.nudge(Some(&group.home()));
    }

    /// The number of its accounts or of those that fail may have changed.
    pub(crate) fn count_anew(&self, namespace: Option<&str>) {
        if let Place::Home(home) = self.place(namespace.unwrap_or_default()) {
            self.ledger.touch(&Key::new("", &home.group));
        }
    }

    /// All accounts are known.
    pub(crate) fn count_all_anew(&self) {
        for group in self.ledger.store().state() {
            self.ledger.touch(&Key::of(&*group));
        }
    }

    /// Tells the API of the group again.
    pub(crate) fn tell_again(&self, context: &Context, group: &str) {
        if let Some(fact) = self.facts().get_mut(group) {
            fact.synced = None;
        }
        // Nobody listens any more when the operator ends.
        drop(context.group_nudges.send(ObjectRef::new(group)));
    }

    fn facts(&self) -> MutexGuard<'_, HashMap<String, Fact>> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
