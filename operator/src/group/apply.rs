//! Makes the cluster have what a group needs. What is so already is not written.

use clipmeter_crds::keys;
use k8s_openapi::api::core::v1::Namespace;
use k8s_openapi::api::rbac::v1::RoleBinding;
use kube::api::{DeleteParams, Patch, PatchParams, PostParams, Preconditions};
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::Serialize;

use super::build::Desired;
use super::dereference::Found;
use super::validate::is_stuck;
use crate::context::now;
use crate::error::Error;
use crate::objects;

/// Applies what differs, and removes role bindings that nobody is in any more.
pub(super) async fn apply(client: &Client, found: &Found, desired: &Desired) -> Result<(), Error> {
    match &found.namespace {
        Some(namespace) => apply_one(client, Some(namespace), &desired.namespace).await?,
        None => make(client, &desired.namespace).await?,
    }
    let quota = match &found.quota {
        Some(quota) if is_stuck(quota, now()) => {
            remove(client, quota).await?;
            None
        }
        quota => quota.as_ref(),
    };
    apply_one(client, quota, &desired.quota).await?;
    for binding in &desired.bindings {
        let before = found.bindings.iter().find(|found| is_same(found, binding));
        // What a binding binds to cannot be changed.
        let before = match before {
            Some(other) if other.role_ref != binding.role_ref => {
                remove(client, other).await?;
                None
            }
            before => before,
        };
        apply_one(client, before, binding).await?;
    }
    for binding in &found.bindings {
        if !desired.bindings.iter().any(|desired| is_same(desired, binding)) {
            remove(client, binding).await?;
        }
    }
    Ok(())
}

fn is_same(one: &RoleBinding, other: &RoleBinding) -> bool {
    one.name_any() == other.name_any()
}

/// Makes a namespace that was not there. One that somebody else has made meanwhile is not taken over: it is looked at again.
async fn make(client: &Client, namespace: &Namespace) -> Result<(), Error> {
    let params = PostParams {
        field_manager: Some(keys::OPERATOR.to_owned()),
        ..PostParams::default()
    };
    Api::all(client.clone()).create(&params, namespace).await?;
    Ok(())
}

async fn apply_one<K: Resource<DynamicType = ()> + Serialize>(
    client: &Client,
    found: Option<&K>,
    desired: &K,
) -> Result<(), Error> {
    let mut wanted = serde_json::to_value(desired)?;
    if let Some(found) = found
        && objects::covers(&serde_json::to_value(found)?, &wanted)
    {
        return Ok(());
    }
    // With the uid nothing is made anew that was deleted meanwhile.
    if let Some(uid) = found.and_then(kube::ResourceExt::uid) {
        wanted["metadata"]["uid"] = uid.into();
    }
    wanted["apiVersion"] = K::api_version(&()).into();
    wanted["kind"] = K::kind(&()).into();
    let params = PatchParams::apply(keys::OPERATOR).force();
    objects::api::<K>(client, &desired.namespace().unwrap_or_default())
        .patch(&desired.name_any(), &params, &Patch::Apply(wanted))
        .await?;
    Ok(())
}

/// Deletes it, and no other of its name; one that is gone is as well.
pub(super) async fn remove<K: Resource<DynamicType = ()>>(client: &Client, object: &K) -> Result<(), Error> {
    let same = DeleteParams {
        preconditions: Some(Preconditions {
            uid: object.uid(),
            resource_version: None,
        }),
        ..DeleteParams::default()
    };
    let deleted = objects::api::<K>(client, &object.namespace().unwrap_or_default())
        .delete(&object.name_any(), &same)
        .await
        .map_err(Error::from);
    match deleted {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}
