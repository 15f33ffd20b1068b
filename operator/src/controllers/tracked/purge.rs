//! Removes deleted accounts and videos, once their collected data is deleted.

use std::time::Duration;

use clipmeter_crds::{Event, purge_is_skipped};
use kube::runtime::controller::Action;

use super::kind::TrackedResource;
use super::{TrackedController, build};
use crate::error::Error;
use crate::kubernetes::finalizer::{self, PurgeState};
use crate::kubernetes::objects::ObjectKey;
use crate::state::NamespaceStatus;

/// Delay while the group has not been reconciled yet.
pub(super) const WAIT_FOR_GROUP: Duration = Duration::from_secs(2);

/// Deletes the data through the API, unless it must be kept, and removes the finalizer.
pub(super) async fn purge<K: TrackedResource>(
    object: &K,
    key: &ObjectKey,
    status: &NamespaceStatus,
    controller: &TrackedController<K>,
) -> Result<Action, Error> {
    if !finalizer::has_finalizer(object) {
        return Ok(Action::await_change());
    }
    let groups = match status {
        _ if purge_is_skipped(object) => Vec::new(),
        NamespaceStatus::Pending => return Ok(Action::requeue(WAIT_FOR_GROUP)),
        NamespaceStatus::Unassigned => controller.groups.former_groups(&key.namespace),
        NamespaceStatus::Bound(binding) => {
            let is_retained = binding.deletion.is_some_and(|deletion| deletion.retain);
            if is_retained {
                Vec::new()
            } else {
                vec![binding.group.clone()]
            }
        }
    };
    if !groups.is_empty() {
        controller.tracker.update(key, |state| {
            state.purge.get_or_insert(PurgeState::Running);
        });
        for group in &groups {
            if let Err(error) = controller.api.remove_tracked(build::name(object, group)).await {
                let blocked = PurgeState::Blocked(error.to_string());
                controller
                    .tracker
                    .update(key, |state| state.purge = Some(blocked));
                return Err(error);
            }
        }
        let reference = object.object_ref(&());
        controller.events.publish(&reference, Event::Purged, "").await;
    }
    finalizer::remove_finalizer(&controller.client, object).await?;
    Ok(Action::await_change())
}
