//! Compares responses with the committed OpenAPI document.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

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
    /// Schemas by status; None for a response without JSON.
    responses: BTreeMap<u16, Option<Value>>,
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
        if let Some(schema) = body {
            let problems: Vec<_> = validator(schema)
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

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../openapi.json")).unwrap());

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let mut operations = Vec::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
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
                responses: responses(&value["responses"]),
            });
        }
    }
    operations
});

/// Returns the operations of `api/openapi.json`, which is parsed once for all tests.
pub(super) fn operations() -> &'static [Operation] {
    &OPERATIONS
}

fn responses(responses: &Value) -> BTreeMap<u16, Option<Value>> {
    let responses = responses.as_object().unwrap().iter();
    let one = |(status, response): (&String, &Value)| {
        let schema = response["content"]
            .get("application/json")
            .map(|content| content["schema"].clone());
        (status.parse().unwrap(), schema)
    };
    responses.map(one).collect()
}

/// Returns the validator of a schema of the document. It is compiled once, because that takes longer than most calls.
fn validator(schema: &Value) -> Arc<Validator> {
    static COMPONENTS: LazyLock<Value> = LazyLock::new(|| strict(DOCUMENT["components"].clone()));
    static COMPILED: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let key = schema.to_string();
    if let Some(compiled) = COMPILED.lock().unwrap().get(&key) {
        return Arc::clone(compiled);
    }
    let mut schema = schema.clone();
    schema["components"] = COMPONENTS.clone();
    let compiled = Arc::new(jsonschema::draft202012::new(&schema).unwrap());
    COMPILED.lock().unwrap().insert(key, Arc::clone(&compiled));
    compiled
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
