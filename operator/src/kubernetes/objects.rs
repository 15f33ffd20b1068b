//! Operations on objects of any kind.

use clipmeter_crds::drop_other_managers;
use kube::api::{ApiResource, DynamicObject};
use kube::runtime::reflector::ObjectRef;
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Error;

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

/// Returns the API for a kind in a namespace, or cluster-wide if `namespace` is empty.
pub(crate) fn api<K: Resource<DynamicType = ()>>(client: &Client, namespace: &str) -> Api<DynamicObject> {
    let resource = ApiResource::erase::<K>(&());
    if namespace.is_empty() {
        Api::all_with(client.clone(), &resource)
    } else {
        Api::namespaced_with(client.clone(), namespace, &resource)
    }
}

/// Converts a response into an object of its kind, reduced as the watch does.
pub(crate) fn parsed<K: Resource<DynamicType = ()> + DeserializeOwned>(
    response: DynamicObject,
) -> Result<K, Error> {
    let mut object: K = serde_json::from_value(serde_json::to_value(response)?)?;
    drop_other_managers(object.meta_mut());
    Ok(object)
}

/// Returns whether the object has the desired fields; fields set by others and by the API server are ignored. Lists are compared as
/// a whole.
pub(crate) fn covers(is: &Value, desired: &Value) -> bool {
    match (is, desired) {
        (Value::Object(is), Value::Object(desired)) => desired
            .iter()
            .all(|(key, desired)| is.get(key).is_some_and(|is| covers(is, desired))),
        (Value::Array(is), Value::Array(desired)) => {
            is.len() == desired.len() && is.iter().zip(desired).all(|(is, desired)| covers(is, desired))
        }
        _ => is == desired,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn object_covers_desired_despite_extra_but_not_missing_fields() {
        let desired = json!({"spec": {"hard": {"a": "10"}}, "subjects": [{"name": "mara"}]});
        for (is, same) in [
            (
                json!({"spec": {"hard": {"a": "10", "pods": "1"}}, "subjects": [{"name": "mara", "kind": "User"}], "status": {}}),
                true,
            ),
            (
                json!({"spec": {"hard": {"a": "11"}}, "subjects": [{"name": "mara"}]}),
                false,
            ),
            (json!({"spec": {"hard": {"a": "10"}}, "subjects": []}), false),
            (json!({"spec": {}, "subjects": [{"name": "mara"}]}), false),
        ] {
            assert_eq!(covers(&is, &desired), same, "{is}");
        }
    }
}
