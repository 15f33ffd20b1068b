//! The resource of Loopreel accounts, the example of docs/dev/add-a-platform.md.

use clipmeter_domain::{Platform, interval};
use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::tracked::rules::{self, MAX_NOTE_LENGTH};
use crate::tracked::{Progress, Tracked};

/// The account and how it is tracked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[serde(rename_all = "camelCase")]
#[kube(
    group = "clipmeter.io",
    version = "v1beta1",
    kind = "LoopreelAccount",
    namespaced,
    status = "LoopreelAccountStatus",
    derive = "PartialEq",
    doc = "A public Loopreel account that the client group of this namespace tracks.",
    shortname = "lra",
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
    printcolumn(name = "Last-Scraped", type_ = "date", json_path = ".status.lastScrapeTime"),
    printcolumn(
        name = "Outcome",
        type_ = "string",
        json_path = ".status.lastOutcome",
        priority = 1
    ),
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
pub(crate) struct LoopreelAccountSpec {
    /// The username, lower case and without @. It cannot be changed.
    #[schemars(length(min = Platform::Loopreel.usernames().shortest(), max = Platform::Loopreel.usernames().longest()))]
    #[x_kube(validation = rules::username(Platform::Loopreel.usernames()))]
    #[x_kube(validation = rules::immutable_subject("username"))]
    pub username: String,
    /// Suspends scraping; collected data is kept.
    #[serde(default)]
    pub suspend: bool,
    /// How often the account is scraped, in whole minutes; the group's interval when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = interval::MIN, max = interval::MAX))]
    pub interval_minutes: Option<i32>,
    /// The cost of the account's videos; the group's cost when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// A note, for example why the account is tracked and who requested it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_NOTE_LENGTH))]
    pub note: Option<String>,
}

/// The state of tracking the account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoopreelAccountStatus {
    /// Fields shared by all statuses.
    #[serde(flatten)]
    pub progress: Progress,
    /// Loopreel's own ID of the account, which survives a rename.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_id: Option<String>,
    /// The account's display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Number of collected videos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub videos: Option<i64>,
}

impl Tracked for LoopreelAccount {
    fn subject(&self) -> String {
        self.spec.username.clone()
    }

    fn progress(&self) -> Option<&Progress> {
        self.status.as_ref().map(|status| &status.progress)
    }
}
