//! Converts intents to writes and deletions of objects.

use clipmeter_api::control_plane::DesiredStateError;
use clipmeter_db::tracking::intent::{GroupIntent, GroupName, Intent, TrackedIntent, TrackedName};
use serde_json::Value;

use super::locate::GroupLocation;
use super::object::{CreatedObject, ExistingObject, Object, WrittenObject};
use super::{Resources, build, kind};

/// A change of an object.
pub(super) enum ObjectChange {
    /// Apply this spec.
    Apply(Object, Value),
    /// Delete the object.
    Delete(Object),
}

/// A change with the object found.
pub(super) enum PlannedChange {
    Apply(Object, Value, Option<ExistingObject>),
    /// The object exists and is not being deleted.
    Delete(Object, ExistingObject),
    Absent,
}

impl Resources {
    /// Returns the changes that an intent requires.
    pub(super) async fn changes(&self, intent: &Intent) -> Result<Vec<ObjectChange>, DesiredStateError> {
        match intent {
            Intent::Policy(policy) => Ok(vec![ObjectChange::Apply(scrape_policy(), build::policy(*policy))]),
            Intent::Group(group) => self.group(group).await.map(|change| vec![change]),
            Intent::NoGroup(name) => {
                let location = self.locate(name).await?;
                Ok(location
                    .map(|location| ObjectChange::Delete(client_group(name, location.group)))
                    .into_iter()
                    .collect())
            }
            Intent::Track(_, tracked) if tracked.is_empty() => Ok(Vec::new()),
            Intent::Track(group, tracked) => {
                let location = self.locate_existing(group).await?;
                let change = |intent: &TrackedIntent| {
                    ObjectChange::Apply(tracked_object(&intent.name, &location), build::tracked(intent))
                };
                Ok(tracked.iter().map(change).collect())
            }
            Intent::Untrack(group, names) => {
                let Some(location) = self.locate(group).await? else {
                    return Ok(Vec::new());
                };
                let change = |name| ObjectChange::Delete(tracked_object(name, &location));
                Ok(names.iter().map(change).collect())
            }
        }
    }

    async fn group(&self, intent: &GroupIntent) -> Result<ObjectChange, DesiredStateError> {
        let name = self.object_name(&intent.name).await?;
        Ok(ObjectChange::Apply(
            client_group(&intent.name, name),
            build::group(intent),
        ))
    }

    /// Finds the object of a change.
    pub(super) async fn plan_change(&self, change: ObjectChange) -> Result<PlannedChange, DesiredStateError> {
        match change {
            ObjectChange::Apply(object, spec) => {
                let found = self.find_active(&object).await?;
                Ok(PlannedChange::Apply(object, spec, found))
            }
            ObjectChange::Delete(object) => Ok(match self.find(&object).await? {
                Some(found) if !found.is_deleting => PlannedChange::Delete(object, found),
                _ => PlannedChange::Absent,
            }),
        }
    }

    /// Applies the change. Returns the object if it was created, so that the creation can be undone. An object that another client has
    /// created since it was looked for is not returned, even if the change applied to it.
    pub(super) async fn apply_one(
        &self,
        planned: PlannedChange,
    ) -> Result<Option<CreatedObject>, DesiredStateError> {
        match planned {
            PlannedChange::Apply(object, mut spec, found) => {
                if let Some(found) = &found {
                    build::preserve_subject(&mut spec, &found.spec);
                }
                let WrittenObject { uid, is_only_ours } = self.put(&object, &spec).await?;
                let is_created = found.is_none() && is_only_ours;
                Ok(is_created.then_some(CreatedObject { object, uid }))
            }
            PlannedChange::Delete(object, found) => {
                self.delete(&object, &found.uid).await?;
                Ok(None)
            }
            PlannedChange::Absent => Ok(None),
        }
    }
}

/// The chart also sets fields of the policy, different ones from the dashboard: only the same fields conflict.
fn scrape_policy() -> Object {
    Object {
        resource: kind::policy(),
        namespace: None,
        name: build::POLICY.to_owned(),
        what: "How often accounts are scraped".to_owned(),
        is_shared: true,
    }
}

fn client_group(group: &GroupName, name: String) -> Object {
    Object {
        resource: kind::group(),
        namespace: None,
        name,
        what: group.to_string(),
        is_shared: false,
    }
}

fn tracked_object(name: &TrackedName, location: &GroupLocation) -> Object {
    Object {
        resource: kind::of_subject(&name.subject),
        namespace: Some(location.namespace.clone()),
        name: name
            .resource
            .clone()
            .unwrap_or_else(|| kind::name_of(&name.subject)),
        what: name.subject.to_string(),
        is_shared: false,
    }
}
