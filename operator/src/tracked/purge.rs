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
const WAIT_FOR_GROUP: Duration = Duration::from_secs(2);

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
    let group = match place {
        _ if purge_is_skipped(object) => None,
        Place::Coming => return Ok(Action::requeue(WAIT_FOR_GROUP)),
        // Without its group nothing of it is in the database.
        Place::Nowhere => None,
        Place::Home(home) => {
            let is_kept = home.leaving.as_ref().is_some_and(|leaving| leaving.retain);
            (!is_kept).then_some(&home.group)
        }
    };
    if let Some(group) = group {
        K::tracker(context).learn(key, |fact| {
            fact.purge.get_or_insert(Purge::Running);
        });
        if let Err(error) = context.api.remove_tracked(build::name(object, group)).await {
            let blocked = Purge::Blocked(error.to_string());
            K::tracker(context).learn(key, |fact| fact.purge = Some(blocked));
            return Err(error);
        }
        let reference = object.object_ref(&());
        context.events.tell(&reference, Event::Purged, "").await;
    }
    objects::let_go(&context.client, object).await?;
    Ok(Action::await_change())
}
