//! Status fields shared by all tracked resources.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

/// The state of scraping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The generation of the spec that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Registered, Scraped, Ready, and Purging during deletion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// Total views of the collected items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views: Option<i64>,
    /// Time of the last successful scrape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_scrape_time: Option<Time>,
    /// Time of the next scrape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_scrape_time: Option<Time>,
    /// Outcome of the last attempt: `ok`, `private`, `rate_limited`, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_outcome: Option<String>,
    /// Failed attempts since the last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consecutive_failures: Option<i32>,
    /// The value of the annotation `clipmeter.io/scrape-requested-at` that was handled last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_handled_request: Option<String>,
}
