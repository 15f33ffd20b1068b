//! The operator's finalizer, which delays an object's deletion until it is stored in the database.

use clipmeter_crds::{Reason, keys};
use k8s_openapi::jiff::Timestamp;
use kube::api::{Patch, PatchParams};
use kube::{Client, Resource, ResourceExt as _};
use serde_json::json;

use super::objects::{self, ObjectKey};
use crate::error::Error;

/// The state of a deletion. Neither field is set at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PurgeState {
    /// Human-readable note until when the deletion can be undone, once it is stored.
    pub(crate) stored: Option<Box<str>>,
    /// Human-readable reason why the deletion cannot continue, which may be after it was stored.
    pub(crate) blocked: Option<Box<str>>,
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
        match (&self.blocked, &self.stored) {
            (Some(reason), _) => (Reason::PurgeBlocked, reason),
            (None, Some(note)) => (Reason::Restorable, note),
            (None, None) => (Reason::Pending, ""),
        }
    }

    /// Returns the state of a stored deletion.
    pub(crate) fn stored(note: String) -> Self {
        Self {
            stored: Some(note.into()),
            blocked: None,
        }
    }

    /// Records an error of the deletion as the reason why it cannot continue.
    pub(crate) fn record_error(&mut self, error: &Error) {
        self.blocked = Some(error.to_string().into());
    }
}

/// Returns whether an error keeps a deletion from continuing. A conflict with another write does not: the next pass resolves it.
pub(crate) fn is_blocking(error: &Error) -> bool {
    !error.has_http_code(409)
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

#[cfg(test)]
mod tests {
    use kube::core::Status;

    use super::*;

    #[test]
    fn stored_deletion_is_blocked_by_errors_except_conflicts() {
        let stored = PurgeState::stored("until 2033".to_owned());
        for (code, expected) in [
            (403, Reason::PurgeBlocked),
            (500, Reason::PurgeBlocked),
            (409, Reason::Restorable),
        ] {
            let status = Status::failure("protected", "Policy").with_code(code);
            let mut state = stored.clone();
            let error = kube::Error::Api(status.boxed()).into();
            if is_blocking(&error) {
                state.record_error(&error);
            }
            let (reason, message) = state.condition();
            assert_eq!(reason, expected, "{code}");
            let is_blocked = expected == Reason::PurgeBlocked;
            assert_eq!(message.contains("protected"), is_blocked, "{message}");
            state.blocked = None;
            assert_eq!(state, stored);
        }
    }
}
