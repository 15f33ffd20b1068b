//! A text that is sent in a header or an address.

use std::borrow::Cow;

use clipmeter_rules::facts::limits::{LONGEST_TEXT, NOT_PLAIN, PLAIN_PATTERN};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Plain ASCII of a bounded length, wherever in a spec it stands: in a list or under a name too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Plain(pub String);

impl JsonSchema for Plain {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Plain".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": LONGEST_TEXT,
            "x-kubernetes-validations": [
                {"rule": format!("self.matches('{PLAIN_PATTERN}')"), "message": NOT_PLAIN},
            ],
        })
    }
}
