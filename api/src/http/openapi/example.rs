//! Examples of bodies, composed of the examples of their fields. A field without its own example gets one by its name,
//! because a name has one meaning everywhere.

use serde_json::{Map, Value, json};

/// Schemas nest a few levels; a recursive one has no finite example.
const MAX_DEPTH: usize = 16;

/// Examples of text fields by name.
const TEXTS: &[(&str, &str)] = &[
    (
        "access_token",
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOjF9.c2lnbmF0dXJl",
    ),
    ("account", "natgeo"),
    ("address", "192.0.2.10"),
    ("caption", "The lake at dawn"),
    ("company_name", "Northwind"),
    ("current_password", "correct horse battery"),
    ("description", "Outdoor brands"),
    ("email", "mara@example.com"),
    ("error", "This account is already tracked"),
    ("file", "71234567890%3AAbCdEfGhIjKlMn%3A12%3AAYexample"),
    ("full_name", "Mara Lindqvist"),
    ("group", "Northwind"),
    ("group_name", "Northwind"),
    ("message", "Done"),
    ("name", "Northwind"),
    ("new_password", "seven green bottles"),
    ("password", "correct horse battery"),
    ("query", "sort=views&kind=video"),
    ("sessions", "71234567890%3AAbCdEfGhIjKlMn%3A12%3AAYexample"),
    ("item_id", "C8xYz12AbCd"),
    ("shortcode", "C8xYz12AbCd"),
    ("status", "ok"),
    ("status_text", "Up to date"),
    ("url", "https://www.tiktok.com/@natgeo/video/7301234567890123456"),
    ("urls", "https://www.tiktok.com/@natgeo/video/7301234567890123456"),
    ("username", "mara"),
    ("video_id", "7301234567890123456"),
];

/// The document's schemas by name, as JSON.
pub(crate) struct Schemas(Value);

impl Schemas {
    pub(crate) fn new(schemas: Value) -> Self {
        Self(schemas)
    }

    /// Returns an example of this schema. None when a text in it has no example, since it cannot be generated.
    pub(crate) fn example(&self, schema: &Value) -> Option<Value> {
        self.at("", schema, MAX_DEPTH)
    }

    /// Returns whether an object of this schema may have the field.
    pub(crate) fn has_field(&self, schema: &Value, field: &str) -> bool {
        let named = schema["$ref"]
            .as_str()
            .and_then(|name| self.0.get(name.rsplit('/').next()?));
        let choices = schema["oneOf"].as_array().into_iter().flatten();
        named.unwrap_or(schema)["properties"].get(field).is_some()
            || choices.into_iter().any(|choice| self.has_field(choice, field))
    }

    fn at(&self, field: &str, schema: &Value, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let written = schema.get("example").or_else(|| schema.pointer("/examples/0"));
        let fixed = || schema.get("const").or_else(|| schema.pointer("/enum/0"));
        if let Some(value) = written.or_else(fixed) {
            return Some(value.clone());
        }
        if let Some(name) = schema["$ref"].as_str() {
            return self.at(field, self.0.get(name.rsplit('/').next()?)?, depth);
        }
        if let Some(choices) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
            let choice = choices
                .as_array()?
                .iter()
                .find(|choice| choice["type"] != "null")?;
            return self.at(field, choice, depth);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = Map::new();
            for part in parts {
                whole.extend(self.at(field, part, depth)?.as_object()?.clone());
            }
            return Some(Value::Object(whole));
        }
        self.of_type(type_of(schema)?, field, schema, depth)
    }

    fn of_type(&self, name: &str, field: &str, schema: &Value, depth: usize) -> Option<Value> {
        match name {
            "object" => {
                let mut fields = Map::new();
                for (field, of) in schema["properties"].as_object().into_iter().flatten() {
                    fields.insert(field.clone(), self.at(field, of, depth)?);
                }
                Some(Value::Object(fields))
            }
            "array" => Some(json!([self.at(field, &schema["items"], depth)?])),
            "string" => match schema["format"].as_str() {
                Some("date-time") => Some(json!("2026-11-21T09:30:00Z")),
                Some("date") => Some(json!("2026-11-21")),
                Some("uuid") => Some(json!("01968f0e-7b5c-7d44-9a3e-2f6d1c0b8a97")),
                _ => text(field).map(Value::from),
            },
            "integer" | "number" => {
                let least = schema.get("default").or_else(|| schema.get("minimum"));
                Some(least.cloned().unwrap_or_else(|| json!(1)))
            }
            "boolean" => Some(schema.get("default").cloned().unwrap_or(json!(true))),
            _ => None,
        }
    }
}

fn text(field: &str) -> Option<&'static str> {
    TEXTS
        .iter()
        .find(|(name, _)| *name == field)
        .map(|(_, text)| *text)
}

/// Returns the non-null type: an optional one is "its type or null".
fn type_of(schema: &Value) -> Option<&str> {
    match &schema["type"] {
        Value::String(name) => Some(name),
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schemas() -> Schemas {
        Schemas::new(json!({
            "Name": {"type": "string", "example": "natgeo"},
            "Endless": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Endless"}}},
        }))
    }

    #[test]
    fn example_of_object_combines_field_examples() {
        let schema = json!({"type": "object", "properties": {
            "names": {"type": "array", "items": {"$ref": "#/components/schemas/Name"}},
            "since": {"type": ["string", "null"], "format": "date-time"},
            "way": {"oneOf": [{"type": "null"}, {"type": "string", "enum": ["asc", "desc"]}]},
            "limit": {"type": "integer", "default": 10, "minimum": 0},
        }});
        let example =
            json!({"names": ["natgeo"], "since": "2026-11-21T09:30:00Z", "way": "asc", "limit": 10});
        assert_eq!(schemas().example(&schema), Some(example));
    }

    #[test]
    fn example_of_all_of_merges_its_parts() {
        let part = |field: &str| json!({"type": "object", "properties": {field: {"type": "boolean"}}});
        let schema = json!({"allOf": [part("a"), part("b")]});
        assert_eq!(schemas().example(&schema), Some(json!({"a": true, "b": true})));
    }

    #[test]
    fn example_is_absent_for_unknown_strings_and_recursive_schemas() {
        let schema = json!({"type": "object", "properties": {"unheard_of": {"type": "string"}}});
        assert_eq!(schemas().example(&schema), None);
        assert_eq!(
            schemas().example(&json!({"$ref": "#/components/schemas/Endless"})),
            None
        );
    }
}
