//! Decides whether a group may have its namespace.

use clipmeter_crds::{ClientGroup, Reason, keys};
use k8s_openapi::api::core::v1::{Namespace, ResourceQuota};
use kube::{Resource as _, ResourceExt as _};

use super::dereference::ExistingResources;
use crate::state::GroupRefusal;

/// Standard label of Kubernetes for the manager of an object.
pub(super) const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
/// Label value on objects that the operator created and therefore deletes.
pub(super) const MANAGER: &str = keys::OPERATOR;

/// How a group obtains its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The operator creates the namespace, or created it.
    Created,
    /// The namespace already existed.
    Adopted,
}

/// Returns the claim, or the reason for refusing it. Without `provision`, the namespace must exist with the group's label.
pub(super) fn validate(
    group: &ClientGroup,
    existing: &ExistingResources,
    provision: bool,
) -> Result<Claim, GroupRefusal> {
    let name = group.target_namespace();
    let refuse = |reason, message: String| Err(GroupRefusal { reason, message });
    let label = format!("{}={}", keys::CLIENT_GROUP, group.name_any());
    let Some(namespace) = &existing.namespace else {
        if provision {
            return Ok(Claim::Created);
        }
        return refuse(
            Reason::NamespaceMissing,
            format!(
                "The namespace {name} does not exist, and the operator may not create it: create it with the label {label}"
            ),
        );
    };
    let owner = namespace.labels().get(keys::CLIENT_GROUP);
    match owner {
        Some(owner) if *owner != group.name_any() => {
            return refuse(
                Reason::NamespaceInUse,
                format!("The namespace {name} belongs to the group {owner}"),
            );
        }
        None if !provision => {
            return refuse(
                Reason::NamespaceMissing,
                format!(
                    "The namespace {name} exists, and the operator may not label it: add the label {label}"
                ),
            );
        }
        None if existing.foreign_object.is_some() => {
            let foreign_object = existing.foreign_object.as_deref().unwrap_or_default();
            return refuse(
                Reason::NamespaceInUse,
                format!("The namespace {name} already exists and is not empty: {foreign_object}"),
            );
        }
        _ => {}
    }
    if namespace.meta().deletion_timestamp.is_some() {
        return refuse(
            Reason::NamespaceTerminating,
            format!("The namespace {name} is being deleted"),
        );
    }
    Ok(if is_created(namespace) {
        Claim::Created
    } else {
        Claim::Adopted
    })
}

/// Returns whether the quota is being counted with the desired limits. Until then it rejects every account, so the group is not
/// ready. Limits that others have added are ignored, as when the quota is applied.
pub(super) fn is_counted(existing: &ExistingResources, desired: &ResourceQuota) -> bool {
    let desired = desired.spec.as_ref().and_then(|spec| spec.hard.as_ref());
    let status = existing.quota.as_ref().and_then(|quota| quota.status.as_ref());
    let hard = status.and_then(|status| status.hard.as_ref());
    let used = status.and_then(|status| status.used.as_ref());
    let (Some(hard), Some(used)) = (hard, used) else {
        return false;
    };
    let mut limits = desired.into_iter().flatten();
    limits.all(|(name, limit)| hard.get(name) == Some(limit) && used.contains_key(name))
}

/// Age in seconds after which a quota that is not counted yet will not be counted for minutes: the controller manager processed
/// it before it discovered the counted kinds, which takes up to 30 s after their definitions are installed.
const STUCK_AFTER_SECONDS: i64 = 10;

/// Returns whether the quota must be recreated. Nothing else makes the controller manager process it again.
pub(super) fn is_stuck(quota: &ResourceQuota, now: i64) -> bool {
    let is_counted = quota.status.as_ref().is_some_and(|status| status.used.is_some());
    let created = quota.creation_timestamp().map_or(now, |time| time.0.as_second());
    !is_counted && now - created >= STUCK_AFTER_SECONDS
}

/// Returns whether the operator created the namespace, and therefore deletes it.
pub(super) fn is_created(namespace: &Namespace) -> bool {
    namespace
        .labels()
        .get(MANAGED_BY)
        .is_some_and(|manager| manager == MANAGER)
}

