//! Removes deleted accounts and videos, once their collected data is deleted.

use std::time::Duration;

use clipmeter_crds::{Event, purge_is_skipped};
use kube::runtime::controller::Action;

use super::build;
use super::kind::TrackedResource;
use super::state::Purge;
use super::validate::NamespaceStatus;
use crate::context::Context;
use crate::error::Error;
use crate::object_key::ObjectKey;
use crate::objects;

/// Delay until the group was reconciled, which takes moments.
pub(super) const WAIT_FOR_GROUP: Duration = Duration::from_secs(2);

/// Deletes the data through the API, unless it must be kept, and removes the finalizer.
pub(super) async fn purge<K: TrackedResource>(
    object: &K,
    key: &ObjectKey,
    status: &NamespaceStatus,
    context: &Context,
) -> Result<Action, Error> {
    if !objects::has_finalizer(object) {
        return Ok(Action::await_change());
    }
    let groups = match status {
        _ if purge_is_skipped(object) => Vec::new(),
        NamespaceStatus::Coming => return Ok(Action::requeue(WAIT_FOR_GROUP)),
        NamespaceStatus::Nowhere => context.groups.former(&key.namespace),
        NamespaceStatus::Bound(binding) => {
            let is_retained = binding.leaving.as_ref().is_some_and(|leaving| leaving.retain);
            if is_retained {
                Vec::new()
            } else {
                vec![binding.group.clone()]
            }
        }
    };
    if !groups.is_empty() {
        K::tracker(context).update(key, |state| {
            state.purge.get_or_insert(Purge::Running);
        });
        for group in &groups {
            if let Err(error) = context.api.remove_tracked(build::name(object, group)).await {
                let blocked = Purge::Blocked(error.to_string());
                K::tracker(context).update(key, |state| state.purge = Some(blocked));
                return Err(error);
            }
        }
        let reference = object.object_ref(&());
        context.events.publish(&reference, Event::Purged, "").await;
    }
    objects::let_go(&context.client, object).await?;
    Ok(Action::await_change())
}
