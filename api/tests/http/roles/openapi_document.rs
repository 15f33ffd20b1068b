//! Compares responses with the committed OpenAPI document.

use std::collections::BTreeMap;

use http::Method;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::TestResponse;

pub(super) struct Operation {
    pub(super) id: String,
    pub(super) method: Method,
    /// Path with its placeholder in braces.
    pub(super) path: String,
    /// Names of its query parameters.
    pub(super) query: Vec<String>,
    pub(super) has_body: bool,
    pub(super) is_secured: bool,
    /// By status; None for an answer without JSON.
    responses: BTreeMap<u16, Option<Validator>>,
}

impl Operation {
    /// The status of its success.
    pub(super) fn success(&self) -> u16 {
        *self.responses.keys().next().unwrap()
    }

    /// Asserts that the status and the body of the response match the document.
    #[track_caller]
    pub(super) fn assert_documented(&self, response: &TestResponse) {
        let status = response.status.as_u16();
        let body = self
            .responses
            .get(&status)
            .unwrap_or_else(|| panic!("{} does not document {status}: {response:?}", self.id));
        if let Some(validator) = body {
            let problems: Vec<_> = validator
                .iter_errors(&response.json)
                .map(|error| error.to_string())
                .collect();
            assert!(
                problems.is_empty(),
                "{}: {problems:?} in {}",
                self.id,
                response.text
            );
        }
    }
}

/// Every operation of the document.
pub(super) fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(include_str!("../../../openapi.json")).unwrap();
    let components = strict(document["components"].clone());
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, value) in item.as_object().unwrap() {
            let parameters: Vec<_> = value["parameters"].as_array().into_iter().flatten().collect();
            operations.push(Operation {
                id: value["operationId"].as_str().unwrap().to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                query: parameters
                    .iter()
                    .filter(|one| one["in"] == "query")
                    .map(|one| one["name"].as_str().unwrap().to_owned())
                    .collect(),
                has_body: value.get("requestBody").is_some(),
                is_secured: value.get("security").is_some(),
                responses: responses(&value["responses"], &components),
            });
        }
    }
    operations
}

fn responses(responses: &Value, components: &Value) -> BTreeMap<u16, Option<Validator>> {
    let responses = responses.as_object().unwrap().iter();
    let one = |(status, response): (&String, &Value)| {
        let schema = response["content"].get("application/json").map(|content| {
            let mut schema = content["schema"].clone();
            schema["components"] = components.clone();
            jsonschema::draft202012::new(&schema).unwrap()
        });
        (status.parse().unwrap(), schema)
    };
    responses.map(one).collect()
}

/// Makes schemas reject unknown fields, except in the parts of an `allOf`, which each define only some fields.
fn strict(mut components: Value) -> Value {
    let parts = parts(&components);
    for (name, schema) in components["schemas"].as_object_mut().unwrap() {
        if schema.get("properties").is_some() && !parts.iter().any(|part| part.ends_with(&format!("/{name}")))
        {
            schema["additionalProperties"] = json!(false);
        }
    }
    components
}

/// Returns the schemas that any `allOf` in the value refers to.
fn parts(value: &Value) -> Vec<String> {
    let own = value["allOf"].as_array().into_iter().flatten();
    let own = own.filter_map(|part| part["$ref"].as_str().map(str::to_owned));
    let inner: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    };
    own.chain(inner.into_iter().flat_map(parts)).collect()
}
