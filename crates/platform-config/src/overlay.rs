//! Merging of one layer into a document.

use serde_json::Value;

use super::{PlatformConfigError, former};

/// The object whose members are named by the platform, not by Clipmeter.
const FREE: &str = "tiktok.item_list_query";

/// Merges a layer into the document (RFC 7396). The layer was checked, so it contains no null: no member may
/// be removed.
pub(super) fn merged(document: Value, layer: Value) -> Value {
    match (document, layer) {
        (Value::Object(mut members), Value::Object(changes)) => {
            for (name, change) in changes {
                let before = members.remove(&name).unwrap_or(Value::Null);
                members.insert(name, merged(before, change));
            }
            Value::Object(members)
        }
        (_, changed) => changed,
    }
}

/// Returns the first error of a layer: a member that the document does not have, or a value of another type.
pub(super) fn fits(document: &Value, layer: &Value) -> Result<(), PlatformConfigError> {
    compare(document, layer, "")
}

fn compare(document: &Value, layer: &Value, path: &str) -> Result<(), PlatformConfigError> {
    match (document, layer) {
        (Value::Object(known), Value::Object(given)) => given.iter().try_for_each(|(name, value)| {
            let path = below(path, name);
            match known.get(name) {
                Some(known) => compare(known, value, &path),
                None if is_free(&path) && value.is_string() => Ok(()),
                None => {
                    let reason = former::called_now(&path)
                        .map_or("there is no such member".to_owned(), |now| {
                            format!("was renamed to {now}")
                        });
                    Err(PlatformConfigError::new(path, reason))
                }
            }
        }),
        (Value::Array(known), Value::Array(given)) => {
            let Some(example) = known.first() else {
                return Ok(());
            };
            (0..).zip(given).try_for_each(|(index, value): (usize, _)| {
                compare(example, value, &format!("{path}[{index}]"))
            })
        }
        (known, given) if is_alike(known, given) => Ok(()),
        (known, given) => {
            let path = if path.is_empty() { "document" } else { path };
            let hint = if former::was_number(path) && given.is_number() {
                ": put the number into quotation marks"
            } else {
                ""
            };
            Err(PlatformConfigError::new(
                path,
                format!("must be {}{hint}", kind(known)),
            ))
        }
    }
}

/// Removes members that the document does not have from the layer, and returns an error for each.
pub(super) fn take_unknown(document: &Value, layer: &mut Value) -> Vec<PlatformConfigError> {
    let mut taken = Vec::new();
    prune(document, layer, "", &mut taken);
    taken
}

fn prune(document: &Value, layer: &mut Value, path: &str, taken: &mut Vec<PlatformConfigError>) {
    match (document, layer) {
        (Value::Object(known), Value::Object(given)) => given.retain(|name, value| {
            let path = below(path, name);
            if let Some(known) = known.get(name) {
                prune(known, value, &path, taken);
                return true;
            }
            let is_free = is_free(&path);
            if !is_free {
                taken.push(PlatformConfigError::new(
                    path,
                    "there is no such member in this version",
                ));
            }
            is_free
        }),
        (Value::Array(known), Value::Array(given)) => {
            for (index, value) in given.iter_mut().enumerate() {
                if let Some(example) = known.first() {
                    prune(example, value, &format!("{path}[{index}]"), taken);
                }
            }
        }
        _ => {}
    }
}

fn below(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn is_free(path: &str) -> bool {
    path.strip_prefix(FREE).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns whether one value may replace another. An integer may replace a fraction.
fn is_alike(known: &Value, given: &Value) -> bool {
    kind(known) == kind(given) || (known.is_f64() && given.is_number())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_u64() => "a whole number that is not negative",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
