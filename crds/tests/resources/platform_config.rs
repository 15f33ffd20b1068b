//! The API and the resource accept the same platform configurations.

use clipmeter_crds::PlatformConfigSpec;
use clipmeter_platform_config::PlatformConfig;
use serde_json::{Value, json};

use crate::cases::{self, Expectation};
use crate::offline::validate;

#[test]
fn built_in_config_round_trips_through_resource() {
    let shipped = PlatformConfig::shipped().unwrap().value().unwrap();
    let object = json!({"kind": "PlatformConfig", "metadata": {"name": "default"}, "spec": shipped});
    assert_eq!(validate(None, &object), Ok(()));
    let spec: PlatformConfigSpec = serde_json::from_value(shipped.clone()).unwrap();
    assert_eq!(spec.document().unwrap(), shipped);
}

#[test]
fn built_in_config_has_members_of_resource_schema() {
    let shipped = PlatformConfig::shipped().unwrap().value().unwrap();
    same_members(
        &shipped,
        &crate::offline::schema("PlatformConfig")["properties"]["spec"],
        "",
    );
}

fn same_members(value: &Value, schema: &Value, path: &str) {
    match value {
        Value::Object(members) if schema["properties"].is_object() => {
            let properties = schema["properties"].as_object().unwrap();
            let names: Vec<_> = members.keys().collect();
            assert_eq!(names, properties.keys().collect::<Vec<_>>(), "{path}");
            for (name, value) in members {
                same_members(value, &properties[name], &format!("{path}.{name}"));
            }
        }
        Value::Array(items) => {
            for item in items {
                same_members(item, &schema["items"], &format!("{path}[]"));
            }
        }
        _ => {}
    }
}

#[test]
fn config_cases_have_same_result_in_api_and_resource() {
    let shipped = PlatformConfig::shipped().unwrap();
    for case in cases::all()
        .into_iter()
        .filter(|case| case.object["kind"] == "PlatformConfig")
    {
        // An API server drops null fields, and the API's message says what to do about it.
        let spec = &case.object["spec"];
        if spec["user_agents"].is_null() && spec.get("user_agents").is_some() {
            continue;
        }
        let result = shipped.with(&spec.to_string());
        assert_eq!(
            result.is_ok(),
            case.expectation == Expectation::Accepted,
            "{spec}: {result:?}"
        );
    }
}
