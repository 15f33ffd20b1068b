//! The client group resource.

mod access;

use std::time::Duration;

use clipmeter_domain::{
    allowance,
    cost::{CURRENCY, CURRENCY_RULE},
    group::{MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH},
    interval,
    object_name::{NAMESPACE_PREFIX, group_namespace},
    scraper_pool::{self, MAX_ALLOWED},
    time_zone,
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

/// The desired state of a client group: its name, limits, scraping intervals, cost and access.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[serde(rename_all = "camelCase")]
#[kube(
    group = "clipmeter.io",
    version = "v1beta1",
    kind = "ClientGroup",
    status = "ClientGroupStatus",
    derive = "PartialEq",
    doc = "A client group: the namespace with the accounts and videos that it tracks, and their maximum numbers.",
    shortname = "cg",
    category = "clipmeter",
    selectable = ".spec.suspend",
    validation = name_rule(),
    printcolumn(name = "Display-Name", type_ = "string", json_path = ".spec.displayName"),
    printcolumn(name = "Instagram", type_ = "integer", json_path = ".status.accounts.instagram.tracked"),
    printcolumn(name = "TikTok", type_ = "integer", json_path = ".status.accounts.tiktok.tracked"),
    printcolumn(name = "Videos", type_ = "integer", json_path = ".status.videos.tracked"),
    printcolumn(name = "Suspended", type_ = "boolean", json_path = ".spec.suspend"),
    printcolumn(name = "Ready", type_ = "string", json_path = ".status.conditions[?(@.type==\"Ready\")].status"),
    printcolumn(name = "Max-Instagram", type_ = "integer", json_path = ".spec.limits.instagramAccounts", priority = 1),
    printcolumn(name = "Max-TikTok", type_ = "integer", json_path = ".spec.limits.tiktokAccounts", priority = 1),
    printcolumn(name = "Max-Videos", type_ = "integer", json_path = ".spec.limits.tiktokVideos", priority = 1),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
// `namespace` is a reserved word of CEL, which Kubernetes escapes.
#[x_kube(validation = immutable_namespace("has(self.__namespace__) == has(oldSelf.__namespace__)"))]
pub struct ClientGroupSpec {
    /// The group's display name.
    #[schemars(length(min = 1, max = MAX_NAME_LENGTH))]
    #[x_kube(validation = Rule::new("self == self.trim()").message("displayName must not begin or end with a space"))]
    pub display_name: String,
    /// Notes about the client, for example about the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_DESCRIPTION_LENGTH))]
    pub description: Option<String>,
    /// The namespace that contains the group's accounts; defaults to `cg-` and the group's name. The namespace is created, or
    /// adopted if it is empty. It cannot be changed later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_NAMESPACE_LENGTH))]
    #[x_kube(validation = Rule::new(format!("self.matches('{LABEL}')"))
        .message("namespace must consist of letters (a-z), digits and -, and must not begin or end with -"))]
    #[x_kube(validation = Rule::new("self != 'default' && !self.startsWith('kube-')")
        .message("namespace must not be a system namespace; use another one"))]
    #[x_kube(validation = immutable_namespace("self == oldSelf"))]
    pub namespace: Option<String>,
    /// Suspends scraping, and prevents the group's users from signing in. Collected data is kept.
    #[serde(default)]
    pub suspend: bool,
    /// The maximum numbers of accounts and single videos that the group may track.
    #[serde(default)]
    pub limits: GroupLimits,
    /// How often the group's accounts are scraped; defaults to the intervals of the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<GroupIntervals>,
    /// The scraper pool that reads the group's accounts and videos. While the pool does not exist, they are not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = scraper_pool::MAX_NAME_LENGTH))]
    #[x_kube(validation = Rule::new(format!("self.matches('{}')", scraper_pool::NAME_PATTERN))
        .message("scraperPool must consist of letters (a-z), digits and -, and must not begin or end with -"))]
    pub scraper_pool: Option<String>,
    /// The scraper pools that accounts of the group may select instead of the group's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_ALLOWED), inner(length(min = 1, max = scraper_pool::MAX_NAME_LENGTH)))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    #[x_kube(validation = Rule::new(format!("self.all(pool, pool.matches('{}'))", scraper_pool::NAME_PATTERN))
        .message("allowedScraperPools must consist of letters (a-z), digits and -, and must not begin or end with -"))]
    pub allowed_scraper_pools: Vec<String>,
    /// The cost of the group's posts; defaults to the cost of the platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The currency of the group's costs: an ISO 4217 code, such as EUR. Defaults to the currency of the platform. A change of the
    /// currency does not convert amounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 3))]
    #[x_kube(validation = Rule::new(format!("self.matches('{CURRENCY}')")).message(CURRENCY_RULE))]
    pub currency: Option<String>,
    /// The time zone in which the group's days begin at midnight: an IANA name, such as Europe/Berlin, or UTC. Defaults to the time
    /// zone of the platform. After a change, the days are counted again in the background.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = time_zone::MAX_LENGTH))]
    #[x_kube(validation = Rule::new(format!("self.matches('{}')", time_zone::PATTERN))
        .message(Message::Message(format!("timeZone {}", time_zone::RULE))))]
    pub time_zone: Option<String>,
    /// Users, groups and service accounts that may view or manage the group's accounts with kubectl.
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
        .message("purgeAfter must be hours, minutes and seconds, such as 72h or 1h30m"))]
    #[x_kube(validation = Rule::new(format!("!self.matches('{DURATION}') || duration(self) <= duration('{MAX_PURGE_AFTER_HOURS}h')"))
        .message(Message::Message(format!("purgeAfter must be at most {MAX_PURGE_AFTER_HOURS}h"))))]
    pub purge_after: String,
}

