//! The nodes of a scraper pool.

use std::borrow::Cow;
use std::collections::BTreeMap;

use kube::KubeSchema;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Maximum number of labels of a node selector.
const MAX_LABELS: usize = 8;

/// Maximum number of tolerations.
const MAX_TOLERATIONS: usize = 16;

/// Maximum length of a taint's key in characters: a DNS name, a slash and a name.
const MAX_KEY_LENGTH: usize = 317;

/// Maximum length of a label value in characters.
const MAX_VALUE_LENGTH: usize = 63;

/// Label values, including the empty one.
const LABEL_VALUE: &str = "^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)?$";

/// The nodes on which scrapers run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct Placement {
    /// Labels of the nodes. They replace labels of the same key in the setting `scraper.nodeSelector`.
    #[schemars(extend("minProperties" = 1, "maxProperties" = MAX_LABELS))]
    pub node_selector: BTreeMap<String, LabelValue>,
    /// Tolerations of the pods, in addition to those of the setting `scraper.tolerations`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_TOLERATIONS))]
    #[x_kube(merge_strategy = ListMerge::Atomic)]
    pub tolerations: Vec<Toleration>,
}

/// The value of a label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LabelValue(pub String);

impl JsonSchema for LabelValue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "LabelValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": MAX_VALUE_LENGTH,
            "x-kubernetes-validations": [{
                "rule": format!("self.matches('{LABEL_VALUE}')"),
                "message": "a label value must consist of letters, digits, -, _ and ., and must begin and end with a letter or digit",
            }],
        })
    }
}

/// A taint that the pods tolerate, as in a pod's spec.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Toleration {
    /// The taint's key; any key when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_KEY_LENGTH))]
    pub key: Option<String>,
    /// How the value is compared; Equal when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operator: Option<TolerationOperator>,
    /// The taint's value, for the operator Equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_VALUE_LENGTH))]
    pub value: Option<String>,
    /// The taint's effect; any effect when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<TaintEffect>,
}

/// How a toleration matches a taint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, Serialize, Deserialize, JsonSchema)]
pub enum TolerationOperator {
    /// The taint has any value.
    Exists,
    /// The taint has this value.
    Equal,
}

impl TolerationOperator {
    /// Returns the name in a pod's spec.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What a taint prevents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, Serialize, Deserialize, JsonSchema)]
pub enum TaintEffect {
    /// Pods are not scheduled to the node.
    NoSchedule,
    /// Pods are scheduled to the node only if no other node is free.
    PreferNoSchedule,
    /// Pods are removed from the node.
    NoExecute,
}

impl TaintEffect {
    /// Returns the name in a pod's spec.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
