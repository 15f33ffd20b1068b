//! Errors, which say what to do.

use std::io;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The kubeconfig is missing or invalid, or has no such context.
    #[error("cannot use the kubeconfig: {0}; check KUBECONFIG, --kubeconfig and --context")]
    Kubeconfig(String),
    /// The API server rejected a request, or is unreachable.
    #[error("{}", explain(.0))]
    Kubernetes(#[source] Box<kube::Error>),
    /// What was requested cannot be done. The text says what to do.
    #[error("{0}")]
    Refused(String),
    /// The result cannot be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
    /// The result cannot be converted to JSON.
    #[error("cannot convert the result to JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl From<kube::Error> for Error {
    fn from(error: kube::Error) -> Self {
        Self::Kubernetes(Box::new(error))
    }
}

/// Returns the status code with which the API server rejected a request.
pub(crate) fn status_code(error: &kube::Error) -> Option<u16> {
    match error {
        kube::Error::Api(status) => Some(status.code),
        _ => None,
    }
}

fn explain(error: &kube::Error) -> String {
    match error {
        kube::Error::Api(status) => match status.code {
            401 => format!("the cluster rejected your credentials ({}): sign in again", status.message),
            403 if status.message.contains("exceeded quota") => format!(
                "{}: delete others, or ask for a higher limit of the group",
                status.message
            ),
            // As the authorizer writes it. Others reject requests with this code, too, for example while a namespace is deleted.
            403 if status.message.contains("is forbidden: User ") => format!(
                "{}: ask an administrator of the cluster for this permission",
                status.message
            ),
            // A missing object has details; a missing kind has none.
            404 if status.details.as_ref().is_none_or(|details| details.name.is_empty()) => {
                "the cluster does not serve this version of Clipmeter's resources: install or upgrade the chart clipmeter-crds (see \
                 kubectl clipmeter preflight), or use the plugin of the installed version"
                    .to_owned()
            }
            _ => format!("the cluster rejected the request: {}", status.message),
        },
        // The sources contain the reason, such as a refused connection.
        error => format!(
            "cannot reach the cluster: {}; check the kubeconfig and the network",
            root_cause(error)
        ),
    }
}

fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rejected_request_says_what_to_do() {
        for (status, expected) in [
            (
                json!({"code": 403, "message": "pods is forbidden: User \"u\" cannot list resource \"pods\""}),
                "cannot list resource \"pods\": ask an administrator",
            ),
            (
                json!({"code": 403, "message": "pods \"a\" is forbidden: the namespace is being terminated"}),
                "rejected the request: pods \"a\" is forbidden: the namespace is being terminated",
            ),
            (
                json!({"code": 403, "message": "forbidden: exceeded quota: clipmeter"}),
                "ask for a higher limit",
            ),
            (
                json!({"code": 404, "message": "the server could not find the requested resource"}),
                "install or upgrade the chart clipmeter-crds",
            ),
            (
                json!({"code": 404, "message": "pods \"a\" not found", "details": {"name": "a"}}),
                "rejected the request: pods \"a\" not found",
            ),
            (json!({"code": 401, "message": "Unauthorized"}), "sign in again"),
        ] {
            let error = Error::from(kube::Error::Api(Box::new(
                serde_json::from_value(status.clone()).unwrap(),
            )));
            assert!(error.to_string().contains(expected), "{status}: {error}");
        }
    }
}
