//! Recorded responses serialized differently: order, spacing, escapes, types of numbers and unknown members must not
//! change the result of parsing.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::path::Path;

use clipmeter_proto::v1::Platform;
use clipmeter_scraper::core::model::{ParsedResponse, RawResponse, ResponseKind};
use clipmeter_scraper::platforms::{instagram, tiktok};
use serde_json::{Value, json};

/// Every recorded success: file name, kind and body.
fn recorded() -> Vec<(String, ResponseKind, Vec<u8>)> {
    let mut bodies = Vec::new();
    for platform in ["instagram", "tiktok"] {
        let folder = Path::new("../../shared/fixtures").join(platform);
        let expected = std::fs::read(folder.join("expected.json")).unwrap();
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        for (name, expected) in expected["files"].as_object().unwrap() {
            if expected["http_status"] == 200 && expected["outcome"].as_str().unwrap().starts_with("ok") {
                let kind = expected["type"].as_str().unwrap().parse().unwrap();
                bodies.push((name.clone(), kind, std::fs::read(folder.join(name)).unwrap()));
            }
        }
    }
    assert!(bodies.len() > 40, "{}", bodies.len());
    bodies
}

fn read(kind: ResponseKind, body: &[u8]) -> ParsedResponse<'_> {
    let response = RawResponse::anonymous(body);
    let mut parsed = match kind.platform() {
        Platform::Instagram => instagram::read(kind, &response),
        _ => tiktok::read(kind, &response),
    };
    // Both keep the type in which they were received, which some variants change.
    parsed.cursor = parsed
        .cursor
        .map(|cursor| clipmeter_scraper::core::model::Scalar::Text(cursor.to_string().into()));
    for item in &mut parsed.items {
        item.posted_at_text = None;
    }
    parsed
}

/// Rewrites each JSON document of a body: the whole body, or the data scripts of a page.
fn rewrite(body: &[u8], write: &dyn Fn(Value) -> String) -> Vec<u8> {
    let body = std::str::from_utf8(body).unwrap();
    if !body.trim_start().starts_with('<') {
        return write(serde_json::from_str(body).unwrap()).into_bytes();
    }
    let mut pieces = body.split("<script");
    let mut page = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (attributes, rest) = piece.split_once('>').unwrap();
        let (content, after) = rest.split_once("</script>").unwrap_or((rest, ""));
        let content = match serde_json::from_str(content) {
            Ok(document) if attributes.contains("application/json") => write(document),
            _ => content.to_owned(),
        };
        write!(page, "<script{attributes}>{content}</script>{after}").unwrap();
    }
    page.into_bytes()
}

fn check(write: &dyn Fn(Value) -> String) {
    for (name, kind, body) in recorded() {
        let variant = rewrite(&body, write);
        assert_eq!(read(kind, &variant), read(kind, &body), "{name}");
    }
}

/// Calls the function for every value of a document, innermost first.
fn map(value: Value, change: &dyn Fn(Value) -> Value) -> Value {
    change(match value {
        Value::Array(elements) => elements.into_iter().map(|element| map(element, change)).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, map(value, change)))
            .collect(),
        scalar => scalar,
    })
}

#[test]
fn parser_ignores_member_order() {
    // Serializing a document sorts its members.
    check(&|document| document.to_string());
}

#[test]
fn parser_ignores_white_space() {
    check(&|document| {
        serde_json::to_string_pretty(&document)
            .unwrap()
            .replace('\n', " \r\n\t")
    });
}

#[test]
fn parser_ignores_escapes() {
    check(&|document| {
        let mut written = String::new();
        for unit in document.to_string().encode_utf16() {
            match u8::try_from(unit) {
                Ok(b'/') => written.push_str("\\/"),
                Ok(byte) if byte.is_ascii() && byte != b'<' => written.push(char::from(byte)),
                _ => write!(written, "\\u{unit:04X}").unwrap(),
            }
        }
        written
    });
}

#[test]
fn parser_accepts_numbers_as_strings() {
    check(&|document| {
        let change = |value| match value {
            Value::Number(number) => number.to_string().into(),
            other => other,
        };
        map(document, &change).to_string()
    });
}

#[test]
fn parser_accepts_numbers_with_zero_fraction() {
    check(&|document| {
        let change = |value| match value {
            // Ids are too large to be represented exactly by a floating-point number.
            Value::Number(number) if number.as_i64().is_some_and(|number| number.abs() < 1 << 50) => {
                json!(number.as_f64())
            }
            other => other,
        };
        map(document, &change).to_string()
    });
}

#[test]
fn parser_ignores_unknown_members() {
    check(&|document| {
        let change = |value| match value {
            Value::Object(mut members) => {
                members.insert(
                    "a_new_member".to_owned(),
                    json!({"pk": [{"id": "1}]"}], "text": "login_required \"}\\"}),
                );
                members.insert("zz".to_owned(), json!([null, {}, [], "spam", true, 1.5e9]));
                Value::Object(members)
            }
            other => other,
        };
        // Maps whose keys the platform chooses accept any member.
        if document.get("ItemModule").is_some() || document.get("source").is_some() {
            return document.to_string();
        }
        map(document, &change).to_string()
    });
}

#[test]
fn parser_skips_corrupted_list_elements() {
    for corrupted in [
        json!(null),
        json!("gone"),
        json!([]),
        json!({}),
        json!({"node": null}),
        json!({"media": 7}),
    ] {
        for (name, kind, body) in recorded() {
            let variant = rewrite(&body, &|mut document| {
                for list in ["/items", "/itemList", "/aweme_list"] {
                    if let Some(Value::Array(list)) = document.pointer_mut(list) {
                        list.insert(0, corrupted.clone());
                    }
                }
                for connection in [
                    "data/user/edge_owner_to_timeline_media",
                    "data/xdt_api__v1__clips__user__connection_v2",
                ] {
                    if let Some(Value::Array(list)) = document.pointer_mut(&format!("/{connection}/edges")) {
                        list.push(corrupted.clone());
                    }
                }
                document.to_string()
            });
            let parsed = read(kind, &variant);
            let original = read(kind, &body);
            if !original.items.is_empty() {
                assert_eq!(
                    (parsed.outcome, &parsed.items),
                    (original.outcome, &original.items),
                    "{name}: {corrupted}"
                );
            }
        }
    }
}
