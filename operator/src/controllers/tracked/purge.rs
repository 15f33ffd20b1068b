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

/// Stores the deletion through the API, unless the row is to stay, and removes the finalizer. Records an error as the reason why the
/// deletion cannot continue.
pub(super) async fn purge<K: TrackedResource>(
    object: &K,
    key: &ObjectKey,
    status: &NamespaceStatus,
    controller: &TrackedController<K>,
) -> Result<NextPass, Error> {
    if !finalizer::has_finalizer(object) {
        return Ok(NextPass::OnChange);
    }
    let next = continue_purge(object, key, status, controller).await;
    if let Err(error) = &next
        && finalizer::is_blocking(error)
    {
        controller.metrics.count_purge_error::<K>();
        controller.tracker.update(key, |state| {
            state.purge.get_or_insert_default().record_error(error);
        });
    }
    next
}

async fn continue_purge<K: TrackedResource>(
    object: &K,
    key: &ObjectKey,
    status: &NamespaceStatus,
    controller: &TrackedController<K>,
) -> Result<NextPass, Error> {
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
    let purge = state.and_then(|state| state.purge).unwrap_or_default();
    if !groups.is_empty() && purge.stored.is_none() {
        controller.tracker.update(key, |state| {
            state.purge.get_or_insert_default();
        });
        let mut until = None;
        for group in &groups {
            let name = build::name(object, group);
            let purge_at = controller.api.remove_tracked(name, retain).await?;
            until = until.or(purge_at);
        }
        let note = restorable(until);
        let reference = object.object_ref(&());
        controller.events.publish(&reference, Event::Purged, &note).await;
        controller
            .tracker
            .update(key, |state| state.purge = Some(PurgeState::stored(note)));
    }
    finalizer::remove_finalizer(&controller.client, object).await?;
    if purge.blocked.is_some() {
        // The object stays while it has finalizers of others.
        controller.tracker.update(key, |state| {
            state.purge.get_or_insert_default().blocked = None;
        });
    }
    Ok(NextPass::OnChange)
}