/// A week.
fn default_purge_after() -> String {
    "168h".to_owned()
}

/// Returns a rule that requires the namespace that the group was created with.
fn immutable_namespace(rule: &str) -> Rule {
    Rule::new(rule)
        .message("namespace cannot be set, changed or removed after the group is created")
        .reason(Reason::FieldValueForbidden)
}

/// Limits the length of the group's name, because the namespace's name contains it.
fn name_rule() -> Rule {
    let max_length = MAX_NAMESPACE_LENGTH - NAMESPACE_PREFIX.len();
    let message = format!(
        "the name of a ClientGroup must consist of at most {max_length} letters (a-z), digits and -, because its namespace is named {NAMESPACE_PREFIX} plus this name"
    );
    Rule::new(format!(
        "self.metadata.name.size() <= {max_length} && self.metadata.name.matches('{LABEL}')"
    ))
    .message(Message::Message(message))
}

impl ClientGroup {
    /// Returns the namespace that contains the group's accounts.
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

/// How many accounts and single videos a group may track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupLimits {
    /// Instagram accounts.
    #[schemars(range(min = 0, max = allowance::MAX))]
    pub instagram_accounts: i32,
    /// TikTok accounts.
    #[schemars(range(min = 0, max = allowance::MAX))]
    pub tiktok_accounts: i32,
    /// Single TikTok videos.
    #[schemars(range(min = 0, max = allowance::MAX))]
    pub tiktok_videos: i32,
}

impl Default for GroupLimits {
    fn default() -> Self {
        Self {
            instagram_accounts: allowance::DEFAULT,
            tiktok_accounts: allowance::DEFAULT,
            tiktok_videos: allowance::DEFAULT_VIDEOS,
        }
    }
}

/// How often a group's accounts are scraped, in whole minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupIntervals {
    /// Interval of Instagram accounts; defaults to the interval of the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = interval::MIN, max = interval::MAX))]
    pub instagram_minutes: Option<i32>,
    /// Interval of TikTok accounts and videos; defaults to the interval of the policy.
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
    /// Conditions: Provisioned and Ready, and Purging during deletion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// The number of accounts that the group tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accounts: Option<AccountCounts>,
    /// The number of single TikTok videos that the group tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub videos: Option<TrackedCounts>,
}

/// The numbers of a group's accounts by platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccountCounts {
    /// Instagram accounts.
    pub instagram: TrackedCounts,
    /// TikTok accounts.
    pub tiktok: TrackedCounts,
}

/// The numbers of a group's accounts on one platform, or of its videos.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TrackedCounts {
    /// Number of accounts or videos that the API tracks.
    pub tracked: i32,
    /// Number of tracked accounts or videos whose last scrape failed.
    pub failing: i32,
}
