//! Operations on objects of any kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use clipmeter_crds::drop_other_managers;
use kube::api::{ApiResource, DynamicObject};
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Error;

/// An object's namespace, which is empty for cluster-wide objects, and name. Clones share the text. The keys of a namespace are
/// adjacent in sorted maps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObjectKey(Arc<str>);

impl ObjectKey {
    pub(crate) fn new(namespace: &str, name: &str) -> Self {
        Self(format!("{namespace}/{name}").into())
    }

    pub(crate) fn of(object: &impl Resource) -> Self {
        let namespace = object.meta().namespace.as_deref();
        Self::new(namespace.unwrap_or_default(), &object.name_any())
    }

    pub(crate) fn namespace(&self) -> &str {
        self.parts().0
    }

    pub(crate) fn name(&self) -> &str {
        self.parts().1
    }

    fn parts(&self) -> (&str, &str) {
        self.0.split_once('/').unwrap_or(("", &self.0))
    }

    /// Returns the part of a sorted map that contains the objects of a namespace.
    pub(crate) fn in_namespace<'a, T>(
        map: &'a BTreeMap<Self, T>,
        namespace: &'a str,
    ) -> impl Iterator<Item = (&'a Self, &'a T)> {
        map.range(Self::new(namespace, "")..)
            .take_while(move |(key, _)| key.namespace() == namespace)
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
    fn object_keys_of_namespace_are_adjacent_in_map() {
        let keys = [
            ("a", "x"),
            ("", "a"),
            ("a-b", "x"),
            ("a.b", "x"),
            ("a", "y-1"),
            ("ab", "x"),
        ];
        let map: BTreeMap<ObjectKey, usize> = keys
            .iter()
            .zip(0..)
            .map(|((namespace, name), number)| (ObjectKey::new(namespace, name), number))
            .collect();
        for (namespace, expected) in [
            ("a", &["x", "y-1"][..]),
            ("a-b", &["x"]),
            ("", &["a"]),
            ("b", &[]),
        ] {
            let found = ObjectKey::in_namespace(&map, namespace);
            let names: Vec<&str> = found.map(|(key, _)| key.name()).collect();
            assert_eq!(names, expected, "{namespace}");
        }
    }

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
