//! Identifies an object of a kind.

use kube::runtime::reflector::ObjectRef;
use kube::{Resource, ResourceExt};

/// An object's name and namespace, which is empty for cluster-wide objects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObjectKey {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

impl ObjectKey {
    pub(crate) fn new(namespace: &str, name: &str) -> Self {
        Self {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        }
    }

    pub(crate) fn of(object: &impl Resource) -> Self {
        Self {
            namespace: object.namespace().unwrap_or_default(),
            name: object.name_any(),
        }
    }

    /// Returns the key as a store's reference.
    pub(crate) fn reference<K: Resource<DynamicType = ()>>(&self) -> ObjectRef<K> {
        let reference = ObjectRef::new(&self.name);
        if self.namespace.is_empty() {
            reference
        } else {
            reference.within(&self.namespace)
        }
    }
}
