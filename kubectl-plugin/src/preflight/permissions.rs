//! The permissions that a user needs to install or upgrade the charts, asked with access reviews.

use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::api::authorization::v1::{
    ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec,
};
use kube::api::PostParams;
use kube::{Api, Client};

use crate::error::Error;

/// Reviews that are sent at the same time.
const AT_ONCE: usize = 8;

/// Verbs with which Helm installs and upgrades objects.
const VERBS: [&str; 3] = ["get", "create", "patch"];

/// Further verbs for Secrets, in which Helm stores releases.
const SECRET_VERBS: [&str; 3] = ["list", "update", "delete"];

/// API groups and resources without a namespace, of both charts.
const CLUSTER: [(&str, &str); 6] = [
    ("apiextensions.k8s.io", "customresourcedefinitions"),
    ("rbac.authorization.k8s.io", "clusterroles"),
    ("rbac.authorization.k8s.io", "clusterrolebindings"),
    ("admissionregistration.k8s.io", "validatingadmissionpolicies"),
    (
        "admissionregistration.k8s.io",
        "validatingadmissionpolicybindings",
    ),
    ("", "namespaces"),
];

/// Those in the release namespace.
const RELEASE: [(&str, &str); 9] = [
    ("apps", "deployments"),
    ("", "services"),
    ("", "serviceaccounts"),
    ("", "configmaps"),
    ("", "secrets"),
    ("rbac.authorization.k8s.io", "roles"),
    ("rbac.authorization.k8s.io", "rolebindings"),
    ("networking.k8s.io", "networkpolicies"),
    ("policy", "poddisruptionbudgets"),
];

/// Those in the scrapers' namespace.
const SCRAPERS: [(&str, &str); 5] = [
    ("", "serviceaccounts"),
    ("", "resourcequotas"),
    ("rbac.authorization.k8s.io", "roles"),
    ("rbac.authorization.k8s.io", "rolebindings"),
    ("networking.k8s.io", "networkpolicies"),
];

/// A permission, in the notation of `kubectl auth can-i`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Permission {
    verb: &'static str,
    group: &'static str,
    resource: &'static str,
    /// Empty for resources without a namespace.
    namespace: String,
}

impl Permission {
    pub(super) fn describe(&self) -> String {
        let resource = if self.group.is_empty() {
            self.resource.to_owned()
        } else {
            format!("{}.{}", self.resource, self.group)
        };
        if self.namespace.is_empty() {
            format!("{} {resource}", self.verb)
        } else {
            format!("{} {resource} -n {}", self.verb, self.namespace)
        }
    }
}

/// Returns what an installation needs.
pub(super) fn needed(release: &str, scrapers: &str) -> Vec<Permission> {
    let mut all = Vec::new();
    for (namespace, resources) in [
        ("", CLUSTER.as_slice()),
        (release, &RELEASE),
        (scrapers, &SCRAPERS),
    ] {
        for (group, resource) in resources {
            let further = if *resource == "secrets" {
                SECRET_VERBS.as_slice()
            } else {
                &[]
            };
            all.extend(VERBS.iter().chain(further).map(|verb| Permission {
                verb,
                group,
                resource,
                namespace: namespace.to_owned(),
            }));
        }
    }
    all
}

/// Returns those of the permissions that the user lacks.
pub(super) async fn lacking(client: &Client, needed: Vec<Permission>) -> Result<Vec<Permission>, Error> {
    let checked: Vec<Option<Permission>> = stream::iter(needed)
        .map(|permission| async move {
            let is_allowed = is_allowed(client, &permission).await?;
            Ok::<_, Error>((!is_allowed).then_some(permission))
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    Ok(checked.into_iter().flatten().collect())
}

async fn is_allowed(client: &Client, permission: &Permission) -> Result<bool, Error> {
    let api: Api<SelfSubjectAccessReview> = Api::all(client.clone());
    let review = SelfSubjectAccessReview {
        spec: SelfSubjectAccessReviewSpec {
            resource_attributes: Some(ResourceAttributes {
                group: Some(permission.group.to_owned()),
                resource: Some(permission.resource.to_owned()),
                verb: Some(permission.verb.to_owned()),
                namespace: (!permission.namespace.is_empty()).then(|| permission.namespace.clone()),
                ..ResourceAttributes::default()
            }),
            ..SelfSubjectAccessReviewSpec::default()
        },
        ..SelfSubjectAccessReview::default()
    };
    let answer = api.create(&PostParams::default(), &review).await?;
    Ok(answer.status.is_some_and(|status| status.allowed))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The objects of the chart with default values: `Kind name` or `Kind namespace/name`, one a line.
    const OBJECTS: &str = include_str!("../../../charts/clipmeter/tests/snapshots/default.txt");

    /// Returns a resource and its namespace.
    fn resource(object: &str) -> Option<(String, String)> {
        let (kind, name) = object.split_once(' ')?;
        let namespace = name.split_once('/').map_or("", |(namespace, _)| namespace);
        let kind = kind.to_ascii_lowercase();
        let plural = kind
            .strip_suffix('y')
            .map_or_else(|| format!("{kind}s"), |stem| format!("{stem}ies"));
        Some((plural, namespace.to_owned()))
    }

    #[test]
    fn permissions_are_those_of_the_charts_objects() {
        let mut expected: BTreeSet<_> = OBJECTS.lines().filter_map(resource).collect();
        // A test of Helm, and the database for development.
        for optional in ["pods", "statefulsets"] {
            assert!(expected.remove(&(optional.to_owned(), "clipmeter".to_owned())));
        }
        // The other chart, Helm's releases, and several replicas.
        for (resource, namespace) in [
            ("customresourcedefinitions", ""),
            ("secrets", "clipmeter"),
            ("poddisruptionbudgets", "clipmeter"),
        ] {
            expected.insert((resource.to_owned(), namespace.to_owned()));
        }
        let needed: BTreeSet<_> = needed("clipmeter", "clipmeter-scrapers")
            .into_iter()
            .map(|it| (it.resource.to_owned(), it.namespace))
            .collect();
        assert_eq!(needed, expected);
    }

    #[test]
    fn permissions_are_described_like_kubectl_auth_can_i() {
        let all: Vec<String> = needed("meter", "meter-scrapers")
            .iter()
            .map(Permission::describe)
            .collect();
        for expected in [
            "create customresourcedefinitions.apiextensions.k8s.io",
            "patch deployments.apps -n meter",
            "get secrets -n meter",
            "update secrets -n meter",
            "create resourcequotas -n meter-scrapers",
            "patch namespaces",
        ] {
            assert!(all.iter().any(|it| it == expected), "{expected}: {all:?}");
        }
    }
}
