//! The scrape policy of a cluster.

mod job;

use clipmeter_domain::{Platform, interval};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::job::{Amounts, Job, Resources};

/// Intervals, batching, concurrency and resources of scraping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, CustomResource, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[kube(
    group = "clipmeter.io",
    version = "v1beta1",
    kind = "ScrapePolicy",
    status = "ScrapePolicyStatus",
    derive = "PartialEq",
    doc = "How the cluster scrapes. There is one policy, with the name default.",
    shortname = "sp",
    category = "clipmeter",
    validation = Rule::new("self.metadata.name == 'default'").message("the name of the ScrapePolicy must be default"),
    printcolumn(name = "Instagram", type_ = "integer", json_path = ".spec.intervals.instagramMinutes", description = "Minutes"),
    printcolumn(name = "TikTok", type_ = "integer", json_path = ".spec.intervals.tiktokMinutes", description = "Minutes"),
    printcolumn(name = "Suspended", type_ = "boolean", json_path = ".spec.suspend"),
    printcolumn(name = "Queue", type_ = "integer", json_path = ".status.queueDepth"),
    printcolumn(name = "Oldest-Due", type_ = "integer", json_path = ".status.oldestDueSeconds", description = "Seconds"),
    printcolumn(name = "Running", type_ = "integer", json_path = ".status.runningJobs"),
    printcolumn(name = "On-Schedule", type_ = "string", json_path = ".status.conditions[?(@.type==\"OnSchedule\")].status"),
    printcolumn(name = "Ready", type_ = "string", json_path = ".status.conditions[?(@.type==\"Ready\")].status"),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
pub struct ScrapePolicySpec {
    /// How often accounts are scraped, unless the account or its group sets an interval.
    pub intervals: Intervals,
    /// How many accounts are scraped in one run.
    pub batch: BatchPolicy,
    /// Limits on concurrent runs.
    pub concurrency: Concurrency,
    /// Settings of a run's Job.
    pub job: Job,
    /// Suspends scraping: no new runs are started. Active runs continue.
    pub suspend: bool,
}

/// How often accounts are scraped, in whole minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Intervals {
    /// Instagram accounts.
    #[schemars(range(min = interval::MIN, max = interval::MAX))]
    pub instagram_minutes: i32,
    /// TikTok accounts and videos.
    #[schemars(range(min = interval::MIN, max = interval::MAX))]
    pub tiktok_minutes: i32,
}

impl Default for Intervals {
    fn default() -> Self {
        Self {
            instagram_minutes: Platform::Instagram.descriptor().default_interval_minutes,
            tiktok_minutes: Platform::Tiktok.descriptor().default_interval_minutes,
        }
    }
}

/// How many accounts are scraped in one run. The defaults are the scheduler's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BatchPolicy {
    /// Maximum number of accounts or videos in a run. More would take longer than the Job may run.
    #[schemars(range(min = 1, max = 200))]
    pub max_accounts: i32,
    /// Seconds for which a due account waits until enough others are due to fill a run.
    #[schemars(range(min = 0, max = 300))]
    pub window_seconds: i32,
}

impl Default for BatchPolicy {
    fn default() -> Self {
        Self {
            max_accounts: 50,
            window_seconds: 10,
        }
    }
}

/// Limits on concurrent runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Concurrency {
    /// Maximum number of active Jobs; 0 starts none.
    #[schemars(range(min = 0, max = 1000))]
    pub max_jobs: i32,
    /// Maximum number of Jobs created per second. The Job controller of a cluster finishes three or four per second by default.
    #[schemars(range(min = 1, max = 50))]
    pub create_per_second: i32,
}

impl Default for Concurrency {
    fn default() -> Self {
        Self {
            max_jobs: 20,
            create_per_second: 1,
        }
    }
}

/// The state of scraping on the cluster.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScrapePolicyStatus {
    /// The generation of the spec that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: Ready, whether due accounts are scraped in time, and whether sessions and each platform are available.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["type".into()]))]
    pub conditions: Vec<Condition>,
    /// Number of accounts and videos that are due and not in a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_depth: Option<i32>,
    /// Seconds since the longest-waiting unit became due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oldest_due_seconds: Option<i64>,
    /// Number of active Jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running_jobs: Option<i32>,
}