pub(super) fn is_owned(namespace: &Namespace, group: &ClientGroup) -> bool {
    namespace.labels().get(keys::CLIENT_GROUP) == Some(&group.name_any())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn existing(metadata: &Value, foreign_object: Option<&str>) -> ExistingResources {
        ExistingResources {
            namespace: Some(serde_json::from_value(json!({"metadata": metadata})).unwrap()),
            foreign_object: foreign_object.map(str::to_owned),
            ..ExistingResources::default()
        }
    }

    #[test]
    fn quota_is_counted_despite_limits_of_others() {
        let quota = |status: Value| -> ResourceQuota {
            let spec = json!({"hard": {"count/a": "10"}});
            serde_json::from_value(json!({"metadata": {}, "spec": spec, "status": status})).unwrap()
        };
        let desired = quota(Value::Null);
        let used = json!({"count/a": "0"});
        for (status, expected) in [
            (json!({"hard": {"count/a": "10"}, "used": used}), true),
            (
                json!({"hard": {"count/a": "10", "pods": "0"}, "used": {"count/a": "0", "pods": "0"}}),
                true,
            ),
            (
                json!({"hard": {"count/a": "10", "pods": "0"}, "used": {"pods": "0"}}),
                false,
            ),
            (json!({"hard": {"count/a": "11"}, "used": used}), false),
            (json!({"hard": {"pods": "0"}, "used": used}), false),
            (json!({"hard": {"count/a": "10"}}), false),
            (Value::Null, false),
        ] {
            let existing = ExistingResources {
                quota: Some(quota(status)),
                ..ExistingResources::default()
            };
            assert_eq!(is_counted(&existing, &desired), expected, "{existing:?}");
        }
        assert!(!is_counted(&ExistingResources::default(), &desired));
    }

    #[test]
    fn quota_without_usage_is_stuck_after_ten_seconds() {
        let quota = |status: Value| -> ResourceQuota {
            let metadata = json!({"name": "clipmeter", "creationTimestamp": "2026-11-21T10:00:00Z"});
            serde_json::from_value(json!({"metadata": metadata, "status": status})).unwrap()
        };
        let ten = 1_795_255_200;
        assert!(!is_stuck(&quota(json!({"hard": {}})), ten + 9));
        assert!(is_stuck(&quota(json!({"hard": {}})), ten + 10));
        assert!(!is_stuck(&quota(json!({"hard": {}, "used": {}})), ten + 10));
    }

    #[test]
    fn namespace_is_created_or_adopted_only_when_unused() {
        let group: ClientGroup =
            serde_json::from_value(json!({"metadata": {"name": "acme"}, "spec": {"displayName": "Acme"}}))
                .unwrap();
        let ours = json!({"name": "cg-acme", "labels": {"clipmeter.io/client-group": "acme"}});
        let made = json!({"labels": {
            "clipmeter.io/client-group": "acme", "app.kubernetes.io/managed-by": "clipmeter-operator",
        }});
        let others = json!({"labels": {"clipmeter.io/client-group": "other"}});
        let going = json!({
            "labels": {"clipmeter.io/client-group": "acme"}, "deletionTimestamp": "2026-11-21T10:00:00Z",
        });
        for (existing, expected) in [
            (ExistingResources::default(), Ok(Claim::Created)),
            (existing(&made, None), Ok(Claim::Created)),
            (existing(&ours, None), Ok(Claim::Adopted)),
            (existing(&json!({}), None), Ok(Claim::Adopted)),
            (
                existing(&json!({}), Some("Pod web-1")),
                Err((
                    Reason::NamespaceInUse,
                    "The namespace cg-acme already exists and is not empty: Pod web-1",
                )),
            ),
            (
                existing(&others, None),
                Err((
                    Reason::NamespaceInUse,
                    "The namespace cg-acme belongs to the group other",
                )),
            ),
            (
                existing(&going, None),
                Err((
                    Reason::NamespaceTerminating,
                    "The namespace cg-acme is being deleted",
                )),
            ),
        ] {
            let expected = expected.map_err(|(reason, message): (Reason, &str)| GroupRefusal {
                reason,
                message: message.to_owned(),
            });
            assert_eq!(validate(&group, &existing, true), expected, "{existing:?}");
        }
        let label = "the label clipmeter.io/client-group=acme";
        for (existing, message) in [
            (
                ExistingResources::default(),
                Some(format!(
                    "The namespace cg-acme does not exist, and the operator may not create it: create it with {label}"
                )),
            ),
            (
                existing(&json!({}), None),
                Some(format!(
                    "The namespace cg-acme exists, and the operator may not label it: add {label}"
                )),
            ),
            (existing(&ours, None), None),
        ] {
            let expected = message.map_or(Ok(Claim::Adopted), |message| {
                Err(GroupRefusal {
                    reason: Reason::NamespaceMissing,
                    message,
                })
            });
            assert_eq!(validate(&group, &existing, false), expected, "{existing:?}");
        }
    }
}
