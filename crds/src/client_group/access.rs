//! Access to a group's accounts with kubectl or Git.

use kube::KubeSchema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of entries of a group, so that a reviewer can check them all. Larger teams should be a group of the identity
/// provider.
pub(super) const MAX_ENTRIES: usize = 100;

/// Maximum length of a name in characters. Identity providers use email addresses and URLs.
const MAX_NAME_LENGTH: usize = 256;

/// Maximum length of a namespace name (RFC 1123).
const MAX_NAMESPACE_LENGTH: usize = 63;

/// A subject and its role in the group's namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
// `namespace` is a reserved word of CEL, which Kubernetes escapes.
#[x_kube(validation = Rule::new("(self.kind == 'ServiceAccount') == has(self.__namespace__)")
    .message("access of kind ServiceAccount needs a namespace, and access of kind User or Group must not have one"))]
pub struct Access {
    /// The kind of the subject.
    pub kind: SubjectKind,
    /// The subject's name as the cluster authenticates it.
    #[schemars(length(min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// The namespace of a `ServiceAccount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_NAMESPACE_LENGTH))]
    pub namespace: Option<String>,
    /// The role granted to the subject.
    pub role: Role,
}

/// The kinds of subjects that RBAC supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SubjectKind {
    /// A single user.
    User,
    /// A group of the identity provider.
    Group,
    /// A program in a cluster, for example one that applies resources from Git.
    ServiceAccount,
}

/// The permissions of a subject in the namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Views accounts and videos.
    View,
    /// Also adds, changes and deletes accounts and videos.
    Edit,
}
