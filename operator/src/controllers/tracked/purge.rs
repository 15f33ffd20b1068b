//! Removes deleted accounts and videos, once their deletion is stored.

use std::time::Duration;

use clipmeter_crds::{Event, purge_is_skipped};

use super::kind::TrackedResource;
use super::{TrackedController, build};
use crate::error::Error;
use crate::kubernetes::finalizer::{self, PurgeState, restorable};
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::reconcile::NextPass;
use crate::state::{GroupDeletion, NamespaceStatus};

/// Delay while the group has not been reconciled yet.
pub(super) const WAIT_FOR_GROUP: Duration = Duration::from_secs(2);

/// Stores the deletion through the API, unless the row is to stay, and removes the finalizer.
pub(super) async fn purge<K: TrackedResource>(
    object: &K,
    key: &ObjectKey,
    status: &NamespaceStatus,
    controller: &TrackedController<K>,
) -> Result<NextPass, Error> {
    if !finalizer::has_finalizer(object) {
        return Ok(NextPass::OnChange);
    }
    let mut retain = object.tracked_spec().retain();
    let groups = match status {
        _ if purge_is_skipped(object) => Vec::new(),
        NamespaceStatus::Pending => return Ok(NextPass::After(WAIT_FOR_GROUP)),
        NamespaceStatus::Unassigned => controller.groups.former_groups(key.namespace()),
        NamespaceStatus::Bound(binding) => match binding.deletion {
            Some(GroupDeletion::Skipped) => Vec::new(),
            Some(GroupDeletion::Stored { retain: of_group }) => {
                retain = retain.or(Some(of_group));
                vec![binding.group.clone()]
            }
            None => vec![binding.group.clone()],
        },
    };
    let state = controller.tracker.state(key);
    let is_stored = state.is_some_and(|state| matches!(state.purge, Some(PurgeState::Stored(_))));
    if !groups.is_empty() && !is_stored {
        controller.tracker.update(key, |state| {
            state.purge.get_or_insert(PurgeState::Running);
        });
        let mut until = None;
        for group in &groups {
            match controller
                .api
                .remove_tracked(build::name(object, group), retain)
                .await
            {
                Ok(purge_at) => until = until.or(purge_at),
                Err(error) => {
                    let blocked = PurgeState::Blocked(error.to_string());
                    controller
                        .tracker
                        .update(key, |state| state.purge = Some(blocked));
                    return Err(error);
                }
            }
        }
        let note = restorable(until);
        let reference = object.object_ref(&());
        controller.events.publish(&reference, Event::Purged, &note).await;
        controller
            .tracker
            .update(key, |state| state.purge = Some(PurgeState::Stored(note)));
    }
    finalizer::remove_finalizer(&controller.client, object).await?;
    Ok(NextPass::OnChange)
}
