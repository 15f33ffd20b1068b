//! The state of all groups and the assignment of namespaces to groups.

use std::collections::HashMap;
use std::time::Instant;

use clipmeter_crds::{ClientGroup, Reason, purge_is_skipped};
use clipmeter_proto::v1::SyncGroupRequest;
use parking_lot::Mutex;

use super::namespace_index::NamespaceIndex;
use crate::kubernetes::backoff::ObjectBackoff;
use crate::kubernetes::finalizer::PurgeState;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::queue::ReconcileQueue;
use crate::kubernetes::store::ObjectStore;
use crate::kubernetes::watch::InitialSync;
use crate::status::StatusCache;

/// The owner of a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamespaceStatus {
    /// A group owns the namespace.
    Bound(NamespaceBinding),
    /// A group claims the namespace and was not reconciled yet, or a group that could never be parsed may claim it.
    Pending,
    /// No group owns the namespace.
    Unassigned,
}

/// The group that a namespace belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamespaceBinding {
    pub(crate) group: String,
    pub(crate) suspended: bool,
    /// The scraper pool that the group selects.
    pub(crate) scraper_pool: Option<String>,
    /// The scraper pools that its accounts may select instead.
    pub(crate) allowed_pools: Vec<String>,
    /// Set while the group is being deleted.
    pub(crate) deletion: Option<GroupDeletion>,
}

impl NamespaceBinding {
    /// Returns whether an account may select the scraper pool.
    pub(crate) fn allows(&self, pool: &str) -> bool {
        self.scraper_pool.as_deref() == Some(pool) || self.allowed_pools.iter().any(|allowed| allowed == pool)
    }
}

/// The deletion of a group, as its accounts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupDeletion {
    /// It is stored, and so are those of its accounts.
    Stored {
        /// Whether what has no policy of its own is kept without a limit.
        retain: bool,
    },
    /// All rows stay as they are.
    Skipped,
}

/// State of a group that its object does not contain.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupState {
    /// Whether the group has its namespace; `None` before the first check.
    pub(crate) namespace: Option<Result<(), GroupRefusal>>,
    /// Human-readable reason why the cluster rejects an object of the group.
    pub(crate) rejection: Option<String>,
    /// Whether the quota counts the group's accounts yet.
    pub(crate) counted: bool,
    /// Whether the group is registered with the API; `None` before the first attempt.
    pub(crate) registered: Option<Result<(), GroupRefusal>>,
    /// The last registration that was sent to the API, and when.
    pub(crate) synced: Option<(SyncGroupRequest, Instant)>,
    /// Progress of the deletion.
    pub(crate) purge: Option<PurgeState>,
    /// The binding that the group's accounts use.
    pub(crate) binding: Option<NamespaceBinding>,
}

/// The reason why the desired state of a group cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupRefusal {
    pub(crate) reason: Reason,
    pub(crate) message: String,
}

/// All groups.
pub(crate) struct Groups {
    pub(crate) status_cache: StatusCache<ClientGroup>,
    pub(crate) queue: ReconcileQueue,
    pub(crate) backoff: ObjectBackoff,
    /// Set once all groups are known.
    pub(crate) initial_sync: InitialSync,
    states: Mutex<HashMap<String, GroupState>>,
    namespace_index: Mutex<NamespaceIndex>,
}

impl Groups {
    pub(crate) fn new() -> Self {
        Self {
            status_cache: StatusCache::new(ObjectStore::parsed()),
            queue: ReconcileQueue::default(),
            backoff: ObjectBackoff::default(),
            initial_sync: InitialSync::default(),
            states: Mutex::default(),
            namespace_index: Mutex::default(),
        }
    }

    /// Returns the group of a namespace. If several groups claim the namespace, the one that is bound to it is returned.
    pub(crate) fn namespace_status(&self, namespace: &str) -> NamespaceStatus {
        let groups = self.namespace_index.lock().by_namespace(namespace);
        let mut status = NamespaceStatus::Unassigned;
        let known_groups = self.states.lock();
        for group in groups {
            match known_groups.get(&group) {
                Some(GroupState {
                    binding: Some(binding),
                    ..
                }) => return NamespaceStatus::Bound(binding.clone()),
                Some(GroupState {
                    namespace: Some(Err(_)),
                    ..
                }) => {}
                _ => status = NamespaceStatus::Pending,
            }
        }
        drop(known_groups);
        // If the namespace had no group, the rows of its accounts would stay when the accounts are deleted.
        if status == NamespaceStatus::Unassigned && self.is_incomplete() {
            return NamespaceStatus::Pending;
        }
        status
    }

    /// Returns whether the namespace of a group is unknown, because no version of the group could be parsed or it is being listed.
    fn is_incomplete(&self) -> bool {
        let store = self.status_cache.store();
        let namespace_index = self.namespace_index.lock();
        store.is_incomplete()
            || store
                .keys()
                .iter()
                .any(|group| !namespace_index.contains(group.name()))
    }

