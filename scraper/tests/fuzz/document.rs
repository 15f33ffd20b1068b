//! The documents of an answer: how they are gone through and written, and what cannot be written as it is.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use serde_json::{Map, Value, json};

use crate::donor::Piece;

/// What a member of the same name as another is called until it is written.
pub(crate) const DOUBLE: &str = "~double";
/// What stands for a value that is too deep for the writer's own stack.
const DEEP: &str = "~deep";
const DEPTH: usize = 4000;

/// Something that is no count.
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

/// Visits every member of every object, outermost first.
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

/// The answer as it is sent. In a page, nothing of a document may end its script.
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
