//! Schema and rules, evaluated in this process.

use std::collections::HashMap;

use clipmeter_crds::definitions;
use kube_cel::{CompiledSchema, compile_schema, validate_compiled};
use serde_json::Value;

use crate::cases::{self, Expectation};
use crate::samples;

/// The schema of a kind, as the definition has it.
pub(crate) fn schema(kind: &str) -> Value {
    let definition = definitions()
        .unwrap()
        .into_iter()
        .find(|definition| definition.spec.names.kind == kind)
        .unwrap_or_else(|| panic!("unknown kind {kind}"));
    let schema = definition.spec.versions[0].schema.clone().unwrap();
    serde_json::to_value(schema.open_api_v3_schema.unwrap()).unwrap()
}

/// A compiled definition.
struct Kind {
    schema: jsonschema::Validator,
    rules: CompiledSchema,
}

thread_local! {
    /// By name. Compiling takes most of the time of a validation.
    static KINDS: HashMap<String, Kind> = compiled();
}

fn compiled() -> HashMap<String, Kind> {
    let mut kinds = HashMap::new();
    for definition in definitions().unwrap() {
        let name = definition.spec.names.kind;
        let schema = schema(&name);
        let kind = Kind {
            schema: jsonschema::validator_for(&schema).unwrap(),
            rules: compile_schema(&schema),
        };
        kinds.insert(name, kind);
    }
    kinds
}

/// Validates an object against its definition: whether the schema rejects it, or the messages of the rules that do.
pub(crate) fn validate(before: Option<&Value>, object: &Value) -> Result<(), Vec<String>> {
    let object = without_nulls(object);
    KINDS.with(|kinds| {
        let kind = &kinds[object["kind"].as_str().unwrap()];
        if !kind.schema.is_valid(&object) {
            return Err(Vec::new());
        }
        validate_compiled(&kind.rules, &object, before)
            .map_err(|errors| errors.into_vec().into_iter().map(|error| error.message).collect())
    })
}

/// An API server treats a null field as absent.
pub(crate) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.clone(), without_nulls(value)))
            .collect(),
        other => other.clone(),
    }
}

#[test]
fn validation_cases_have_their_expected_result() {
    for case in cases::all() {
        let result = validate(case.before.as_ref(), &case.object);
        let expected = match case.expectation {
            Expectation::Accepted => Ok(()),
            Expectation::Rule(message) => Err(vec![message.to_owned()]),
            Expectation::Schema(_) => Err(Vec::new()),
        };
        assert_eq!(result, expected, "{}", case.object);
    }
}

#[test]
fn samples_pass_validation() {
    for sample in samples::all() {
        assert_eq!(validate(None, &sample.object), Ok(()), "{}", sample.place);
    }
}

#[test]
fn schema_of_every_spec_is_bounded() {
    for definition in definitions().unwrap() {
        let kind = &definition.spec.names.kind;
        let schema = schema(kind);
        assert_bounded(&schema["properties"]["spec"], kind);
    }
}

/// Every text of a spec has a maximum length or a list of values, every list a maximum length, and every number a range:
/// otherwise an API server assumes that the cost of their rules is unbounded.
fn assert_bounded(schema: &Value, path: &str) {
    let has = |key: &str| schema.get(key).is_some();
    match schema["type"].as_str() {
        Some("string") => assert!(has("maxLength") || has("enum"), "{path}"),
        Some("array") => assert!(has("maxItems"), "{path}"),
        Some("integer" | "number") => assert!(has("minimum") && has("maximum"), "{path}"),
        _ => {}
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        assert_bounded(property, &format!("{path}.{name}"));
    }
    if has("additionalProperties") {
        assert!(has("maxProperties"), "{path}");
        assert_bounded(&schema["additionalProperties"], &format!("{path}{{}}"));
    }
    if has("items") {
        assert_bounded(&schema["items"], &format!("{path}[]"));
    }
}

#[test]
fn policy_defaults_equal_scheduler_defaults() {
    let limits = clipmeter_scheduler::Limits::default();
    let policy = clipmeter_crds::ScrapePolicySpec::default();
    assert_eq!(usize::try_from(policy.batch.max_accounts), Ok(limits.batch_units));
    assert_eq!(
        u32::try_from(policy.batch.window_seconds),
        Ok(limits.window_seconds)
    );
    assert_eq!(usize::try_from(policy.concurrency.max_jobs), Ok(limits.runs));
}
