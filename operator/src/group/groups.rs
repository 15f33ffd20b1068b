//! Which namespace is which group's.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clipmeter_crds::{ClientGroup, DeletionPolicy, Reason, purge_is_skipped};
use clipmeter_proto::v1::SyncGroupRequest;
use kube::runtime::reflector::{ObjectRef, Store};

use super::namespace_index::NamespaceIndex;
use crate::backoff::Backoff;
use crate::context::Context;
use crate::initial_sync::InitialSync;
use crate::object_key::ObjectKey;
use crate::status::StatusCache;
use crate::tracked::{NamespaceStatus, Purge};

/// A group that has its namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamespaceBinding {
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
pub(crate) struct GroupState {
    /// Whether it has its namespace; nothing before it was looked at.
    pub(crate) namespace: Option<Result<(), GroupRefusal>>,
    /// What the cluster does not take of what the group needs, for people.
    pub(crate) hindrance: Option<String>,
    /// Whether the cluster counts its accounts by now.
    pub(crate) counted: bool,
    /// Whether the API has it; nothing before it was asked.
    pub(crate) registered: Option<Result<(), GroupRefusal>>,
    /// What the API was told last, and when.
    pub(crate) synced: Option<(SyncGroupRequest, Instant)>,
    /// How deleting it goes.
    pub(crate) purge: Option<Purge>,
    /// What its accounts were told of it.
    pub(super) binding: Option<NamespaceBinding>,
}

/// Why something is not as the group asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupRefusal {
    pub(crate) reason: Reason,
    /// For people.
    pub(crate) message: String,
}

/// Whether what was collected for the group stays when it goes.
pub(super) fn is_retained(group: &ClientGroup) -> bool {
    group.spec.deletion_policy == DeletionPolicy::Retain || purge_is_skipped(group)
}

/// All groups.
pub(crate) struct Groups {
    pub(crate) status_cache: StatusCache<ClientGroup>,
    pub(crate) backoff: Backoff,
    /// Set once all groups are known.
    pub(crate) initial_sync: InitialSync,
    states: Mutex<HashMap<String, GroupState>>,
    namespace_index: Mutex<NamespaceIndex>,
}

impl Groups {
    pub(crate) fn new(store: Store<ClientGroup>) -> Self {
        Self {
            status_cache: StatusCache::new(store),
            backoff: Backoff::default(),
            initial_sync: InitialSync::default(),
            states: Mutex::default(),
            namespace_index: Mutex::default(),
        }
    }

    /// Whose a namespace is. One that two groups ask for is its that has it.
    pub(crate) fn namespace_status(&self, namespace: &str) -> NamespaceStatus {
        let groups = self.namespace_index().by_namespace(namespace);
        let known = self.states();
        let mut status = NamespaceStatus::Nowhere;
        for group in groups {
            match known.get(&group) {
                Some(GroupState {
                    binding: Some(binding),
                    ..
                }) => return NamespaceStatus::Bound(binding.clone()),
                Some(GroupState {
                    namespace: Some(Err(_)),
                    ..
                }) => {}
                _ => status = NamespaceStatus::Coming,
            }
        }
        status
    }

    /// What is known of the group.
    pub(crate) fn state(&self, group: &str) -> Option<GroupState> {
        self.states().get(group).cloned()
    }

    /// Puts in what became known, and has the status looked at.
    pub(crate) fn update(&self, group: &str, update: impl FnOnce(&mut GroupState)) {
        update(self.states().entry(group.to_owned()).or_default());
        self.status_cache.touch(&ObjectKey::new("", group));
    }

    /// What accounts go by from now on. Has them looked at when that changed.
    pub(super) fn set_binding(
        &self,
        context: &Context,
        namespace: &str,
        binding: Option<NamespaceBinding>,
        group: &str,
    ) {
        let mut states = self.states();
        let state = states.entry(group.to_owned()).or_default();
        if state.binding != binding {
            state.binding = binding;
            drop(states);
            context.requeue(Some(namespace));
        }
    }

    /// It is new, or what people say about it changed. Accounts of its namespace may have been nobody's so far.
    pub(super) fn came(&self, context: &Context, key: &ObjectKey) {
        let Some(group) = self.status_cache.store().get(&key.reference()) else {
            return;
        };
        let namespace = group.target_namespace();
        self.namespace_index().add(&key.name, &namespace);
        context.requeue(Some(&namespace));
    }

    /// It is gone.
    pub(super) fn remove(&self, context: &Context, key: &ObjectKey) {
        self.states().remove(&key.name);
        self.backoff.succeeded(key);
        self.status_cache.remove(key);
        let namespace = self.namespace_index().remove(&key.name);
        if let Some(namespace) = namespace {
            context.requeue(Some(&namespace));
        }
    }

    /// The number of its accounts or of those that fail may have changed.
    pub(crate) fn count_anew(&self, namespace: &str) {
        if let NamespaceStatus::Bound(binding) = self.namespace_status(namespace) {
            self.status_cache.touch(&ObjectKey::new("", &binding.group));
        }
    }

    /// All accounts are known.
    pub(crate) fn count_all_anew(&self) {
        for group in self.status_cache.store().state() {
            self.status_cache.touch(&ObjectKey::of(&*group));
        }
    }

    /// Tells the API of the group again, if it had it. What it did not take is tried again anyway.
    pub(crate) fn resync(&self, context: &Context, group: &str) {
        let mut states = self.states();
        let synced = states.get_mut(group).and_then(|state| state.synced.take());
        drop(states);
        if synced.is_some() {
            // Nobody listens any more when the operator ends.
            drop(context.group_requeues.send(ObjectRef::new(group)));
        }
    }

    /// The groups whose rows go with an object of a namespace that no group has: one that asks for it may have had it.
    pub(crate) fn former(&self, namespace: &str) -> Vec<String> {
        let mut groups = self.namespace_index().by_namespace(namespace);
        groups.retain(|group| {
            let group = self.status_cache.store().get(&ObjectRef::new(group));
            group.is_some_and(|group| group.metadata.deletion_timestamp.is_none() || !is_retained(&group))
        });
        groups
    }

    fn states(&self) -> MutexGuard<'_, HashMap<String, GroupState>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn namespace_index(&self) -> MutexGuard<'_, NamespaceIndex> {
        self.namespace_index
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
