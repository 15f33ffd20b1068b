//! Lets accounts and videos go that were deleted, once what was collected for them is deleted.

use std::time::Duration;

use clipmeter_crds::{Event, purge_is_skipped};
use kube::runtime::controller::Action;

use super::build;
use super::fact::Purge;
use super::kind::Kind;
use super::validate::Place;
use crate::context::Context;
use crate::error::Error;
use crate::key::Key;
use crate::objects;

/// Until the group was looked at, which takes moments.
pub(super) const WAIT_FOR_GROUP: Duration = Duration::from_secs(2);

/// Has the API delete it, unless it shall be kept, and lets it go.
pub(super) async fn purge<K: Kind>(
    object: &K,
    key: &Key,
    place: &Place,
    context: &Context,
) -> Result<Action, Error> {
    if !objects::is_held(object) {
        return Ok(Action::await_change());
    }
    let groups = match place {
        _ if purge_is_skipped(object) => Vec::new(),
        Place::Coming => return Ok(Action::requeue(WAIT_FOR_GROUP)),
        Place::Nowhere => context.groups.former(&key.namespace),
        Place::Home(home) => {
            let is_kept = home.leaving.as_ref().is_some_and(|leaving| leaving.retain);
            if is_kept {
                Vec::new()
            } else {
                vec![home.group.clone()]
            }
        }
    };
    if !groups.is_empty() {
        K::tracker(context).learn(key, |fact| {
            fact.purge.get_or_insert(Purge::Running);
        });
        for group in &groups {
            if let Err(error) = context.api.remove_tracked(build::name(object, group)).await {
                let blocked = Purge::Blocked(error.to_string());
                K::tracker(context).learn(key, |fact| fact.purge = Some(blocked));
                return Err(error);
            }
        }
        let reference = object.object_ref(&());
        context.events.tell(&reference, Event::Purged, "").await;
    }
    objects::let_go(&context.client, object).await?;
    Ok(Action::await_change())
}
