//! What the Job of a run is given.

use kube::KubeSchema;
use kube::core::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Longest name of a priority class: a subdomain of RFC 1123.
const LONGEST_CLASS: usize = 253;

/// Longest name of a queue: the value of a label.
const LONGEST_QUEUE: usize = 63;

/// Longest amount, characters: more digits than any amount needs.
const LONGEST_AMOUNT: usize = 20;

/// Means and limits of a run's Job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Job {
    /// What the scraper's container asks for and may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<Resources>,
    /// Seconds after which a run is ended, whatever it does; its accounts are due again.
    #[schemars(range(min = 60, max = 3600))]
    pub deadline_seconds: i32,
    /// Seconds that an ended Job and its logs are kept.
    #[schemars(range(min = 0, max = 86_400))]
    pub ttl_seconds: i32,
    /// The priority class of the pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = LONGEST_CLASS))]
    pub priority_class_name: Option<String>,
    /// The queue of Kueue that admits the Jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = LONGEST_QUEUE))]
    pub queue_name: Option<String>,
}

impl Default for Job {
    fn default() -> Self {
        Self {
            resources: None,
            // Fifty accounts take 90 seconds; three times that is for slow platforms.
            deadline_seconds: 300,
            // Long enough to look into a failure, and few enough Jobs that the cluster does not mind.
            ttl_seconds: 600,
            priority_class_name: None,
            queue_name: None,
        }
    }
}

/// What a container asks for and may use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resources {
    /// What the node sets aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<Amounts>,
    /// What it cannot use more of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Amounts>,
}

/// Amounts in Kubernetes's notation, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct Amounts {
    /// Processors: `100m`, `"1"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_AMOUNT))]
    #[x_kube(validation = is_quantity())]
    pub cpu: Option<String>,
    /// Bytes: `64Mi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_AMOUNT))]
    #[x_kube(validation = is_quantity())]
    pub memory: Option<String>,
}

fn is_quantity() -> Rule {
    Rule::new("isQuantity(self)")
        .message("an amount is a number with or without a unit, such as 100m or 64Mi")
}
