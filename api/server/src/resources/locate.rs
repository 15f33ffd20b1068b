//! Locates the objects of a group.

use clipmeter_api::control_plane::DesiredStateError;
use clipmeter_crds::{ClientGroup, free_group_name};
use clipmeter_db::tracking::intent::GroupName;
use kube::api::ListParams;
use kube::{Api, ResourceExt as _};

use super::{Resources, refusal};

/// The location of a group on the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GroupLocation {
    /// The name of its `ClientGroup`.
    pub(super) group: String,
    /// The namespace of the resources that it tracks.
    pub(super) namespace: String,
}

impl Resources {
    /// Returns the location of a group, if it exists. Until the operator has recorded it in the database, the group is
    /// found by its display name, as the operator does.
    pub(super) async fn locate(&self, name: &GroupName) -> Result<Option<GroupLocation>, DesiredStateError> {
        match recorded_location(name) {
            Some(location) => Ok(Some(location)),
            None => Ok(find_by_display_name(&self.groups().await?, &name.display_name)),
        }
    }

    /// Returns the current or future name of a group's object: a renamed group keeps its object name, which is not
    /// available to another group that now has the former display name.
    pub(super) async fn object_name(&self, name: &GroupName) -> Result<String, DesiredStateError> {
        if let Some(location) = recorded_location(name) {
            return Ok(location.group);
        }
        let groups = self.groups().await?;
        let is_taken = |candidate: &str| groups.iter().any(|group| group.name_any() == candidate);
        Ok(find_by_display_name(&groups, &name.display_name).map_or_else(
            || free_group_name(&name.display_name, is_taken),
            |location| location.group,
        ))
    }

    /// Returns the location of a group, or `NotYet` while it is being set up.
    pub(super) async fn locate_existing(&self, name: &GroupName) -> Result<GroupLocation, DesiredStateError> {
        self.locate(name)
            .await?
            .ok_or_else(|| DesiredStateError::NotYet(refusal::GROUP_PENDING.to_owned()))
    }

    async fn groups(&self) -> Result<Vec<ClientGroup>, DesiredStateError> {
        let groups = Api::<ClientGroup>::all(self.client.clone())
            .list(&ListParams::default())
            .await
            .map_err(|error| refusal::from_read(&error))?;
        Ok(groups.items)
    }
}

/// Returns the location that the operator recorded.
fn recorded_location(name: &GroupName) -> Option<GroupLocation> {
    Some(GroupLocation {
        group: name.resource.clone()?,
        namespace: name.namespace.clone()?,
    })
}

/// Returns the group with this display name, case-insensitively. A group that is being deleted counts only when there
/// is no other.
fn find_by_display_name(groups: &[ClientGroup], display_name: &str) -> Option<GroupLocation> {
    let candidate = display_name.to_lowercase();
    groups
        .iter()
        .filter(|group| group.spec.display_name.to_lowercase() == candidate)
        .min_by_key(|group| group.metadata.deletion_timestamp.is_some())
        .map(|group| GroupLocation {
            group: group.name_any(),
            namespace: group.target_namespace(),
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn group(name: &str, display_name: &str, deleted: bool) -> ClientGroup {
        let time = deleted.then_some("2026-11-21T10:00:00Z");
        serde_json::from_value(json!({
            "metadata": {"name": name, "deletionTimestamp": time},
            "spec": {"displayName": display_name},
        }))
        .unwrap()
    }

    #[test]
    fn group_is_located_by_display_name() {
        let groups = [
            group("old", "Acme", true),
            group("acme", "ACME", false),
            group("other", "Acme Ltd", false),
        ];
        let location = find_by_display_name(&groups, "acme").unwrap();
        assert_eq!(
            (location.group.as_str(), location.namespace.as_str()),
            ("acme", "cg-acme")
        );
        assert_eq!(find_by_display_name(&groups[..1], "Acme").unwrap().group, "old");
        assert_eq!(find_by_display_name(&groups, "Ac"), None);
    }
}
