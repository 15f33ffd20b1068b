//! Helpers that translate changes into desired state.

use std::collections::BTreeMap;

use clipmeter_db::groups::{self, GroupResource};
use clipmeter_db::tracking::accounts::{TrackedResource, settings};
use clipmeter_db::tracking::intent::{GroupName, Intent, Subject, TrackedIntent, TrackedName};

use super::transaction::Transaction;
use crate::http::error::{ErrorCode, Problem};

/// Rejects a change to a group that another tool manages.
pub(crate) async fn editable_group(
    transaction: &mut Transaction,
    resource: &GroupResource,
) -> Result<(), Problem> {
    if resource.managed_by.is_empty() {
        return Ok(());
    }
    transaction.check(&[Intent::NoGroup(resource.name.clone())]).await
}

/// Rejects a change to an account or video that another tool manages.
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

/// Returns the name by which the resource of a group in scope is found.
pub(crate) async fn group_name(transaction: &mut Transaction, id: i64) -> Result<GroupName, Problem> {
    let resource = groups::resource(transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    Ok(resource.name)
}

/// Returns the intent for a group in scope with its current settings; `name` is the name it had before.
pub(crate) async fn group_intent(
    transaction: &mut Transaction,
    id: i64,
    name: GroupName,
) -> Result<Intent, Problem> {
    let intent = groups::intent(transaction, id, name).await?;
    Ok(Intent::Group(Box::new(intent.ok_or(ErrorCode::NotFound)?)))
}

/// Returns the intent to track added subjects in a group, with the interval, cost and scraper pool of those that were restored.
pub(crate) async fn track_new(
    transaction: &mut Transaction,
    group_id: i64,
    subjects: impl Iterator<Item = Subject>,
) -> Result<Intent, Problem> {
    let overrides = settings::overrides(transaction, group_id).await?;
    let new = |subject: Subject| {
        let of_account = match &subject {
            Subject::Account { platform, username } => overrides
                .iter()
                .find(|settings| settings.platform == platform.code() && settings.username == *username),
            Subject::Video(_) => None,
        };
        TrackedIntent {
            interval_minutes: of_account.and_then(|settings| settings.interval_minutes),
            cost: of_account.and_then(|settings| settings.cost).map(|cost| cost.0),
            scraper_pool: of_account.and_then(|settings| settings.scraper_pool.clone()),
            name: TrackedName {
                resource: None,
                subject,
            },
        }
    };
    let group = group_name(transaction, group_id).await?;
    Ok(Intent::Track(group, subjects.map(new).collect()))
}

/// Returns the intents to stop tracking these resources, one per group.
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
