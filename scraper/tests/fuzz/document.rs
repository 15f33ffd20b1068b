//! The JSON documents of a response: visiting and serializing them, with placeholders for values that serde cannot hold.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use serde_json::{Map, Value, json};

use crate::donor::Piece;

/// Placeholder name of a duplicate member until it is serialized.
pub(crate) const DOUBLE: &str = "~double";
/// Placeholder for a value that is nested too deeply for the serializer's stack.
const DEEP: &str = "~deep";
const DEPTH: usize = 4000;

/// A value that is not a count.
pub(crate) fn no_count(random: &mut StdRng) -> Value {
    [
        Value::Null,
        json!(""),
        json!(" "),
        json!("n/a"),
        json!("987654321abc"),
        json!("98,765"),
        json!([]),
        json!({}),
        json!([5]),
        json!({"count": null}),
        json!(true),
        json!(false),
        json!(-1),
        json!("-7"),
        json!(98765.4321),
        json!(1e300),
        json!("1e300"),
        json!(99_999_999_999_999_999_999_f64),
        json!("99999999999999999999"),
        json!("0x10"),
        json!("NaN"),
        json!(DEEP),
    ]
    .choose(random)
    .unwrap()
    .clone()
}

/// The documents among the pieces.
pub(crate) fn documents(pieces: &mut [Piece]) -> impl Iterator<Item = &mut Value> {
    pieces.iter_mut().filter_map(|piece| match piece {
        Piece::Json(document) => Some(document),
        Piece::Text(_) => None,
    })
}

/// Calls the function for every member of every object, outermost first.
pub(crate) fn each_member(value: &mut Value, visit: &mut impl FnMut(&mut Map<String, Value>, &str)) {
    match value {
        Value::Object(members) => {
            let keys: Vec<String> = members.keys().cloned().collect();
            for key in keys {
                visit(members, &key);
                if let Some(value) = members.get_mut(&key) {
                    each_member(value, visit);
                }
            }
        }
        Value::Array(elements) => elements
            .iter_mut()
            .for_each(|element| each_member(element, visit)),
        _ => {}
    }
}

/// Returns the body to send. In a page, no text of a document may end its script element.
pub(crate) fn written(pieces: &[Piece]) -> String {
    let is_page = pieces.len() > 1;
    let deep = format!("{}{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Json(document) => {
            let text = document
                .to_string()
                .replace(DOUBLE, "")
                .replace(&format!("\"{DEEP}\""), &deep);
            if is_page {
                text.replace('<', "\\u003C")
            } else {
                text
            }
        }
    });
    pieces.collect()
}
