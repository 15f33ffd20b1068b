//! Settings of a run's Job.

use kube::KubeSchema;
use kube::core::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum length of a priority class name: an RFC 1123 subdomain.
const MAX_PRIORITY_CLASS_LENGTH: usize = 253;

/// Maximum length of a queue name: a label value.
const MAX_QUEUE_LENGTH: usize = 63;

/// Maximum length of an amount in characters, which is more than any amount needs.
const MAX_AMOUNT_LENGTH: usize = 20;

/// Resources and limits of a run's Job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Job {
    /// Resource requests and limits of the scraper's container.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<Resources>,
    /// Seconds after which a Job is ended. Its run ends a minute earlier, or halfway if there are less than two minutes. Its remaining
    /// accounts become due again.
    #[schemars(range(min = 60, max = 3600))]
    pub deadline_seconds: i32,
    /// Seconds for which a finished Job and its logs are kept.
    #[schemars(range(min = 0, max = 86_400))]
    pub ttl_seconds: i32,
    /// The priority class of the pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_PRIORITY_CLASS_LENGTH))]
    pub priority_class_name: Option<String>,
    /// The Kueue queue that admits the Jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_QUEUE_LENGTH))]
    pub queue_name: Option<String>,
}

impl Default for Job {
    fn default() -> Self {
        Self {
            resources: None,
            // Fifty TikTok accounts take 90 seconds. Instagram accounts that need a session take longer, in several runs.
            deadline_seconds: 300,
            // Long enough to investigate a failure, and short enough that few Jobs accumulate.
            ttl_seconds: 600,
            priority_class_name: None,
            queue_name: None,
        }
    }
}

/// Resource requests and limits of a container.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resources {
    /// The amounts that are reserved on the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<Amounts>,
    /// The maximum amounts that the container can use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Amounts>,
}

/// Amounts in Kubernetes notation, as strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
pub struct Amounts {
    /// CPUs: `100m`, `"1"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_AMOUNT_LENGTH))]
    #[x_kube(validation = is_quantity())]
    pub cpu: Option<String>,
    /// Memory in bytes: `64Mi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_AMOUNT_LENGTH))]
    #[x_kube(validation = is_quantity())]
    pub memory: Option<String>,
}

fn is_quantity() -> Rule {
    Rule::new("isQuantity(self)")
        .message("an amount must be a number with or without a unit, such as 100m or 64Mi")
}
