//! The operator's finalizer, which delays an object's deletion until it is stored in the database.

use clipmeter_crds::{Reason, keys};
use k8s_openapi::jiff::Timestamp;
use kube::api::{Patch, PatchParams};
use kube::{Client, Resource, ResourceExt as _};
use serde_json::json;

use super::objects::{self, ObjectKey};
use crate::error::Error;

/// The state of a deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PurgeState {
    /// The deletion is in progress.
    Running,
    /// The deletion cannot continue, for this human-readable reason.
    Blocked(String),
    /// The deletion is stored; with a human-readable note until when it can be undone.
    Stored(String),
}

/// Describes until when a deletion can be undone, given in seconds since 1970; `None`: without a limit, or it was
/// stored before.
pub(crate) fn restorable(until: Option<i64>) -> String {
    let until = until.and_then(|seconds| Timestamp::from_second(seconds).ok());
    match until {
        Some(until) => format!("can be restored until {until} by creating it again"),
        None => "can be restored by creating it again".to_owned(),
    }
}

impl PurgeState {
    /// Returns the reason and message of the condition `Purging`.
    pub(crate) fn condition(&self) -> (Reason, &str) {
        match self {
            Self::Running => (Reason::Pending, ""),
            Self::Blocked(message) => (Reason::PurgeBlocked, message),
            Self::Stored(note) => (Reason::Restorable, note),
        }
    }
}

/// Returns whether the object has the operator's finalizer.
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
        // With the UID, the call does not recreate an object that was deleted in the meantime.
        "metadata": {"name": key.name(), "uid": object.uid(), "finalizers": [keys::FINALIZER]},
    });
    let params = PatchParams::apply(keys::OPERATOR).force();
    objects::api::<K>(client, key.namespace())
        .patch(key.name(), &params, &Patch::Apply(patch))
        .await?;
    Ok(())
}

/// Removes the operator's finalizer, which completes the deletion.
pub(crate) async fn remove_finalizer<K: Resource<DynamicType = ()>>(
    client: &Client,
    object: &K,
) -> Result<(), Error> {
    let key = ObjectKey::of(object);
    let api = objects::api::<K>(client, key.namespace());
    let Some(current) = api.get_opt(key.name()).await? else {
        return Ok(());
    };
    if current.uid() != object.uid() || !has_finalizer(&current) {
        return Ok(());
    }
    let others: Vec<_> = current
        .finalizers()
        .iter()
        .filter(|finalizer| *finalizer != keys::FINALIZER)
        .collect();
    // Replaces the list of finalizers that was just read, regardless of their field managers.
    let patch = json!({"metadata": {"resourceVersion": current.resource_version(), "finalizers": others}});
    let patched = api
        .patch(key.name(), &PatchParams::default(), &Patch::Merge(patch))
        .await
        .map_err(Error::from);
    match patched {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}
