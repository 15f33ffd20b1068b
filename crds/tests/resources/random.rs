//! Samples with a random value in a random place: what the definitions accept, the operator can read.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::offline::{validate, without_nulls};
use crate::samples;

static SAMPLES: LazyLock<Vec<Value>> =
    LazyLock::new(|| samples::all().into_iter().map(|sample| sample.object).collect());

/// The JSON pointers of all values of a spec.
fn places(value: &Value, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, inner)| (name.replace('~', "~0").replace('/', "~1"), inner))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(at, inner)| (at.to_string(), inner))
            .collect(),
        _ => Vec::new(),
    };
    let own = (!at.is_empty()).then(|| at.to_owned());
    let inner = inner
        .into_iter()
        .flat_map(|(name, inner)| places(inner, &format!("{at}/{name}")));
    own.into_iter().chain(inner).collect()
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-5_i64..1_500).prop_map(Value::from),
        (0.1_f64..0.9).prop_map(Value::from),
        "\\PC{0,40}|[a-z0-9.@/:-]{0,300}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!({"unknown": {"field": [1]}})),
        Just(json!([null, 1, "x", {}])),
    ]
}

proptest! {
    #[test]
    fn spec_with_random_value_is_refused_or_readable(
        sample in any::<Index>(),
        place in any::<Index>(),
        value in anything(),
    ) {
        let mut object = sample.get(&SAMPLES).clone();
        let spec = &mut object["spec"];
        let places = places(spec, "");
        prop_assume!(!places.is_empty());
        *spec.pointer_mut(place.get::<String>(&places)).unwrap() = value;
        if validate(None, &object).is_ok() {
            let stored = without_nulls(&object);
            let read = samples::read(&stored);
            prop_assert!(read.is_ok(), "{:?}: {}", read, stored);
        }
    }
}
