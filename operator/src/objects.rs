//! Operations on objects of any kind.

use clipmeter_crds::{drop_other_managers, keys};
use kube::api::{ApiResource, DynamicObject, Patch, PatchParams};
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::Error;
use crate::object_key::ObjectKey;

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

/// Whether the object has the operator's finalizer.
pub(crate) fn has_finalizer(object: &impl Resource) -> bool {
    object
        .finalizers()
        .iter()
        .any(|finalizer| finalizer == keys::FINALIZER)
}

/// Adds the operator's finalizer, which delays the object's deletion.
pub(crate) async fn add_finalizer<K: Resource<DynamicType = ()>>(
    client: &Client,
    object: &K,
) -> Result<(), Error> {
    if has_finalizer(object) {
        return Ok(());
    }
    let key = ObjectKey::of(object);
    let patch = json!({
        "apiVersion": K::api_version(&()),
        "kind": K::kind(&()),
        // The uid prevents recreating an object that was deleted in the meantime.
        "metadata": {"name": key.name, "uid": object.uid(), "finalizers": [keys::FINALIZER]},
    });
    let params = PatchParams::apply(keys::OPERATOR).force();
    api::<K>(client, &key.namespace)
        .patch(&key.name, &params, &Patch::Apply(patch))
        .await?;
    Ok(())
}

/// Removes the operator's finalizer, which completes the deletion.
pub(crate) async fn let_go<K: Resource<DynamicType = ()>>(client: &Client, object: &K) -> Result<(), Error> {
    let key = ObjectKey::of(object);
    let api = api::<K>(client, &key.namespace);
    let Some(now) = api.get_opt(&key.name).await? else {
        return Ok(());
    };
    if now.uid() != object.uid() || !has_finalizer(&now) {
        return Ok(());
    }
    let others: Vec<_> = now
        .finalizers()
        .iter()
        .filter(|finalizer| *finalizer != keys::FINALIZER)
        .collect();
    // The removal is based on the object as just read, whichever manager owns the finalizer.
    let patch = json!({"metadata": {"resourceVersion": now.resource_version(), "finalizers": others}});
    let patched = api
        .patch(&key.name, &PatchParams::default(), &Patch::Merge(patch))
        .await
        .map_err(Error::from);
    match patched {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}

/// Whether the object has the desired fields; fields set by others and by the API server are ignored. Lists are compared as a
/// whole.
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
