//! Index of objects by namespace and by subject, so that reconciling one object does not scan all of them.

use std::collections::HashMap;

use crate::kubernetes::objects::ObjectKey;

/// Object names of one kind.
#[derive(Debug, Default)]
pub(super) struct TrackedIndex {
    namespaces: HashMap<String, Namespace>,
}

#[derive(Debug, Default)]
struct Namespace {
    /// Subjects by object name.
    subjects: HashMap<String, String>,
    /// Sorted object names by subject; nearly always a single one.
    names: HashMap<String, Vec<String>>,
}

impl TrackedIndex {
    /// Adds an object. Its subject is immutable.
    pub(super) fn add(&mut self, key: &ObjectKey, subject: &str) {
        let namespace = self.namespaces.entry(key.namespace.clone()).or_default();
        namespace.subjects.insert(key.name.clone(), subject.to_owned());
        let same = namespace.names.entry(subject.to_owned());
        let same = same.or_insert_with(|| Vec::with_capacity(1));
        if let Err(index) = same.binary_search(&key.name) {
            same.insert(index, key.name.clone());
        }
    }

    pub(super) fn remove(&mut self, key: &ObjectKey) {
        let Some(namespace) = self.namespaces.get_mut(&key.namespace) else {
            return;
        };
        if let Some(subject) = namespace.subjects.remove(&key.name)
            && let Some(same) = namespace.names.get_mut(&subject)
        {
            same.retain(|name| *name != key.name);
            if same.is_empty() {
                namespace.names.remove(&subject);
            }
        }
        if namespace.subjects.is_empty() {
            self.namespaces.remove(&key.namespace);
        }
    }

    pub(super) fn contains(&self, key: &ObjectKey) -> bool {
        let namespace = self.namespaces.get(&key.namespace);
        namespace.is_some_and(|namespace| namespace.subjects.contains_key(&key.name))
    }

    /// Returns the objects of a namespace.
    pub(super) fn in_namespace(&self, namespace: &str) -> Vec<ObjectKey> {
        let names = self.namespaces.get(namespace).into_iter();
        names
            .flat_map(|objects| objects.subjects.keys())
            .map(|name| ObjectKey::new(namespace, name))
            .collect()
    }

    /// Returns the objects of a namespace that track a subject.
    pub(super) fn tracking(&self, namespace: &str, subject: &str) -> Vec<ObjectKey> {
        let objects = self.namespaces.get(namespace);
        let names = objects.and_then(|objects| objects.names.get(subject)).into_iter();
        names
            .flatten()
            .map(|name| ObjectKey::new(namespace, name))
            .collect()
    }

    pub(super) fn all(&self) -> Vec<ObjectKey> {
        let namespaces = self.namespaces.keys();
        namespaces
            .flat_map(|namespace| self.in_namespace(namespace))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracked_index_finds_objects_by_namespace_and_subject() {
        let mut index = TrackedIndex::default();
        let key = |name: &str| ObjectKey::new("ns", name);
        for (name, subject) in [("b", "nasa"), ("a", "nasa"), ("c", "esa")] {
            index.add(&key(name), subject);
        }
        index.add(&ObjectKey::new("other", "d"), "nasa");
        assert_eq!(index.tracking("ns", "nasa"), [key("a"), key("b")]);
        assert_eq!((index.in_namespace("ns").len(), index.all().len()), (3, 4));

        index.remove(&key("a"));
        index.remove(&key("a"));
        assert!(!index.contains(&key("a")) && index.contains(&key("b")));
        assert_eq!(index.tracking("ns", "nasa"), [key("b")]);
        index.remove(&key("b"));
        index.remove(&key("c"));
        assert!(index.in_namespace("ns").is_empty() && index.tracking("ns", "esa").is_empty());
        assert_eq!(index.all(), [ObjectKey::new("other", "d")]);
        assert_eq!(index.namespaces.len(), 1, "empty namespaces are removed");
    }
}
