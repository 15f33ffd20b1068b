//! Removes a deleted group: first its accounts and videos, then its rows in the database, then its namespace.

use std::time::Duration;

use clipmeter_crds::{
    ClientGroup, DeletionPolicy, Event, InstagramAccount, TikTokAccount, TikTokVideo, keys, purge_is_skipped,
};
use k8s_openapi::api::core::v1::Namespace;
use kube::api::{DeleteParams, ListParams, Patch, PatchParams};
use kube::runtime::controller::Action;
use kube::{Api, Resource as _, ResourceExt as _};
use serde_json::json;

use super::apply;
use super::dereference::dereference;
use super::groups::{Leaving, NamespaceBinding, is_retained};
use super::validate::{is_made, is_owned};
use crate::context::Context;
use crate::error::Error;
use crate::objects;
use crate::tracked::{Purge, TrackedResource};

/// Interval between steps: accounts are deleted one by one, which may take a while.
const REQUEUE_AFTER: Duration = Duration::from_secs(1);

/// Performs the next step of the deletion.
pub(super) async fn purge(group: &ClientGroup, context: &Context) -> Result<Action, Error> {
    if !objects::has_finalizer(group) {
        return Ok(Action::await_change());
    }
    let name = group.name_any();
    let is_skipped = purge_is_skipped(group);
    let retain = group.spec.deletion_policy == DeletionPolicy::Retain;
    context.groups.update(&name, |state| {
        state.purge.get_or_insert(Purge::Running);
    });
    let existing = dereference(&context.client, group, &context.cli).await?;
    let namespace = existing
        .namespace
        .as_ref()
        .filter(|namespace| is_owned(namespace, group));
    if namespace.is_some() {
        let binding = NamespaceBinding {
            group: name.clone(),
            suspended: group.spec.suspend,
            leaving: Some(Leaving {
                retain: is_retained(group),
            }),
        };
        context
            .groups
            .set_binding(context, &group.target_namespace(), Some(binding), &name);
        if delete_tracked(context, &group.target_namespace()).await? > 0 {
            return Ok(Action::requeue(REQUEUE_AFTER));
        }
    }
    if !is_skipped && let Err(error) = context.api.remove_group(&name, retain).await {
        let blocked = Purge::Blocked(error.to_string());
        context.groups.update(&name, |state| state.purge = Some(blocked));
        return Err(error);
    }
    match namespace.filter(|_| context.cli.provision_groups) {
        Some(namespace) if is_made(namespace) => apply::remove(&context.client, namespace).await?,
        Some(namespace) => {
            if let Some(quota) = &existing.quota {
                apply::remove(&context.client, quota).await?;
            }
            for binding in &existing.bindings {
                apply::remove(&context.client, binding).await?;
            }
            release_namespace(context, namespace).await?;
        }
        None => {}
    }
    let reference = group.object_ref(&());
    context.events.publish(&reference, Event::Purged, "").await;
    objects::let_go(&context.client, group).await?;
    Ok(Action::await_change())
}

/// Deletes the accounts and videos of the namespace. Returns how many remain.
async fn delete_tracked(context: &Context, namespace: &str) -> Result<usize, Error> {
    Ok(delete_all::<InstagramAccount>(context, namespace).await?
        + delete_all::<TikTokAccount>(context, namespace).await?
        + delete_all::<TikTokVideo>(context, namespace).await?)
}

async fn delete_all<K: TrackedResource>(context: &Context, namespace: &str) -> Result<usize, Error> {
    let api = objects::api::<K>(&context.client, namespace);
    let objects = api.list_metadata(&ListParams::default()).await?.items;
    for object in objects
        .iter()
        .filter(|object| object.metadata.deletion_timestamp.is_none())
    {
        let deleted = api
            .delete(&object.name_any(), &DeleteParams::default())
            .await
            .map_err(Error::from);
        if let Err(error) = deleted
            && !error.is_not_found()
        {
            return Err(error);
        }
    }
    Ok(objects.len())
}

/// Removes the group's label from a namespace that existed before the group.
async fn release_namespace(context: &Context, namespace: &Namespace) -> Result<(), Error> {
    let patch = json!({"metadata": {"labels": {keys::CLIENT_GROUP: null}}});
    Api::<Namespace>::all(context.client.clone())
        .patch(
            &namespace.name_any(),
            &PatchParams::default(),
            &Patch::Merge(patch),
        )
        .await?;
    Ok(())
}
