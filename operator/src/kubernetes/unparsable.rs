//! The objects of a kind that this version cannot parse: a newer one has written them, or they were stored before a rule of the
//! schema existed.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use super::objects::ObjectKey;

/// Objects whose current version cannot be parsed.
#[derive(Default)]
pub(super) struct UnparsableObjects(Mutex<BTreeMap<ObjectKey, UnparsableObject>>);

struct UnparsableObject {
    /// Digest of the resource version.
    version: u64,
    /// Whether the current list contains the object.
    is_listed: bool,
}

impl UnparsableObjects {
    /// Begins a list, which contains the objects again that still exist.
    pub(super) fn begin_list(&self) {
        for object in self.0.lock().values_mut() {
            object.is_listed = false;
        }
    }

    /// Completes a list: missing objects were deleted while the watch was interrupted.
    pub(super) fn complete_list(&self) {
        self.0.lock().retain(|_, object| object.is_listed);
    }

    /// Adds a version of an object. Returns whether it was not known: lists and restarted watches deliver versions again.
    pub(super) fn add(&self, key: &ObjectKey, version: u64) -> bool {
        let object = UnparsableObject {
            version,
            is_listed: true,
        };
        let previous = self.0.lock().insert(key.clone(), object);
        previous.is_none_or(|previous| previous.version != version)
    }

    /// Removes an object that was parsed or deleted.
    pub(super) fn remove(&self, key: &ObjectKey) {
        self.0.lock().remove(key);
    }

    pub(super) fn contains(&self, key: &ObjectKey) -> bool {
        self.0.lock().contains_key(key)
    }

    pub(super) fn count(&self) -> usize {
        self.0.lock().len()
    }

    pub(super) fn any(&self, is_so: impl Fn(&ObjectKey) -> bool) -> bool {
        self.0.lock().keys().any(is_so)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unparsable_version_is_new_once_until_object_is_parsed_or_deleted() {
        let unparsable = UnparsableObjects::default();
        let key = ObjectKey::new("ns", "a");
        assert!(unparsable.add(&key, 1));
        assert!(!unparsable.add(&key, 1));
        assert!(unparsable.add(&key, 2));
        unparsable.begin_list();
        assert!(unparsable.contains(&key), "the list is incomplete");
        assert!(!unparsable.add(&key, 2));
        unparsable.complete_list();
        assert!(!unparsable.add(&key, 2));
        unparsable.remove(&key);
        assert!(unparsable.add(&key, 2));
        unparsable.begin_list();
        unparsable.complete_list();
        assert_eq!(unparsable.count(), 0);
    }
}
