//! Who else may look at or manage a group's accounts, with kubectl or Git.

use kube::KubeSchema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most entries of a group: a few people each, or one group of the identity provider; more make role bindings that nobody
/// reviews.
pub(crate) const MOST_ENTRIES: usize = 100;

/// Longest name, characters. Identity providers use mail addresses and URLs.
const LONGEST_NAME: usize = 256;

/// Longest name of a namespace, RFC 1123.
const LONGEST_NAMESPACE: usize = 63;

/// Somebody with a role in the group's namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
// `namespace` is a word of CEL's own, which Kubernetes escapes.
#[x_kube(validation = Rule::new("(self.kind == 'ServiceAccount') == has(self.__namespace__)")
    .message("access of kind ServiceAccount has a namespace, and of kind User or Group none"))]
pub struct Access {
    /// What the name is of.
    pub kind: SubjectKind,
    /// As the cluster's authentication gives it.
    #[schemars(length(min = 1, max = LONGEST_NAME))]
    pub name: String,
    /// The namespace of a `ServiceAccount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = LONGEST_NAMESPACE))]
    pub namespace: Option<String>,
    /// What they may do.
    pub role: Role,
}

/// The kinds of subjects that RBAC knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SubjectKind {
    /// A person.
    User,
    /// People, as the identity provider groups them.
    Group,
    /// A program on a cluster, for example one that applies what is in Git.
    ServiceAccount,
}

/// What somebody may do in the namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Look at accounts and videos.
    View,
    /// Also add, change and delete them.
    Edit,
}
