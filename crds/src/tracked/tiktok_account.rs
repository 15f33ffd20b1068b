//! The TikTok account resource.

use clipmeter_domain::{Username, interval, scraper_pool};
use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};

use super::Progress;
use super::rules::{self, MAX_NOTE_LENGTH};
use crate::client_group::DeletionPolicy;
use crate::cost::Cost;

/// The desired state of a tracked account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[serde(rename_all = "camelCase")]
#[kube(
    group = "clipmeter.io",
    version = "v1beta1",
    kind = "TikTokAccount",
    namespaced,
    status = "TikTokAccountStatus",
    derive = "PartialEq",
    doc = "A public TikTok account that the namespace's client group tracks.",
    shortname = "tta",
    category = "clipmeter",
    selectable = ".spec.username",
    selectable = ".spec.suspend",
    selectable = ".status.lastOutcome",
    printcolumn(name = "Username", type_ = "string", json_path = ".spec.username"),
    printcolumn(name = "Videos", type_ = "integer", json_path = ".status.videos"),
    printcolumn(name = "Views", type_ = "integer", json_path = ".status.views"),
    printcolumn(
        name = "Ready",
        type_ = "string",
        json_path = ".status.conditions[?(@.type==\"Ready\")].status"
    ),
    printcolumn(name = "Outcome", type_ = "string", json_path = ".status.lastOutcome"),
    printcolumn(name = "Last-Scraped", type_ = "date", json_path = ".status.lastScrapeTime"),
    printcolumn(
        name = "Next",
        type_ = "string",
        json_path = ".status.nextScrapeTime",
        priority = 1
    ),
    printcolumn(
        name = "Suspended",
        type_ = "boolean",
        json_path = ".spec.suspend",
        priority = 1
    ),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
pub struct TikTokAccountSpec {
    /// The username, in lowercase and without @. It cannot be changed later.
    #[schemars(length(min = Username::TIKTOK.shortest(), max = Username::TIKTOK.longest()))]
    #[x_kube(validation = rules::username(Username::TIKTOK))]
    #[x_kube(validation = rules::no_reserved_username(Username::TIKTOK))]
    #[x_kube(validation = rules::immutable_subject("username"))]
    pub username: String,
    /// Suspends scraping; collected data is kept.
    #[serde(default)]
    pub suspend: bool,
    /// How often the account is scraped, in whole minutes; defaults to the interval of the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = interval::MIN, max = interval::MAX))]
    pub interval_minutes: Option<i32>,
    /// The cost of the account's videos; defaults to the cost of the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The scraper pool that reads the account, one that the group allows; defaults to the scraper pool of the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = scraper_pool::MAX_NAME_LENGTH))]
    #[x_kube(validation = rules::scraper_pool())]
    pub scraper_pool: Option<String>,
    /// Whether collected data is purged some time after the account is deleted; the group's policy when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_policy: Option<DeletionPolicy>,
    /// A note, for example why the account is tracked and who requested it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_NOTE_LENGTH))]
    pub note: Option<String>,
}

/// The state of the tracked account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct TikTokAccountStatus {
    /// Fields shared by all statuses.
    #[serde(flatten)]
    pub progress: Progress,
    /// TikTok's ID of the account, which does not change when the account is renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_id: Option<String>,
    /// The account's display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Number of collected videos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub videos: Option<i64>,
}
