use serde_json::{Value, json};

use super::Expectation::{self, Accepted, Rule, Schema};
use super::{Case, create, group, instagram};

const FLAT: Expectation = Rule("cost with model flat must have cost");
const PER_MILLE: Expectation = Rule("cost with model per_mille must have rate, and may have cap");
const BASE_PLUS: Expectation = Rule("cost with model base_plus must have base and rate, and may have max");
const NONE: Expectation = Rule("cost with model none must have no amount");

pub(super) fn all() -> Vec<Case> {
    let cost = |cost: Value, expectation| create(group(json!({"cost": cost})), expectation);
    vec![
        cost(json!({"model": "flat", "cost": 1}), Accepted),
        cost(json!({"model": "flat", "cost": 2.5}), Accepted),
        cost(json!({"model": "per_mille", "rate": 2.5}), Accepted),
        cost(json!({"model": "per_mille", "rate": 2.5, "cap": 100}), Accepted),
        cost(json!({"model": "base_plus", "base": 20, "rate": 1.5}), Accepted),
        cost(
            json!({"model": "base_plus", "base": 20, "rate": 1.5, "max": 200}),
            Accepted,
        ),
        cost(json!({"model": "none"}), Accepted),
        cost(json!({"model": "flat"}), FLAT),
        cost(json!({"model": "flat", "cost": 1, "rate": 1}), FLAT),
        cost(json!({"model": "per_mille", "cap": 3}), PER_MILLE),
        cost(json!({"model": "per_mille", "rate": 1, "max": 3}), PER_MILLE),
        cost(json!({"model": "base_plus", "base": 3}), BASE_PLUS),
        cost(
            json!({"model": "base_plus", "base": 3, "rate": 1, "cap": 3}),
            BASE_PLUS,
        ),
        cost(json!({"model": "none", "cost": 0}), NONE),
        cost(json!({}), Schema("spec.cost.model: Required value")),
        cost(
            json!({"model": "free"}),
            Schema("spec.cost.model: Unsupported value: \"free\""),
        ),
        cost(
            json!({"model": "flat", "cost": -0.01}),
            Schema("should be greater than or equal to 0"),
        ),
        cost(
            json!({"model": "flat", "cost": 1_000_000_001}),
            Schema("should be less than or equal to 1000000000"),
        ),
        create(
            instagram(json!({"username": "natgeo", "cost": {"model": "flat", "rate": 1}})),
            Rule("cost with model flat must have cost"),
        ),
    ]
}
