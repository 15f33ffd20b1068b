//! What scrapers are told about the platforms.

use clipmeter_rules::platform_config::limits::{FORMAT, MOST_USER_AGENTS};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ascii_string::AsciiString;
use crate::per_platform_config::{InstagramConfig, TikTokConfig};

/// What differs from the facts of the release and those found in the platforms' scripts: a JSON merge patch (RFC 7396). Its members are those
/// of `PUT /api/scraping/config`; lists are replaced as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[kube(
    group = "clipmeter.io",
    version = "v1alpha1",
    kind = "PlatformConfig",
    plural = "platformconfigs",
    status = "PlatformConfigStatus",
    derive = "PartialEq",
    doc = "What scrapers are told about the platforms: ids of stored queries, user agents, sizes of pages, rate limits. The oldest one counts.",
    shortname = "pc",
    category = "clipmeter",
    printcolumn(name = "Revision", type_ = "integer", json_path = ".status.revision"),
    printcolumn(
        name = "Accepted",
        type_ = "string",
        json_path = ".status.conditions[?(@.type==\"Accepted\")].status"
    ),
    printcolumn(
        name = "Ready",
        type_ = "string",
        json_path = ".status.conditions[?(@.type==\"Ready\")].status"
    ),
    printcolumn(
        name = "Reason",
        type_ = "string",
        json_path = ".status.conditions[?(@.type==\"Ready\")].reason",
        priority = 1
    ),
    printcolumn(
        name = "Message",
        type_ = "string",
        json_path = ".status.conditions[?(@.type==\"Accepted\")].message",
        priority = 1
    ),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
pub struct PlatformConfigSpec {
    /// Of this document; 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = FORMAT, max = FORMAT))]
    pub format: Option<i64>,
    /// Desktop Chromes; the first is sent where none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MOST_USER_AGENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub user_agents: Option<Vec<AsciiString>>,
    /// Sent to both platforms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accept_language: Option<AsciiString>,
    /// Instagram's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instagram: Option<InstagramConfig>,
    /// TikTok's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiktok: Option<TikTokConfig>,
}

impl PlatformConfigSpec {
    /// The merge patch as the API takes it.
    pub fn document(&self) -> Result<Value, serde_json::Error> {
        serde_json::to_value(self)
    }
}

/// Whether scrapers are told so.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformConfigStatus {
    /// The generation of the spec that this status speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Accepted and Ready.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// The version of the facts that this resource made last, as `GET /api/scraping/config/revisions` counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
}
