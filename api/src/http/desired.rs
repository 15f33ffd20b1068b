//! What handlers say to whoever keeps what people want.

use std::collections::BTreeMap;

use crate::control_plane::{GroupName, Intent, Subject, TrackedIntent, TrackedName};
use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::Transaction;
use crate::store::groups::{self, GroupResource};
use crate::store::tracked::TrackedResource;

/// Refuses to change a group that somebody else says.
pub(crate) async fn editable_group(
    transaction: &mut Transaction,
    resource: &GroupResource,
) -> Result<(), Problem> {
    if resource.managed_by.is_empty() {
        return Ok(());
    }
    transaction.check(&[Intent::NoGroup(resource.name.clone())]).await
}

/// Refuses to change an account or video that somebody else says.
pub(crate) async fn editable(
    transaction: &mut Transaction,
    resource: &TrackedResource,
) -> Result<(), Problem> {
    if resource.managed_by.is_empty() {
        return Ok(());
    }
    let intents = not_tracked(transaction, [resource.clone()]).await?;
    transaction.check(&intents).await
}

/// By what a group in scope is found.
pub(crate) async fn group_name(transaction: &mut Transaction, id: i64) -> Result<GroupName, Problem> {
    let resource = groups::resource(transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    Ok(resource.name)
}

/// The group in scope as it is now, which had this name.
pub(crate) async fn group_intent(
    transaction: &mut Transaction,
    id: i64,
    name: GroupName,
) -> Result<Intent, Problem> {
    let intent = groups::intent(transaction, id, name).await?;
    Ok(Intent::Group(intent.ok_or(ErrorCode::NotFound)?))
}

/// A group tracks these from now on, and has nothing else to say of them.
pub(crate) async fn track_new(
    transaction: &mut Transaction,
    group_id: i64,
    subjects: impl Iterator<Item = Subject>,
) -> Result<Intent, Problem> {
    let new = |subject| TrackedIntent {
        name: TrackedName {
            resource: None,
            subject,
        },
        interval_minutes: None,
        cost: None,
    };
    let group = group_name(transaction, group_id).await?;
    Ok(Intent::Track(group, subjects.map(new).collect()))
}

/// Groups track these no longer.
pub(crate) async fn not_tracked(
    transaction: &mut Transaction,
    resources: impl IntoIterator<Item = TrackedResource>,
) -> Result<Vec<Intent>, Problem> {
    let mut names: BTreeMap<i64, Vec<TrackedName>> = BTreeMap::new();
    for resource in resources {
        names.entry(resource.group_id).or_default().push(resource.name);
    }
    let mut intents = Vec::new();
    for (group_id, names) in names {
        intents.push(Intent::Untrack(group_name(transaction, group_id).await?, names));
    }
    Ok(intents)
}
