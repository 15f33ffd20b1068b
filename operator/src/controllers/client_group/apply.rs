//! Applies a group's desired objects to the cluster. Unchanged objects are not written.

use clipmeter_crds::keys;
use k8s_openapi::api::core::v1::Namespace;
use k8s_openapi::api::rbac::v1::RoleBinding;
use kube::api::{DeleteParams, Patch, PatchParams, PostParams, Preconditions};
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::Serialize;

use super::build::Desired;
use super::dereference::ExistingResources;
use super::validate::is_stuck;
use crate::convert::now;
use crate::error::Error;
use crate::kubernetes::objects;

/// Applies the differences and removes role bindings without subjects.
pub(super) async fn apply(
    client: &Client,
    existing: &ExistingResources,
    desired: &Desired,
) -> Result<(), Error> {
    match &existing.namespace {
        Some(namespace) => apply_one(client, Some(namespace), &desired.namespace).await?,
        None => create_namespace(client, &desired.namespace).await?,
    }
    let quota = match &existing.quota {
        Some(quota) if is_stuck(quota, now()) => {
            delete(client, quota).await?;
            None
        }
        quota => quota.as_ref(),
    };
    apply_one(client, quota, &desired.quota).await?;
    for binding in &desired.bindings {
        let before = existing
            .bindings
            .iter()
            .find(|existing| is_same_name(existing, binding));
        // A binding's role is immutable.
        let before = match before {
            Some(other) if other.role_ref != binding.role_ref => {
                delete(client, other).await?;
                None
            }
            before => before,
        };
        apply_one(client, before, binding).await?;
    }
    for binding in &existing.bindings {
        if !desired
            .bindings
            .iter()
            .any(|desired| is_same_name(desired, binding))
        {
            delete(client, binding).await?;
        }
    }
    Ok(())
}

fn is_same_name(one: &RoleBinding, other: &RoleBinding) -> bool {
    one.name_any() == other.name_any()
}

/// Creates a missing namespace. If another client has created it in the meantime, it is not adopted but checked again.
async fn create_namespace(client: &Client, namespace: &Namespace) -> Result<(), Error> {
    let params = PostParams {
        field_manager: Some(keys::OPERATOR.to_owned()),
        ..PostParams::default()
    };
    Api::all(client.clone()).create(&params, namespace).await?;
    Ok(())
}

async fn apply_one<K: Resource<DynamicType = ()> + Serialize>(
    client: &Client,
    existing: Option<&K>,
    desired: &K,
) -> Result<(), Error> {
    let mut manifest = serde_json::to_value(desired)?;
    if let Some(existing) = existing
        && objects::covers(&serde_json::to_value(existing)?, &manifest)
    {
        return Ok(());
    }
    // With the UID, the call does not recreate an object that was deleted in the meantime.
    if let Some(uid) = existing.and_then(kube::ResourceExt::uid) {
        manifest["metadata"]["uid"] = uid.into();
    }
    manifest["apiVersion"] = K::api_version(&()).into();
    manifest["kind"] = K::kind(&()).into();
    let params = PatchParams::apply(keys::OPERATOR).force();
    objects::api::<K>(client, &desired.namespace().unwrap_or_default())
        .patch(&desired.name_any(), &params, &Patch::Apply(manifest))
        .await?;
    Ok(())
}

/// Deletes this object, but not another one with the same name. Succeeds if it is already gone.
pub(super) async fn delete<K: Resource<DynamicType = ()>>(client: &Client, object: &K) -> Result<(), Error> {
    let this_object = DeleteParams {
        preconditions: Some(Preconditions {
            uid: object.uid(),
            resource_version: None,
        }),
        ..DeleteParams::default()
    };
    let deleted = objects::api::<K>(client, &object.namespace().unwrap_or_default())
        .delete(&object.name_any(), &this_object)
        .await
        .map_err(Error::from);
    match deleted {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}
