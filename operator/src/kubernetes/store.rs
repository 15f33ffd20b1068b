//! The objects of a kind as a watch delivers them, and the detection of changes.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kube::Resource;
use kube::core::DeserializeGuard;
use kube::core::error_boundary::InvalidObject;
use kube::runtime::watcher::Event;
use parking_lot::RwLock;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::encoding::{EncodedObject, Encoding};
use super::objects::ObjectKey;
use super::unparsable::UnparsableObjects;

/// A change that is already in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WatchEvent {
    /// The object is new, or its spec, annotations or manager changed.
    Changed(ObjectKey),
    /// Another part of the object was written, usually by this operator: its status or finalizers.
    Written(ObjectKey),
    /// The object was deleted. Another object with the same name may exist.
    Deleted(ObjectKey),
    /// The store is complete.
    InitialList,
}

/// The objects of a kind. The operator's own writes are in it before the watch delivers them; otherwise, a change would be
/// detected and reported twice.
pub(crate) struct ObjectStore<K> {
    objects: RwLock<BTreeMap<ObjectKey, StoredObject<K>>>,
    /// Of these, `objects` contains the last version that could be parsed, if there was one.
    unparsable: UnparsableObjects,
    encoding: Option<Encoding<K>>,
}

struct StoredObject<K> {
    uid: u64,
    /// Digest of the part of the object whose changes are reported.
    digest: u64,
    /// 0 if the version is not a number. Resource versions are increasing numbers: Kubernetes guarantees this since 1.35, and
    /// earlier versions also comply.
    version: u64,
    /// Whether the operator wrote this version and the watch has not delivered it.
    is_ahead: bool,
    /// Whether the current list contains the object.
    is_listed: bool,
    /// The change to report at the end of the current list.
    pending: Option<Change>,
    body: Body<K>,
}

enum Body<K> {
    Parsed(Arc<K>),
    /// Needs a tenth of the memory, and is parsed whenever it is read.
    Encoded(EncodedObject),
}

/// How an object differs from the stored one, in the order of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// The digest is the same.
    Written,
    /// The object is new, or the digest differs.
    Changed,
    /// It is a different object of the same name.
    Replaced,
}

impl Change {
    fn events(self, key: &ObjectKey) -> Vec<WatchEvent> {
        match self {
            Self::Written => vec![WatchEvent::Written(key.clone())],
            Self::Changed => vec![WatchEvent::Changed(key.clone())],
            // The state of the previous object is discarded.
            Self::Replaced => vec![WatchEvent::Deleted(key.clone()), WatchEvent::Changed(key.clone())],
        }
    }
}

impl<K: Resource<DynamicType = ()>> ObjectStore<K> {
    /// Creates a store for a kind with few objects, or with objects that are read often.
    pub(crate) fn parsed() -> Self {
        Self {
            objects: RwLock::default(),
            unparsable: UnparsableObjects::default(),
            encoding: None,
        }
    }

