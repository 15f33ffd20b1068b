//! A string that is sent in a header or a URL.

use std::borrow::Cow;

use clipmeter_platform_config::limits::{ASCII_PATTERN, MAX_TEXT_LENGTH, NOT_ASCII};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Printable ASCII of a bounded length, for any place in a spec, including list items and map values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AsciiString(pub String);

impl JsonSchema for AsciiString {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "AsciiString".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": MAX_TEXT_LENGTH,
            "x-kubernetes-validations": [
                {"rule": format!("self.matches('{ASCII_PATTERN}')"), "message": NOT_ASCII},
            ],
        })
    }
}
