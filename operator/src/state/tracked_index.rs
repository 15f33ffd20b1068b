//! The objects of a kind with their state, by name, namespace and subject, so that reconciling one object does not scan all of them.

use std::collections::{BTreeMap, BTreeSet};

use clipmeter_crds::{ConditionType, Tracked};

use super::tracked_state::{Registration, TrackedState};
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::store::digest;

#[derive(Debug, Default)]
pub(super) struct TrackedIndex {
    objects: BTreeMap<ObjectKey, TrackedObject>,
    /// Objects by the digest of their namespace and subject.
    subjects: BTreeSet<(u64, ObjectKey)>,
    /// Objects that were refused.
    refused: BTreeSet<ObjectKey>,
}

/// An object, without what the store contains.
#[derive(Debug)]
pub(super) struct TrackedObject {
    /// Digest of the namespace and subject.
    subject: u64,
    /// Whether the object was registered or failing when the API last said so: to this operator, or to the one that wrote the status.
    is_registered: bool,
    is_failing: bool,
    /// `None` before the first update.
    state: Option<Box<TrackedState>>,
}

impl TrackedIndex {
    /// Adds an object, or updates its subject.
    pub(super) fn add<K: Tracked>(&mut self, key: &ObjectKey, object: &K) {
        let subject = digest(&(key.namespace(), object.subject()));
        self.subjects.insert((subject, key.clone()));
        match self.objects.get_mut(key) {
            Some(known) if known.subject == subject => {}
            Some(known) => {
                let previous = std::mem::replace(&mut known.subject, subject);
                self.subjects.remove(&(previous, key.clone()));
            }
            None => drop(
                self.objects
                    .insert(key.clone(), TrackedObject::new(subject, object)),
            ),
        }
    }

    pub(super) fn remove(&mut self, key: &ObjectKey) {
        self.refused.remove(key);
        if let Some(known) = self.objects.remove(key) {
            self.subjects.remove(&(known.subject, key.clone()));
        }
    }

    /// Updates the state of an object. Returns whether the object exists.
    pub(super) fn update(&mut self, key: &ObjectKey, update: impl FnOnce(&mut TrackedState)) -> bool {
        let Some(known) = self.objects.get_mut(key) else {
            return false;
        };
        let state = known.state.get_or_insert_default();
        update(state);
        if let Some(progress) = &state.progress {
            known.is_failing = progress.decode().consecutive_failures > 0;
        }
        // An object remains registered while the API is unavailable.
        match state.registration {
            Some(Registration::Registered) => known.is_registered = true,
            Some(Registration::Refused { .. }) => known.is_registered = false,
            Some(Registration::Unavailable(_)) | None => {}
        }
        if matches!(state.registration, Some(Registration::Refused { .. })) {
            self.refused.insert(key.clone());
        } else {
            self.refused.remove(key);
        }
        true
    }

    pub(super) fn state(&self, key: &ObjectKey) -> Option<&TrackedState> {
        self.objects.get(key)?.state.as_deref()
    }

    /// Returns the objects that have a state.
    pub(super) fn states(&self) -> impl Iterator<Item = (&ObjectKey, &TrackedState)> {
        self.objects
            .iter()
            .filter_map(|(key, known)| Some((key, known.state.as_deref()?)))
    }

    /// Does the same for changes other than of progress and registration.
    pub(super) fn states_mut(&mut self) -> impl Iterator<Item = (&ObjectKey, &mut TrackedState)> {
        self.objects
            .iter_mut()
            .filter_map(|(key, known)| Some((key, known.state.as_deref_mut()?)))
    }

    /// Returns how many objects of the namespace are registered, and how many of them are failing.
    pub(super) fn counts(&self, namespace: &str) -> (i32, i32) {
        let (mut registered, mut failing) = (0, 0);
        for (_, known) in ObjectKey::in_namespace(&self.objects, namespace) {
            registered += i32::from(known.is_registered);
            failing += i32::from(known.is_registered && known.is_failing);
        }
        (registered, failing)
    }

    /// Returns the objects of a namespace.
    pub(super) fn in_namespace(&self, namespace: &str) -> Vec<ObjectKey> {
        let objects = ObjectKey::in_namespace(&self.objects, namespace);
        objects.map(|(key, _)| key.clone()).collect()
    }

    /// Returns the refused objects of a namespace.
    pub(super) fn refused(&self, namespace: &str) -> Vec<ObjectKey> {
        self.refused
            .range(ObjectKey::new(namespace, "")..)
            .take_while(|key| key.namespace() == namespace)
            .cloned()
            .collect()
    }

