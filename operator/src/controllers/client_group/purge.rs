//! Removes a deleted group: first its accounts and videos, then itself from the database, then its namespace.

use std::time::Duration;

use clipmeter_crds::{ClientGroup, DeletionPolicy, Event, Tracked, keys, purge_is_skipped};
use k8s_openapi::api::core::v1::Namespace;
use kube::api::{DeleteParams, ListParams, Patch, PatchParams};
use kube::{Api, Client, Resource as _, ResourceExt as _};
use serde_json::json;

use super::build::binding;
use super::dereference::dereference;
use super::validate::{is_created, is_owned};
use super::{ClientGroupController, apply};
use crate::error::Error;
use crate::kubernetes::finalizer::{self, PurgeState, restorable};
use crate::kubernetes::objects::{self, ObjectKey};
use crate::kubernetes::reconcile::NextPass;
use crate::state::{GroupDeletion, NamespaceBinding, Tracker};

/// Interval between steps: accounts are deleted one by one, which may take a while.
const REQUEUE_AFTER: Duration = Duration::from_secs(1);

/// Interval between attempts to delete the accounts while one of them cannot be parsed.
const BLOCKED_FOR: Duration = Duration::from_secs(15);

/// Performs the next step of the deletion, and records an error as the reason why the deletion cannot continue.
pub(super) async fn purge(
    group: &ClientGroup,
    controller: &ClientGroupController,
) -> Result<NextPass, Error> {
    if !finalizer::has_finalizer(group) {
        return Ok(NextPass::OnChange);
    }
    let name = group.name_any();
    let next = continue_purge(group, &name, controller).await;
    if let Err(error) = &next
        && finalizer::is_blocking(error)
    {
        controller.metrics.count_purge_error::<ClientGroup>();
        controller.groups.update(&name, |state| {
            state.purge.get_or_insert_default().record_error(error);
        });
    }
    next
}

async fn continue_purge(
    group: &ClientGroup,
    name: &str,
    controller: &ClientGroupController,
) -> Result<NextPass, Error> {
    let is_skipped = purge_is_skipped(group);
    let retain = group.spec.deletion_policy == DeletionPolicy::Retain;
    controller.groups.update(name, |state| {
        state.purge.get_or_insert_default();
    });
    let existing = dereference(&controller.client, group, &controller.provisioning).await?;
    let namespace = existing
        .namespace
        .as_ref()
        .filter(|namespace| is_owned(namespace, group));
    if namespace.is_some() {
        let binding = NamespaceBinding {
            deletion: Some(if is_skipped {
                GroupDeletion::Skipped
            } else {
                GroupDeletion::Stored { retain }
            }),
            ..binding(group)
        };
        controller.set_binding(group, name, Some(binding));
        match delete_tracked(controller, &group.target_namespace()).await? {
            Left::Nothing => {}
            Left::Deleting => {
                unblock(name, controller);
                return Ok(NextPass::After(REQUEUE_AFTER));
            }
            Left::Unparsable(object) => {
                let reason = format!("the operator cannot parse {object}; its log says why");
                controller.metrics.count_purge_error::<ClientGroup>();
                controller.groups.update(name, |state| {
                    state.purge.get_or_insert_default().blocked = Some(reason.into());
                });
                return Ok(NextPass::After(BLOCKED_FOR));
            }
        }
    }
    let note = if is_skipped {
        String::new()
    } else {
        store(name, retain, controller).await?
    };
    match namespace.filter(|_| controller.provisioning.enabled) {
        Some(namespace) if is_created(namespace) => apply::delete(&controller.client, namespace).await?,
        Some(namespace) => {
            if let Some(quota) = &existing.quota {
                apply::delete(&controller.client, quota).await?;
            }
            for binding in &existing.bindings {
                apply::delete(&controller.client, binding).await?;
            }
            release_namespace(&controller.client, namespace).await?;
        }
        None => {}
    }
    let reference = group.object_ref(&());
    controller.events.publish(&reference, Event::Purged, &note).await;
    finalizer::remove_finalizer(&controller.client, group).await?;
    // The group stays while it has finalizers of others.
    unblock(name, controller);
    Ok(NextPass::OnChange)
}

