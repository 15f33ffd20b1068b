//! What the status of everything that is scraped has in common.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

/// How scraping goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The generation of the spec that this status speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Registered, Scraped, Ready, and Purging while it is deleted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// Views of everything that was collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views: Option<i64>,
    /// When it was last read successfully.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_scrape_time: Option<Time>,
    /// When it is due next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_scrape_time: Option<Time>,
    /// How the last attempt ended: `ok`, `private`, `rate_limited`, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_outcome: Option<String>,
    /// Attempts since the last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consecutive_failures: Option<i32>,
    /// The value of the annotation `clipmeter.io/scrape-requested-at` that was acted on last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_handled_request: Option<String>,
}
