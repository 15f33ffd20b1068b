//! The cost of a post.

use std::borrow::Cow;

use clipmeter_domain::cost::MAX_AMOUNT;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The cost of a post, with the same models as in the HTTP API. Amounts are in the currency of the group and stored with 6 decimals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "model", rename_all = "snake_case", deny_unknown_fields)]
pub enum Cost {
    /// The same amount for every post.
    Flat {
        /// Amount for each post.
        cost: f64,
    },
    /// A rate per thousand views.
    PerMille {
        /// Rate per thousand views.
        rate: f64,
        /// Maximum cost of a post.
        #[serde(skip_serializing_if = "Option::is_none")]
        cap: Option<f64>,
    },
    /// An amount for each post and a rate per thousand views.
    BasePlus {
        /// Amount for each post.
        base: f64,
        /// Rate per thousand views.
        rate: f64,
        /// Maximum cost of a post.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<f64>,
    },
    /// No cost, so CPM is not calculated.
    None {},
}

/// Each model, its required amounts, and its optional amount.
const MODELS: [(&str, &[&str], Option<&str>); 4] = [
    ("flat", &["cost"], None),
    ("per_mille", &["rate"], Some("cap")),
    ("base_plus", &["base", "rate"], Some("max")),
    ("none", &[], None),
];

/// Every amount with its description.
const AMOUNTS: [(&str, &str); 5] = [
    ("cost", "Cost of a post, for model flat."),
    (
        "rate",
        "Cost per thousand views, for models per_mille and base_plus.",
    ),
    ("cap", "Maximum cost of a post, for model per_mille."),
    ("base", "Cost of a post before its views, for model base_plus."),
    ("max", "Maximum cost of a post, for model base_plus."),
];

/// Kubernetes requires one structure for all values, so the models share an object, and rules state which amounts belong to which
/// model.
impl JsonSchema for Cost {
    fn schema_name() -> Cow<'static, str> {
        "Cost".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        let models: Vec<&str> = MODELS.iter().map(|(model, ..)| *model).collect();
        properties.insert("model".into(), json!({"type": "string", "enum": models}));
        for (name, description) in AMOUNTS {
            let schema =
                json!({"type": "number", "minimum": 0, "maximum": MAX_AMOUNT, "description": description});
            properties.insert(name.into(), schema);
        }
        let rules: Vec<Value> = MODELS.into_iter().map(rule).collect();
        json_schema!({
            "type": "object",
            "description": "The cost of a post. CPM is this cost divided by the post's views in thousands.",
            "properties": properties,
            "required": ["model"],
            "x-kubernetes-validations": rules,
        })
    }
}

fn rule((model, required, optional): (&str, &[&str], Option<&str>)) -> Value {
    let amounts = AMOUNTS
        .iter()
        .map(|(amount, _)| *amount)
        .filter(|amount| optional != Some(*amount))
        .map(|amount| {
            if required.contains(&amount) {
                format!("has(self.{amount})")
            } else {
                format!("!has(self.{amount})")
            }
        });
    let amounts: Vec<String> = amounts.collect();
    let needs = if required.is_empty() {
        "no amount".to_owned()
    } else {
        required.join(" and ")
    };
    let may = optional.map_or(String::new(), |optional| format!(", and may have {optional}"));
    json!({
        "rule": format!("self.model != '{model}' || ({})", amounts.join(" && ")),
        "message": format!("cost with model {model} must have {needs}{may}"),
    })
}
