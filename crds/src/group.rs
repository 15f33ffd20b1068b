//! A client group.

use clipmeter_rules::{
    allowance,
    group::{LONGEST_DESCRIPTION, LONGEST_NAME},
    interval,
    object_name::{NAMESPACE_PREFIX, group_namespace},
};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::core::{Message, Reason, Rule};
use kube::{CustomResource, KubeSchema, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::{Access, MOST_ENTRIES};
use crate::cost::Cost;

/// Longest name of a namespace, RFC 1123.
const LONGEST_NAMESPACE: usize = 63;

/// Names of namespaces are labels of RFC 1123.
const LABEL: &str = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$";

/// Who pays for what is tracked, and how much of it there may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[serde(rename_all = "camelCase")]
#[kube(
    group = "clipmeter.io",
    version = "v1alpha1",
    kind = "ClientGroup",
    status = "ClientGroupStatus",
    derive = "PartialEq",
    doc = "A client group: a namespace with the accounts that it tracks, and how many those may be.",
    shortname = "cg",
    category = "clipmeter",
    selectable = ".spec.suspend",
    validation = name_fits(),
    printcolumn(name = "Name-Shown", type_ = "string", json_path = ".spec.displayName"),
    printcolumn(name = "Instagram", type_ = "integer", json_path = ".status.accounts.instagram.tracked"),
    printcolumn(name = "TikTok", type_ = "integer", json_path = ".status.accounts.tiktok.tracked"),
    printcolumn(name = "Suspended", type_ = "boolean", json_path = ".spec.suspend"),
    printcolumn(name = "Ready", type_ = "string", json_path = ".status.conditions[?(@.type==\"Ready\")].status"),
    printcolumn(name = "Max-Instagram", type_ = "integer", json_path = ".spec.limits.instagramAccounts", priority = 1),
    printcolumn(name = "Max-TikTok", type_ = "integer", json_path = ".spec.limits.tiktokAccounts", priority = 1),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
// `namespace` is a word of CEL's own, which Kubernetes escapes.
#[x_kube(validation = stays("has(self.__namespace__) == has(oldSelf.__namespace__)"))]
pub struct ClientGroupSpec {
    /// The group's name as people see it.
    #[schemars(length(min = 1, max = LONGEST_NAME))]
    #[x_kube(validation = Rule::new("self == self.trim()").message("displayName does not begin or end with a blank"))]
    pub display_name: String,
    /// Who they are, what was agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_DESCRIPTION))]
    pub description: Option<String>,
    /// The namespace that holds the group's accounts; `cg-` and the group's name when absent. It is made, or adopted when it is
    /// empty. It cannot be changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_NAMESPACE))]
    #[x_kube(validation = Rule::new(format!("self.matches('{LABEL}')"))
        .message("a namespace has letters (a-z), digits and -, and neither begins nor ends with -"))]
    #[x_kube(validation = Rule::new("self != 'default' && !self.startsWith('kube-')")
        .message("namespace is one of the cluster's own; use another one"))]
    #[x_kube(validation = stays("self == oldSelf"))]
    pub namespace: Option<String>,
    /// Whether nothing of the group is scraped and its users cannot sign in. What was collected stays.
    #[serde(default)]
    pub suspend: bool,
    /// How many accounts it may track.
    #[serde(default)]
    pub limits: GroupLimits,
    /// How often its accounts are scraped; the policy's intervals when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<GroupIntervals>,
    /// What its posts cost; the platform's cost when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// Who may see or manage the group's accounts with kubectl.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MOST_ENTRIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub access: Vec<Access>,
    /// What becomes of what was collected when the group is deleted.
    #[serde(default)]
    pub deletion_policy: DeletionPolicy,
}

/// A rule that holds as long as the namespace is the one that the group began with.
fn stays(rule: &str) -> Rule {
    Rule::new(rule)
        .message("namespace cannot be set, changed or removed later")
        .reason(Reason::FieldValueForbidden)
}

/// The name goes into the namespace's.
fn name_fits() -> Rule {
    let longest = LONGEST_NAMESPACE - NAMESPACE_PREFIX.len();
    let message = format!(
        "the name of a ClientGroup has at most {longest} letters (a-z), digits and -, because its namespace is called {NAMESPACE_PREFIX} and the name"
    );
    Rule::new(format!(
        "self.metadata.name.size() <= {longest} && self.metadata.name.matches('{LABEL}')"
    ))
    .message(Message::Message(message))
}

impl ClientGroup {
    /// The namespace that holds the group's accounts.
    #[must_use]
    pub fn target_namespace(&self) -> String {
        match &self.spec.namespace {
            Some(namespace) => namespace.clone(),
            None => group_namespace(&self.name_any()),
        }
    }
}

/// How many accounts a group may track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupLimits {
    /// Instagram accounts.
    #[schemars(range(min = 0, max = allowance::LARGEST))]
    pub instagram_accounts: i32,
    /// TikTok accounts.
    #[schemars(range(min = 0, max = allowance::LARGEST))]
    pub tiktok_accounts: i32,
}

impl Default for GroupLimits {
    fn default() -> Self {
        Self {
            instagram_accounts: allowance::DEFAULT,
            tiktok_accounts: allowance::DEFAULT,
        }
    }
}

/// How often a group's accounts are scraped, whole minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupIntervals {
    /// Instagram accounts; the policy's interval when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = interval::SHORTEST, max = interval::LONGEST))]
    pub instagram_minutes: Option<i32>,
    /// TikTok accounts and videos; the policy's interval when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = interval::SHORTEST, max = interval::LONGEST))]
    pub tiktok_minutes: Option<i32>,
}

/// What becomes of what was collected when a group is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DeletionPolicy {
    /// It is deleted with the group, but for what other groups track too.
    #[default]
    Delete,
    /// It stays in the database, and a group of the same name finds it again.
    Retain,
}

/// How the group is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClientGroupStatus {
    /// The generation of the spec that this status speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Provisioned, Ready, and Purging while it is deleted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// How many accounts it tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accounts: Option<AccountCounts>,
}

/// A group's accounts by platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccountCounts {
    /// Instagram accounts.
    pub instagram: PlatformCounts,
    /// TikTok accounts.
    pub tiktok: PlatformCounts,
}

/// A group's accounts of a platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlatformCounts {
    /// Registered ones.
    pub tracked: i32,
    /// Those of them whose last scrape failed.
    pub failing: i32,
}
