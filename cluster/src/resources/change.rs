//! From intents to objects that are written or deleted.

use clipmeter_api::control_plane::{
    DesiredStateError, GroupIntent, GroupName, Intent, TrackedIntent, TrackedName,
};
use serde_json::Value;

use super::locate::Place;
use super::object::{Found, Made, Object};
use super::{Resources, build, kind};

/// What is to become of an object.
pub(super) enum Change {
    /// It has this spec.
    Apply(Object, Value),
    /// It is gone.
    Delete(Object),
}

/// A change whose object was looked for.
pub(super) enum Looked {
    Apply(Object, Value, Option<Found>),
    /// There is one, and it is not being deleted yet.
    Delete(Object, Found),
    Gone,
}

impl Resources {
    /// The changes that an intent asks for.
    pub(super) async fn changes(&self, intent: &Intent) -> Result<Vec<Change>, DesiredStateError> {
        match intent {
            Intent::Policy(policy) => Ok(vec![Change::Apply(scrape_policy(), build::policy(*policy))]),
            Intent::Group(group) => self.group(group).await.map(|change| vec![change]),
            Intent::NoGroup(name) => {
                let place = self.locate(name).await?;
                Ok(place
                    .map(|place| Change::Delete(client_group(name, place.group)))
                    .into_iter()
                    .collect())
            }
            Intent::Track(_, tracked) if tracked.is_empty() => Ok(Vec::new()),
            Intent::Track(group, tracked) => {
                let place = self.settled(group).await?;
                let change = |intent: &TrackedIntent| {
                    Change::Apply(tracked_object(&intent.name, &place), build::tracked(intent))
                };
                Ok(tracked.iter().map(change).collect())
            }
            Intent::Untrack(group, names) => {
                let Some(place) = self.locate(group).await? else {
                    return Ok(Vec::new());
                };
                let change = |name| Change::Delete(tracked_object(name, &place));
                Ok(names.iter().map(change).collect())
            }
        }
    }

    async fn group(&self, intent: &GroupIntent) -> Result<Change, DesiredStateError> {
        let name = self.object_name(&intent.name).await?;
        Ok(Change::Apply(
            client_group(&intent.name, name),
            build::group(intent),
        ))
    }

    /// Finds the object of a change.
    pub(super) async fn look_at(&self, change: Change) -> Result<Looked, DesiredStateError> {
        match change {
            Change::Apply(object, spec) => {
                let found = self.find_settled(&object).await?;
                Ok(Looked::Apply(object, spec, found))
            }
            Change::Delete(object) => Ok(match self.find(&object).await? {
                Some(found) if !found.is_leaving => Looked::Delete(object, found),
                _ => Looked::Gone,
            }),
        }
    }

    /// Does it. What it made is returned, to be undone.
    pub(super) async fn carry_out_one(&self, looked: Looked) -> Result<Option<Made>, DesiredStateError> {
        match looked {
            Looked::Apply(object, mut spec, found) => {
                if let Some(found) = &found {
                    build::keep_subject(&mut spec, &found.spec);
                }
                let uid = self.put(&object, &spec).await?;
                Ok(found.is_none().then_some(Made { object, uid }))
            }
            Looked::Delete(object, found) => {
                self.delete(&object, &found.uid).await?;
                Ok(None)
            }
            Looked::Gone => Ok(None),
        }
    }
}

/// The policy is the chart's as well, which says other things than the dashboard: only the same fields conflict.
fn scrape_policy() -> Object {
    Object {
        resource: kind::policy(),
        namespace: None,
        name: build::POLICY.to_owned(),
        what: "How often accounts are scraped".to_owned(),
        limited_by: None,
        is_shared: true,
    }
}

fn client_group(group: &GroupName, name: String) -> Object {
    Object {
        resource: kind::group(),
        namespace: None,
        name,
        what: group.to_string(),
        limited_by: None,
        is_shared: false,
    }
}

fn tracked_object(name: &TrackedName, place: &Place) -> Object {
    Object {
        resource: kind::of_subject(&name.subject),
        namespace: Some(place.namespace.clone()),
        name: name
            .resource
            .clone()
            .unwrap_or_else(|| kind::name_of(&name.subject)),
        what: name.subject.to_string(),
        limited_by: kind::limited_by(&name.subject),
        is_shared: false,
    }
}