/// Records that the deletion continues.
fn unblock(name: &str, controller: &ClientGroupController) {
    let purge = controller.groups.state(name).and_then(|state| state.purge);
    if purge.is_some_and(|purge| purge.blocked.is_some()) {
        controller.groups.update(name, |state| {
            state.purge.get_or_insert_default().blocked = None;
        });
    }
}

/// Stores the deletion through the API, once, and returns a note until when it can be undone.
async fn store(name: &str, retain: bool, controller: &ClientGroupController) -> Result<String, Error> {
    let groups = &controller.groups;
    let purge = groups.state(name).and_then(|state| state.purge);
    if let Some(note) = purge.and_then(|purge| purge.stored) {
        return Ok(note.into());
    }
    let note = restorable(controller.api.remove_group(name, retain).await?);
    groups.update(name, |state| {
        state.purge = Some(PurgeState::stored(note.clone()));
    });
    Ok(note)
}

/// What is left of the accounts and videos of a group. Of several kinds, the greatest counts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    Nothing,
    /// Deletions that were requested have not ended.
    Deleting,
    /// The kind and name of an object whose deletion waits until it can be parsed.
    Unparsable(String),
}

/// Deletes the accounts and videos of the namespace.
async fn delete_tracked(controller: &ClientGroupController, namespace: &str) -> Result<Left, Error> {
    let (client, trackers) = (&controller.client, &controller.trackers);
    let instagram = delete_all(client, &trackers.instagram_accounts, namespace).await?;
    let tiktok = delete_all(client, &trackers.tiktok_accounts, namespace).await?;
    let videos = delete_all(client, &trackers.tiktok_videos, namespace).await?;
    Ok(instagram.max(tiktok).max(videos))
}

/// Deletes the known objects of a kind. Only when none remain, asks the API server for another: the watch may lag, and objects that
/// cannot be parsed are unknown.
async fn delete_all<K: Tracked>(
    client: &Client,
    tracker: &Tracker<K>,
    namespace: &str,
) -> Result<Left, Error> {
    let Some(mut keys) = tracker.in_namespace(namespace) else {
        return Ok(Left::Deleting);
    };
    let api = objects::api::<K>(client, namespace);
    if keys.is_empty() {
        let remaining = api.list_metadata(&ListParams::default().limit(1)).await?;
        keys = remaining.items.iter().map(ObjectKey::of).collect();
        if keys.is_empty() {
            return Ok(Left::Nothing);
        }
    }
    let is_deleted = |key: &&ObjectKey| {
        let object = tracker.status_cache.get(key);
        object.is_none_or(|object| object.meta().deletion_timestamp.is_some())
    };
    for key in keys.iter().filter(|key| !is_deleted(key)) {
        let deleted = api
            .delete(key.name(), &DeleteParams::default())
            .await
            .map_err(Error::from);
        if let Err(error) = deleted
            && !error.is_not_found()
        {
            return Err(error);
        }
    }
    let unparsable = keys
        .iter()
        .find(|key| tracker.status_cache.store().is_unparsable(key));
    Ok(unparsable.map_or(Left::Deleting, |key| {
        Left::Unparsable(format!("{} {}", K::kind(&()), key.name()))
    }))
}

/// Removes the group's label from a namespace that existed before the group.
async fn release_namespace(client: &Client, namespace: &Namespace) -> Result<(), Error> {
    let patch = json!({"metadata": {"labels": {keys::CLIENT_GROUP: null}}});
    Api::<Namespace>::all(client.clone())
        .patch(
            &namespace.name_any(),
            &PatchParams::default(),
            &Patch::Merge(patch),
        )
        .await?;
    Ok(())
}
