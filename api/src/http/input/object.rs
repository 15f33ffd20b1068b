//! Accepts only objects as bodies. Serde would also accept the fields as a list, in an order that is not part of the
//! API.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A value that was sent as an object.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsOf(PhantomData))
    }
}

struct FieldsOf<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for FieldsOf<T> {
    type Value = Object<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, fields: M) -> Result<Self::Value, M::Error> {
        T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        name: Option<String>,
    }

    fn read(text: &str) -> Option<Body> {
        serde_json::from_str::<Object<Body>>(text)
            .ok()
            .map(|object| object.0)
    }

    #[test]
    fn object_body_rejects_other_json_and_unknown_fields() {
        let name = Some("x".to_owned());
        assert_eq!(read(r#"{"name": "x"}"#), Some(Body { name }));
        assert_eq!(read("{}"), Some(Body { name: None }));
        for other in [r#"["x"]"#, "[]", "null", "1", r#"{"nome": "x"}"#] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
