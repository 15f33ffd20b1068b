//! The scraper pool resource.

mod placement;

use clipmeter_domain::Platform;
use clipmeter_domain::scraper_pool::{
    MAX_NAME_LENGTH, MAX_PROXY_NAME_LENGTH, MAX_REGION_LENGTH, NAME_PATTERN, REGION_PATTERN,
};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::core::{Message, Rule};
use kube::{CustomResource, KubeSchema, ResourceExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::placement::{LabelValue, Placement, TaintEffect, Toleration, TolerationOperator};

/// The desired state of a scraper pool: its region, proxies, sessions and nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, CustomResource, KubeSchema)]
#[serde(rename_all = "camelCase")]
#[kube(
    group = "clipmeter.io",
    version = "v1beta1",
    kind = "ScraperPool",
    status = "ScraperPoolStatus",
    derive = "PartialEq",
    doc = "An egress and a set of sessions for scrapers, which groups and accounts select by the name.",
    shortname = "scp",
    category = "clipmeter",
    validation = name_rule(),
    printcolumn(name = "Region", type_ = "string", json_path = ".spec.region"),
    printcolumn(name = "Sessions", type_ = "integer", json_path = ".status.usableSessions", description = "Usable"),
    printcolumn(name = "Running", type_ = "integer", json_path = ".status.runningJobs"),
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
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
pub struct ScraperPoolSpec {
    /// Where the requests come from, for display, such as eu-central-1. Pools with a placement and the same region share the rate
    /// limit of an address for requests without a proxy. The region does not select nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_REGION_LENGTH))]
    #[x_kube(validation = Rule::new(format!("self.matches('{REGION_PATTERN}')"))
        .message("region must consist of letters, digits, -, _ and ., and must begin and end with a letter or digit"))]
    pub region: Option<String>,
    /// The proxy for each platform. A platform without a proxy is requested directly from the pool's nodes.
    #[serde(default, skip_serializing_if = "PoolProxies::is_empty")]
    pub proxies: PoolProxies,
    /// The set of sessions that only this pool uses; defaults to the pool's name. Sessions are assigned to it in the dashboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_NAME_LENGTH))]
    #[x_kube(validation = Rule::new(format!("self.matches('{NAME_PATTERN}')"))
        .message("sessionSet must consist of letters (a-z), digits and -, and must not begin or end with -"))]
    pub session_set: Option<String>,
    /// The nodes of the pool's scrapers; defaults to those of other scrapers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
}

/// The names of proxies that were added in the dashboard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoolProxies {
    /// The proxy for Instagram.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_PROXY_NAME_LENGTH))]
    pub instagram: Option<String>,
    /// The proxy for TikTok.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_PROXY_NAME_LENGTH))]
    pub tiktok: Option<String>,
}

impl PoolProxies {
    /// Returns the platform's proxy.
    #[must_use]
    pub fn of(&self, platform: Platform) -> Option<&str> {
        let proxies = [
            (Platform::Instagram, &self.instagram),
            (Platform::Tiktok, &self.tiktok),
        ];
        let found = proxies.into_iter().find(|(of, _)| *of == platform);
        found.and_then(|(_, proxy)| proxy.as_deref())
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ScraperPool {
    /// Returns the set of sessions that the pool uses.
    #[must_use]
    pub fn session_set(&self) -> String {
        self.spec.session_set.clone().unwrap_or_else(|| self.name_any())
    }
}

/// Requires a name that is a label value.
fn name_rule() -> Rule {
    let message = format!(
        "the name of a ScraperPool must consist of at most {MAX_NAME_LENGTH} letters (a-z), digits and -, and must not begin or end with -"
    );
    Rule::new(format!(
        "self.metadata.name.size() <= {MAX_NAME_LENGTH} && self.metadata.name.matches('{NAME_PATTERN}')"
    ))
    .message(Message::Message(message))
}

/// The state of the scraper pool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScraperPoolStatus {
    /// The generation of the spec that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: Ready, Stalled while another pool uses the session set, and whether sessions and each platform are available.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// Number of sessions in the pool's set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions: Option<i32>,
    /// Number of sessions of the set that are usable now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usable_sessions: Option<i32>,
    /// Number of active Jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running_jobs: Option<i32>,
}
