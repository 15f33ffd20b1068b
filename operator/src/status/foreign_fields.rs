//! Removes status fields that other clients have set. Applying a status does not remove them, because the API server removes only
//! fields that the operator itself applied before.

use clipmeter_crds::ConditionType;
use serde_json::{Value, json};

/// Returns a JSON patch that removes foreign fields from the written object; `None` if there are none. Conditions of other
/// programs are kept.
pub(super) fn removal(version: Option<&str>, written: &Value, desired: &Value) -> Option<Value> {
    let mut removals = Vec::new();
    let fields = written.as_object().into_iter().flatten();
    for (name, _) in fields.filter(|(name, _)| name.as_str() != "conditions" && desired.get(name).is_none()) {
        removals.push(json!({"op": "remove", "path": format!("/status/{name}")}));
    }
    let types_of = |status: &Value| -> Vec<String> {
        let conditions = status["conditions"].as_array().into_iter().flatten();
        let types = conditions.map(|condition| condition["type"].as_str().unwrap_or_default().to_owned());
        types.collect()
    };
    let kept = types_of(desired);
    let is_own = |type_: &str| ConditionType::ALL.iter().any(|own| own.as_str() == type_);
    // In reverse order, because each removal shifts the following indexes.
    for (index, type_) in types_of(written).iter().enumerate().rev() {
        if is_own(type_) && !kept.contains(type_) {
            removals.push(json!({"op": "remove", "path": format!("/status/conditions/{index}")}));
        }
    }
    if removals.is_empty() {
        return None;
    }
    // The indexes are valid only for this version.
    let mut patch = vec![json!({"op": "test", "path": "/metadata/resourceVersion", "value": version?})];
    patch.extend(removals);
    Some(Value::Array(patch))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_removal_drops_own_leftovers_and_keeps_foreign_conditions() {
        let condition = |type_: &str| json!({"type": type_, "status": "True"});
        let desired = json!({"views": 7, "conditions": [condition("Ready")]});
        let removal = |written: &Value| removal(Some("9"), written, &desired);
        assert_eq!(removal(&desired), None);
        assert_eq!(
            removal(&json!({"conditions": [condition("Ready"), condition("Theirs")]})),
            None
        );
        let forged = json!({
            "views": 7, "lastHandledRequest": "x",
            "conditions": [condition("Purging"), condition("Ready"), condition("Theirs"), condition("Waiting")],
        });
        let expected = json!([
            {"op": "test", "path": "/metadata/resourceVersion", "value": "9"},
            {"op": "remove", "path": "/status/lastHandledRequest"},
            {"op": "remove", "path": "/status/conditions/3"},
            {"op": "remove", "path": "/status/conditions/0"},
        ]);
        assert_eq!(removal(&forged), Some(expected));
    }
}