    /// Returns the objects of a namespace that track a subject, and, which is improbable, others with the same digest.
    pub(super) fn tracking(&self, namespace: &str, subject: &str) -> Vec<ObjectKey> {
        let subject = digest(&(namespace, subject));
        self.subjects
            .range((subject, ObjectKey::new("", ""))..)
            .take_while(|(other, _)| *other == subject)
            .map(|(_, key)| key.clone())
            .collect()
    }

    pub(super) fn all(&self) -> Vec<ObjectKey> {
        self.objects.keys().cloned().collect()
    }
}

impl TrackedObject {
    fn new<K: Tracked>(subject: u64, object: &K) -> Self {
        let registered = ConditionType::Registered.as_str();
        let is_registered = object.progress().is_some_and(|written| {
            let mut conditions = written.conditions.iter();
            conditions.any(|condition| condition.type_ == registered && condition.status == "True")
        });
        let failures = object.progress().and_then(|written| written.consecutive_failures);
        Self {
            subject,
            is_registered,
            is_failing: failures.is_some_and(|failures| failures > 0),
            state: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::{Reason, TikTokAccount};
    use clipmeter_proto::v1::Progress;
    use serde_json::{Value, json};

    use super::*;
    use crate::state::tracked_state::EncodedProgress;

    fn account(username: &str, status: &Value) -> TikTokAccount {
        serde_json::from_value(json!({"metadata": {}, "spec": {"username": username}, "status": status}))
            .unwrap()
    }

    fn key(name: &str) -> ObjectKey {
        ObjectKey::new("ns", name)
    }

    #[test]
    fn tracked_index_finds_objects_by_namespace_and_subject() {
        let mut index = TrackedIndex::default();
        for (name, subject) in [("b", "nasa"), ("a", "esa"), ("a", "nasa"), ("c", "esa")] {
            index.add(&key(name), &account(subject, &Value::Null));
        }
        index.add(&ObjectKey::new("other", "d"), &account("nasa", &Value::Null));
        assert_eq!(index.tracking("ns", "nasa"), [key("a"), key("b")]);
        assert_eq!(index.tracking("ns", "esa"), [key("c")]);
        assert_eq!((index.in_namespace("ns").len(), index.all().len()), (3, 4));

        index.remove(&key("a"));
        index.remove(&key("a"));
        assert_eq!(index.tracking("ns", "nasa"), [key("b")]);
        index.remove(&key("b"));
        index.remove(&key("c"));
        assert!(index.in_namespace("ns").is_empty() && index.tracking("ns", "esa").is_empty());
        assert_eq!(index.all(), [ObjectKey::new("other", "d")]);
        assert_eq!(index.subjects.len(), 1);
    }

    #[test]
    fn tracked_index_counts_by_status_until_api_responds() {
        let registered = json!({
            "consecutiveFailures": 2,
            "conditions": [{
                "type": "Registered", "status": "True", "reason": "Registered", "message": "",
                "lastTransitionTime": "2026-11-21T10:00:00Z",
            }],
        });
        let mut index = TrackedIndex::default();
        index.add(&key("new"), &account("nasa", &Value::Null));
        index.add(&key("failing"), &account("esa", &registered));
        assert_eq!(index.counts("ns"), (1, 1));
        assert_eq!(index.counts("other"), (0, 0));

        let refused = Registration::Refused {
            reason: Reason::Duplicate,
            message: String::new(),
        };
        let unavailable = Registration::Unavailable("the database is unavailable".to_owned());
        for (name, registration, failures, counts, is_refused) in [
            ("failing", unavailable.clone(), None, (1, 1), false),
            ("failing", Registration::Registered, Some(0), (1, 0), false),
            ("failing", unavailable.clone(), Some(1), (1, 1), false),
            ("new", Registration::Registered, None, (2, 1), false),
            ("failing", refused, Some(1), (1, 0), true),
            ("failing", unavailable, Some(1), (1, 0), false),
        ] {
            let progress = failures.map(|consecutive_failures| {
                EncodedProgress::new(Progress {
                    consecutive_failures,
                    ..Progress::default()
                })
            });
            let is_known = index.update(&key(name), |state| {
                state.registration = Some(registration.clone());
                state.progress = progress;
            });
            assert!(is_known);
            assert_eq!(index.counts("ns"), counts, "{name} {registration:?}");
            assert_eq!(!index.refused("ns").is_empty(), is_refused);
        }
        assert!(!index.update(&key("unknown"), |_| {}));
    }
}
