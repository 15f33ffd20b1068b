//! The platform configuration resource.

mod ascii_string;
mod platforms;
mod rate_limits;

use clipmeter_platform_config::limits::{FORMAT, MAX_USER_AGENTS};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::ascii_string::AsciiString;
use self::platforms::{InstagramConfig, TikTokConfig};

/// Overrides of the built-in configuration and of the values discovered in the platforms' scripts, as a JSON merge patch
/// (RFC 7396) with the members of `PUT /api/scraping/config`. Lists are replaced as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[kube(
    group = "clipmeter.io",
    version = "v1beta1",
    kind = "PlatformConfig",
    plural = "platformconfigs",
    status = "PlatformConfigStatus",
    derive = "PartialEq",
    doc = "Settings of the platforms for scrapers: IDs of stored queries, user agents, page sizes, rate limits. If there are several, the oldest one takes effect.",
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
    /// Schema version of this document. The current version is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = FORMAT, max = FORMAT))]
    pub format: Option<i64>,
    /// User agents of desktop Chrome. The first is used where none is specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_USER_AGENTS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub user_agents: Option<Vec<AsciiString>>,
    /// The `Accept-Language` header, sent to both platforms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accept_language: Option<AsciiString>,
    /// Configuration of Instagram.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instagram: Option<InstagramConfig>,
    /// Configuration of TikTok.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiktok: Option<TikTokConfig>,
}

impl PlatformConfigSpec {
    /// Returns the merge patch as the API accepts it.
    pub fn document(&self) -> Result<Value, serde_json::Error> {
        serde_json::to_value(self)
    }
}

/// The state of the platform configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformConfigStatus {
    /// The generation of the spec that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: Accepted and Ready.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// The latest configuration revision that this resource created, as listed by `GET /api/scraping/config/revisions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
}
