//! The client group resource.

mod access;

use std::time::Duration;

use clipmeter_domain::{
    allowance,
    group::{MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH},
    interval,
    object_name::{NAMESPACE_PREFIX, group_namespace},
};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::core::{Message, Reason, Rule};
use kube::{CustomResource, KubeSchema, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::access::MAX_ENTRIES;
pub use self::access::{Access, Role, SubjectKind};
use crate::cost::Cost;

/// Maximum length of a namespace name (RFC 1123).
const MAX_NAMESPACE_LENGTH: usize = 63;

/// Namespace names are RFC 1123 labels.
const LABEL: &str = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$";

/// Go durations without fractions, none of which overflows.
const DURATION: &str = "^([0-9]{1,6}[hms])+$";

/// Maximum length of a duration in characters: every unit once.
const MAX_DURATION_LENGTH: usize = 20;

/// Longest time that deleted data can be restored: ten years. To keep it without a limit, there is Retain.
const MAX_PURGE_AFTER_HOURS: u32 = 87_600;

/// A client, the limits of its accounts, and their cost.
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
    validation = name_rule(),
    printcolumn(name = "Name-Shown", type_ = "string", json_path = ".spec.displayName"),
    printcolumn(name = "Instagram", type_ = "integer", json_path = ".status.accounts.instagram.tracked"),
    printcolumn(name = "TikTok", type_ = "integer", json_path = ".status.accounts.tiktok.tracked"),
    printcolumn(name = "Suspended", type_ = "boolean", json_path = ".spec.suspend"),
    printcolumn(name = "Ready", type_ = "string", json_path = ".status.conditions[?(@.type==\"Ready\")].status"),
    printcolumn(name = "Max-Instagram", type_ = "integer", json_path = ".spec.limits.instagramAccounts", priority = 1),
    printcolumn(name = "Max-TikTok", type_ = "integer", json_path = ".spec.limits.tiktokAccounts", priority = 1),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
// `namespace` is a reserved word of CEL, which Kubernetes escapes.
#[x_kube(validation = immutable_namespace("has(self.__namespace__) == has(oldSelf.__namespace__)"))]
pub struct ClientGroupSpec {
    /// The group's display name.
    #[schemars(length(min = 1, max = MAX_NAME_LENGTH))]
    #[x_kube(validation = Rule::new("self == self.trim()").message("displayName does not begin or end with a blank"))]
    pub display_name: String,
    /// Notes on the client, for example on the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_DESCRIPTION_LENGTH))]
    pub description: Option<String>,
    /// The namespace that holds the group's accounts; `cg-` and the group's name when absent. It is created, or adopted if it is
    /// empty. It cannot be changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_NAMESPACE_LENGTH))]
    #[x_kube(validation = Rule::new(format!("self.matches('{LABEL}')"))
        .message("a namespace has letters (a-z), digits and -, and neither begins nor ends with -"))]
    #[x_kube(validation = Rule::new("self != 'default' && !self.startsWith('kube-')")
        .message("namespace is one of the cluster's own; use another one"))]
    #[x_kube(validation = immutable_namespace("self == oldSelf"))]
    pub namespace: Option<String>,
    /// Suspends scraping, and sign-in for the group's users; collected data is kept.
    #[serde(default)]
    pub suspend: bool,
    /// How many accounts the group may track.
    #[serde(default)]
    pub limits: GroupLimits,
    /// How often the group's accounts are scraped; the policy's intervals when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<GroupIntervals>,
    /// The cost of the group's posts; the platform's cost when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// Who may view or manage the group's accounts with kubectl.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_ENTRIES))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub access: Vec<Access>,
    /// Whether the collected data of the group, and of the accounts and videos that are deleted from it, is purged.
    #[serde(default)]
    pub deletion_policy: DeletionPolicy,
    /// How long the group, and accounts and videos that are deleted from it, can be restored by creating them again, before their
    /// data is purged: hours, minutes and seconds, such as `72h` or `1h30m`.
    #[serde(default = "default_purge_after")]
    #[schemars(length(max = MAX_DURATION_LENGTH))]
    #[x_kube(validation = Rule::new(format!("self.matches('{DURATION}')"))
        .message("purgeAfter is hours, minutes and seconds, such as 72h or 1h30m"))]
    #[x_kube(validation = Rule::new(format!("!self.matches('{DURATION}') || duration(self) <= duration('{MAX_PURGE_AFTER_HOURS}h')"))
        .message(Message::Message(format!("purgeAfter is at most {MAX_PURGE_AFTER_HOURS}h"))))]
    pub purge_after: String,
}

/// A week.
fn default_purge_after() -> String {
    "168h".to_owned()
}

/// Returns a rule that requires the namespace that the group was created with.
fn immutable_namespace(rule: &str) -> Rule {
    Rule::new(rule)
        .message("namespace cannot be set, changed or removed later")
        .reason(Reason::FieldValueForbidden)
}

/// Limits the length of the group's name, which becomes a part of the namespace's name.
fn name_rule() -> Rule {
    let max_length = MAX_NAMESPACE_LENGTH - NAMESPACE_PREFIX.len();
    let message = format!(
        "the name of a ClientGroup has at most {max_length} letters (a-z), digits and -, because its namespace is called {NAMESPACE_PREFIX} and the name"
    );
    Rule::new(format!(
        "self.metadata.name.size() <= {max_length} && self.metadata.name.matches('{LABEL}')"
    ))
    .message(Message::Message(message))
}

impl ClientGroup {
    /// Returns the namespace that holds the group's accounts.
    #[must_use]
    pub fn target_namespace(&self) -> String {
        match &self.spec.namespace {
            Some(namespace) => namespace.clone(),
            None => group_namespace(&self.name_any()),
        }
    }

    /// Returns how long what is deleted can be restored; `None` if the text is no duration, which the schema rejects.
    #[must_use]
    pub fn purge_after(&self) -> Option<Duration> {
        let parsed: kube::core::Duration = self.spec.purge_after.parse().ok()?;
        Some(parsed.into())
    }
}

/// How many accounts a group may track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupLimits {
    /// Instagram accounts.
    #[schemars(range(min = 0, max = allowance::MAX))]
    pub instagram_accounts: i32,
    /// TikTok accounts.
    #[schemars(range(min = 0, max = allowance::MAX))]
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

/// How often a group's accounts are scraped, in whole minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupIntervals {
    /// Instagram accounts; the policy's interval when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = interval::MIN, max = interval::MAX))]
    pub instagram_minutes: Option<i32>,
    /// TikTok accounts and videos; the policy's interval when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = interval::MIN, max = interval::MAX))]
    pub tiktok_minutes: Option<i32>,
}

/// Whether collected data is purged some time after a deletion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DeletionPolicy {
    /// Collected data is purged once the group's `purgeAfter` has passed, except for items that other groups also track. Until
    /// then, creating the object again restores it.
    #[default]
    Delete,
    /// Collected data stays in the database until it is erased, or the object is created again.
    Retain,
}

/// The state of the group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClientGroupStatus {
    /// The generation of the spec that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Provisioned, Ready, and Purging during deletion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// How many accounts the group tracks.
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

/// A group's accounts of one platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlatformCounts {
    /// Registered accounts.
    pub tracked: i32,
    /// Registered accounts whose last scrape failed.
    pub failing: i32,
}