    /// Creates a store for a kind with many objects, which are rarely read.
    pub(crate) fn encoded() -> Self
    where
        K: Serialize + DeserializeOwned,
    {
        Self {
            objects: RwLock::default(),
            unparsable: UnparsableObjects::default(),
            encoding: Some(Encoding::default()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.objects.read().len()
    }

    /// Returns the number of objects whose current version cannot be parsed.
    pub(super) fn unparsable(&self) -> usize {
        self.unparsable.count()
    }

    /// Returns whether the object's current version cannot be parsed. [`Self::get`] may return an earlier one.
    pub(crate) fn is_unparsable(&self, key: &ObjectKey) -> bool {
        self.unparsable.contains(key)
    }

    /// Returns whether an object is missing because no version of it could be parsed.
    pub(crate) fn is_incomplete(&self) -> bool {
        let objects = self.objects.read();
        self.unparsable.any(|key| !objects.contains_key(key))
    }

    /// Returns the latest known version of the object.
    pub(crate) fn get(&self, key: &ObjectKey) -> Option<Arc<K>> {
        self.parse(&self.objects.read().get(key)?.body)
    }

    pub(crate) fn all(&self) -> Vec<Arc<K>> {
        let objects = self.objects.read();
        objects
            .values()
            .filter_map(|stored| self.parse(&stored.body))
            .collect()
    }

    pub(crate) fn keys(&self) -> Vec<ObjectKey> {
        self.objects.read().keys().cloned().collect()
    }

    /// Stores the response to a write. It is ignored if the watch has already delivered it, or a later version, or has reported the
    /// object's deletion.
    pub(crate) fn record_write(&self, object: K) {
        let (uid, version) = (uid(&object), version(&object));
        let key = ObjectKey::of(&object);
        let body = self.body(object);
        if let Some(stored) = self.objects.write().get_mut(&key)
            && stored.uid == uid
            && stored.version < version
        {
            stored.version = version;
            stored.is_ahead = true;
            stored.body = body;
        }
    }

    /// Stores what a watch delivers. Returns the changes, which are in the store. An object counts as changed if its digest differs.
    /// A version that cannot be parsed is not a change, and never a deletion.
    pub(crate) fn handle(&self, event: Event<DeserializeGuard<K>>, digest: fn(&K) -> u64) -> Vec<WatchEvent> {
        match event {
            Event::Init => {
                self.unparsable.begin_list();
                for stored in self.objects.write().values_mut() {
                    stored.is_listed = false;
                }
                Vec::new()
            }
            Event::InitApply(object) => {
                let key = ObjectKey::of(&object);
                match object.0 {
                    Ok(object) => {
                        let change = self.put(key.clone(), object, digest);
                        if let Some(stored) = self.objects.write().get_mut(&key) {
                            stored.is_listed = true;
                            stored.pending = stored.pending.max(Some(change));
                        }
                    }
                    // An earlier object of the same name is not listed, so it is removed at the end of the list.
                    Err(invalid) => {
                        self.keep_earlier(&key, &invalid);
                    }
                }
                Vec::new()
            }
            Event::InitDone => self.complete_list(),
            Event::Apply(object) => {
                let key = ObjectKey::of(&object);
                match object.0 {
                    Ok(object) => self.put(key.clone(), object, digest).events(&key),
                    Err(invalid) if self.keep_earlier(&key, &invalid) => Vec::new(),
                    Err(_) => {
                        let earlier_object = self.objects.write().remove(&key);
                        earlier_object
                            .map(|_| WatchEvent::Deleted(key))
                            .into_iter()
                            .collect()
                    }
                }
            }
            Event::Delete(object) => {
                let key = ObjectKey::of(&object);
                self.unparsable.remove(&key);
                self.objects.write().remove(&key);
                vec![WatchEvent::Deleted(key)]
            }
        }
    }

    /// Records that the object's current version cannot be parsed. Returns whether the store has, and keeps, an earlier version of
    /// this object.
    fn keep_earlier(&self, key: &ObjectKey, invalid: &InvalidObject) -> bool {
        let is_new = self
            .unparsable
            .add(key, digest(&invalid.metadata.resource_version));
        if is_new {
            let (kind, namespace, object) = (K::kind(&()), key.namespace(), key.name());
            tracing::warn!(error = %invalid, %kind, namespace, object, "cannot parse an object; ignoring this version");
        }
        let uid = digest(&invalid.metadata.uid);
        let mut objects = self.objects.write();
        let Some(stored) = objects.get_mut(key).filter(|stored| stored.uid == uid) else {
            return false;
        };
        stored.is_listed = true;
        true
    }

    fn put(&self, key: ObjectKey, object: K, digest: fn(&K) -> u64) -> Change {
        self.unparsable.remove(&key);
        let (uid, version, digest) = (uid(&object), version(&object), digest(&object));
        let body = self.body(object);
        let mut objects = self.objects.write();
        let Some(stored) = objects.get_mut(&key) else {
            let stored = StoredObject {
                uid,
                digest,
                version,
                is_ahead: false,
                is_listed: false,
                pending: None,
                body,
            };
            objects.insert(key, stored);
            return Change::Changed;
        };
        let change = if stored.uid != uid {
            Change::Replaced
        } else if stored.digest != digest {
            Change::Changed
        } else {
            Change::Written
        };
        let is_older = stored.is_ahead && stored.uid == uid && version < stored.version;
        (stored.uid, stored.digest) = (uid, digest);
        if !is_older {
            stored.version = version;
            stored.is_ahead = false;
            stored.body = body;
        }
        change
    }

    /// Completes a list: missing objects were deleted while the watch was interrupted.
    fn complete_list(&self) -> Vec<WatchEvent> {
        self.unparsable.complete_list();
        let mut events = Vec::new();
        let mut objects = self.objects.write();
        objects.retain(|key, stored| {
            if !stored.is_listed {
                events.push(WatchEvent::Deleted(key.clone()));
            }
            stored.is_listed
        });
        for (key, stored) in objects.iter_mut() {
            let pending = stored.pending.take();
            events.extend(pending.into_iter().flat_map(|change| change.events(key)));
        }
        events.push(WatchEvent::InitialList);
        events
    }

    fn body(&self, object: K) -> Body<K> {
        let encoded = self
            .encoding
            .as_ref()
            .and_then(|encoding| encoding.encode(&object));
        encoded.map_or_else(|| Body::Parsed(Arc::new(object)), Body::Encoded)
    }

    fn parse(&self, body: &Body<K>) -> Option<Arc<K>> {
        match body {
            Body::Parsed(object) => Some(Arc::clone(object)),
            Body::Encoded(encoded) => self.encoding.as_ref()?.decode(encoded).map(Arc::new),
        }
    }
}

fn uid<K: Resource>(object: &K) -> u64 {
    digest(&object.meta().uid)
}

fn version<K: Resource>(object: &K) -> u64 {
    let version = object.meta().resource_version.as_deref();
    version.and_then(|version| version.parse().ok()).unwrap_or(0)
}

/// Returns a hash that is stable during the program's lifetime.
pub(crate) fn digest(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
