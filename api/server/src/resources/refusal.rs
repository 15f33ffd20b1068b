//! Interprets errors of the API server. Its messages are not a documented interface; those that are parsed here have
//! been stable since Kubernetes 1.18 and are tested against a real server.

use clipmeter_api::control_plane::DesiredStateError;
use kube::core::Status;

/// Message while the operator creates the group's namespace.
pub(super) const GROUP_PENDING: &str =
    "The group is still being set up on the cluster. Please try again in a moment.";

/// The reason of a cause that names another manager.
const MANAGER_CONFLICT: &str = "FieldManagerConflict";

/// A namespace that is being deleted accepts no new objects.
const NAMESPACE_TERMINATING: &str = "NamespaceTerminating";

/// Part of the message of an exceeded quota.
const EXCEEDED_QUOTA: &str = "exceeded quota";

/// Part of the message while the quota controller has not counted the objects of a new quota.
const UNCOUNTED_QUOTA: &str = "status unknown for quota";

/// Message while an object is being deleted.
pub(super) fn being_deleted(what: &str) -> String {
    format!("{what} is still being deleted on the cluster. Please try again in a moment.")
}

/// Converts an error of a read.
pub(super) fn from_read(error: &kube::Error) -> DesiredStateError {
    match error {
        kube::Error::Api(status) if !is_transient(status) => DesiredStateError::Refused(error.to_string()),
        _ => DesiredStateError::Unavailable(error.to_string()),
    }
}

/// Converts an error of a write of the object with this human-readable name.
pub(super) fn from_write(error: &kube::Error, object_name: &str) -> DesiredStateError {
    let kube::Error::Api(status) = error else {
        return DesiredStateError::Unavailable(error.to_string());
    };
    if let Some(manager) = conflicting_manager(status) {
        return DesiredStateError::ManagedElsewhere {
            what: object_name.to_owned(),
            manager,
        };
    }
    if status.is_forbidden() && status.message.contains(EXCEEDED_QUOTA) {
        return DesiredStateError::LimitReached;
    }
    if status.is_forbidden() && status.message.contains(UNCOUNTED_QUOTA) {
        return DesiredStateError::NotYet(GROUP_PENDING.to_owned());
    }
    if has_cause(status, NAMESPACE_TERMINATING) {
        return DesiredStateError::NotYet(being_deleted("The group"));
    }
    if is_namespace_missing(status) {
        return DesiredStateError::NotYet(GROUP_PENDING.to_owned());
    }
    from_read(error)
}

/// Returns whether the same call may succeed later: the server is busy or restarting, its caches are being refreshed, or there
/// was a concurrent write.
fn is_transient(status: &Status) -> bool {
    status.code >= 500 || matches!(status.code, 401 | 408 | 409 | 429)
}

fn is_namespace_missing(status: &Status) -> bool {
    let kind = status.details.as_ref().map(|details| details.kind.as_str());
    status.is_not_found() && kind == Some("namespaces")
}

fn has_cause(status: &Status, reason: &str) -> bool {
    let causes = status.details.iter().flat_map(|details| &details.causes);
    causes.into_iter().any(|cause| cause.reason == reason)
}

/// Returns the owner of a conflicting field. The message of a cause is `conflict with "kubectl" using …`.
fn conflicting_manager(status: &Status) -> Option<String> {
    let causes = status.details.iter().flat_map(|details| &details.causes);
    let conflict = causes
        .into_iter()
        .find(|cause| cause.reason == MANAGER_CONFLICT)?;
    let name = conflict.message.split('"').nth(1).unwrap_or("another manager");
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn refused(code: u16, reason: &str, message: &str, details: &Value) -> kube::Error {
        let status = json!({
            "status": "Failure", "code": code, "reason": reason, "message": message, "details": details,
        });
        kube::Error::Api(Box::new(serde_json::from_value(status).unwrap()))
    }

    #[test]
    fn refusals_of_api_server_map_to_actionable_errors() {
        let quota = refused(
            403,
            "Forbidden",
            "instagramaccounts.clipmeter.io \"a\" is forbidden: exceeded quota: clipmeter, requested: 1, used: 10, limited: 10",
            &json!({}),
        );
        let conflict = json!({"causes": [{
            "reason": "FieldManagerConflict",
            "message": "conflict with \"argocd-controller\" using clipmeter.io/v1beta1",
            "field": ".spec.intervalMinutes",
        }]});
        let terminating = json!({"causes": [{"reason": "NamespaceTerminating", "message": "", "field": ""}]});
        for (error, expected) in [
            (
                &refused(409, "Conflict", "Apply failed with 1 conflict", &conflict),
                "ManagedElsewhere { what: \"@natgeo\", manager: \"argocd-controller\" }",
            ),
            (&quota, "LimitReached"),
            (
                &refused(403, "Forbidden", "is being terminated", &terminating),
                "NotYet(\"The group is still being deleted",
            ),
            (
                &refused(
                    404,
                    "NotFound",
                    "namespaces \"cg-a\" not found",
                    &json!({"kind": "namespaces"}),
                ),
                "NotYet(\"The group is still being set up",
            ),
            (
                &refused(
                    403,
                    "Forbidden",
                    "instagramaccounts.clipmeter.io \"a\" is forbidden: status unknown for quota: clipmeter, resources: count/a",
                    &json!({}),
                ),
                "NotYet(\"The group is still being set up",
            ),
            (&refused(404, "NotFound", "no such kind", &json!({})), "Refused("),
            (&refused(403, "Forbidden", "no rights", &json!({})), "Refused("),
            (
                &refused(503, "ServiceUnavailable", "", &json!({})),
                "Unavailable(",
            ),
            (&refused(429, "TooManyRequests", "", &json!({})), "Unavailable("),
        ] {
            let converted = format!("{:?}", from_write(error, "@natgeo"));
            assert!(converted.starts_with(expected), "{converted} is not {expected}");
        }
    }
}