    pub(crate) fn state(&self, group: &str) -> Option<GroupState> {
        self.states.lock().get(group).cloned()
    }

    /// Updates the state and queues a status update.
    pub(crate) fn update(&self, group: &str, update: impl FnOnce(&mut GroupState)) {
        update(self.states.lock().entry(group.to_owned()).or_default());
        self.status_cache.touch(&ObjectKey::new("", group));
    }

    /// Sets the binding that accounts in the group's namespace use. Returns whether it changed.
    pub(crate) fn set_binding(&self, group: &str, binding: Option<NamespaceBinding>) -> bool {
        let mut states = self.states.lock();
        let state = states.entry(group.to_owned()).or_default();
        let is_changed = state.binding != binding;
        if is_changed {
            state.binding = binding;
        }
        is_changed
    }

    /// Handles a new group or a changed spec. Returns the namespace that it claims for the first time, whose accounts may have
    /// belonged to no group until now.
    pub(crate) fn add(&self, key: &ObjectKey) -> Option<String> {
        let group = self.status_cache.get(key)?;
        let namespace = group.target_namespace();
        self.namespace_index.lock().add(key.name(), &namespace);
        Some(namespace)
    }

    /// Handles the deletion of a group. Returns the namespace that it claimed.
    pub(crate) fn remove(&self, key: &ObjectKey) -> Option<String> {
        self.states.lock().remove(key.name());
        self.backoff.reset(key);
        self.status_cache.remove(key);
        self.namespace_index.lock().remove(key.name())
    }

    /// Updates the status because the number of accounts or of failing accounts may have changed.
    pub(crate) fn update_counts(&self, namespace: &str) {
        if let NamespaceStatus::Bound(binding) = self.namespace_status(namespace) {
            self.status_cache.touch(&ObjectKey::new("", &binding.group));
        }
    }

    /// Updates all statuses, once all accounts are known.
    pub(crate) fn update_all_counts(&self) {
        for key in self.status_cache.store().keys() {
            self.status_cache.touch(&key);
        }
    }

    /// Registers the group with the API again if it was registered. Other registrations are retried anyway.
    pub(crate) fn resync(&self, group: &str) {
        let mut states = self.states.lock();
        let synced = states.get_mut(group).and_then(|state| state.synced.take());
        drop(states);
        if synced.is_some() {
            self.requeue(group);
        }
    }

    pub(crate) fn requeue(&self, group: &str) {
        self.queue.add(&ObjectKey::new("", group));
    }

    /// Requeues the groups that select or allow scraper pools.
    pub(crate) fn requeue_with_pools(&self) {
        let groups = self.status_cache.store().all();
        for group in groups.iter().filter(|group| names_pools(group)) {
            self.queue.add(&ObjectKey::of(&**group));
        }
    }

    /// Returns the groups whose rows may belong to objects in a namespace without a group: all groups that claim the namespace.
    pub(crate) fn former_groups(&self, namespace: &str) -> Vec<String> {
        let mut groups = self.namespace_index.lock().by_namespace(namespace);
        groups.retain(|group| {
            let group = self.status_cache.get(&ObjectKey::new("", group));
            group.is_some_and(|group| {
                group.metadata.deletion_timestamp.is_none() || !purge_is_skipped(&*group)
            })
        });
        groups
    }
}

/// Returns whether the group selects or allows scraper pools, which an API of the previous version would ignore.
pub(crate) fn names_pools(group: &ClientGroup) -> bool {
    group.spec.scraper_pool.is_some() || !group.spec.allowed_scraper_pools.is_empty()
}

#[cfg(test)]
mod tests {
    use kube::runtime::watcher::Event;
    use serde_json::{Value, json};

    use super::*;
    use crate::kubernetes::watch::intent;

    #[test]
    fn namespace_is_pending_until_all_groups_are_parsed_and_indexed() {
        let groups = Groups::new();
        let put = |display_name: Value| {
            let group =
                json!({"metadata": {"name": "acme", "uid": "1"}, "spec": {"displayName": display_name}});
            let group = serde_json::from_value(group).unwrap();
            groups.status_cache.store().handle(Event::Apply(group), intent);
            groups.namespace_status("other")
        };
        assert_eq!(groups.namespace_status("other"), NamespaceStatus::Unassigned);
        assert_eq!(put(json!(7)), NamespaceStatus::Pending);
        assert_eq!(put(json!("Acme")), NamespaceStatus::Pending);
        groups.add(&ObjectKey::new("", "acme"));
        assert_eq!(groups.namespace_status("other"), NamespaceStatus::Unassigned);
        // The earlier version says which namespace the group claims.
        assert_eq!(put(json!(7)), NamespaceStatus::Unassigned);
    }
}
