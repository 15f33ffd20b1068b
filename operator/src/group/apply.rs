//! Makes the cluster have what a group needs. What is so already is not written.

use clipmeter_crds::keys;
use k8s_openapi::api::rbac::v1::RoleBinding;
use kube::api::{DeleteParams, Patch, PatchParams};
use kube::{Client, Resource, ResourceExt as _};
use serde::Serialize;

use super::build::Desired;
use super::dereference::Found;
use super::validate::is_stuck;
use crate::context::now;
use crate::error::Error;
use crate::objects;

/// Applies what differs, and removes role bindings that nobody is in any more.
pub(super) async fn apply(client: &Client, found: &Found, desired: &Desired) -> Result<(), Error> {
    apply_one(client, found.namespace.as_ref(), &desired.namespace).await?;
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
    wanted["apiVersion"] = K::api_version(&()).into();
    wanted["kind"] = K::kind(&()).into();
    let params = PatchParams::apply(keys::OPERATOR).force();
    objects::api::<K>(client, &desired.namespace().unwrap_or_default())
        .patch(&desired.name_any(), &params, &Patch::Apply(wanted))
        .await?;
    Ok(())
}

/// Deletes it; one that is gone is as well.
pub(super) async fn remove<K: Resource<DynamicType = ()>>(client: &Client, object: &K) -> Result<(), Error> {
    let deleted = objects::api::<K>(client, &object.namespace().unwrap_or_default())
        .delete(&object.name_any(), &DeleteParams::default())
        .await
        .map_err(Error::from);
    match deleted {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}
