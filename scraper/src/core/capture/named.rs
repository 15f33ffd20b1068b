//! Secrets identified by their name: `"csrf_token":"…"`, `sessionid=…`, `["fb_dtsg","…"]`, in data, in nested data, in URLs and in plain
//! text.

use std::ops::Range;

use super::names::{Meaning, meaning};
use super::overwrite;
use super::quote::Quote;

/// Separators between a name and its value.
const SEPARATORS: [&[u8]; 7] = [b":", b"=", b"%3A", b"%3D", b"%253D", b"&#61;", b"\\u003D"];

/// Separator between a module's name and the object with its data in Meta's pages.
const MODULE: &[u8] = b",[],";

/// Literals that are not secrets.
const LITERALS: [&[u8]; 4] = [b"true", b"false", b"null", b"undefined"];

/// Maximum length of an object about the session's user, in bytes.
const MAX_OBJECT_LENGTH: usize = 64 * 1024;

/// Overwrites in `to` the secrets that `from` names; `to` is a copy of `from`.
pub(super) fn cover(from: &[u8], to: &mut [u8]) {
    let mut at = 0;
    while at < from.len() {
        let length = from[at..].iter().take_while(|byte| is_name(**byte)).count();
        if length > 0 {
            let name = without_escape(from, at..at + length);
            if let Some(meaning) = meaning(&from[name.clone()]) {
                value(from, to, name, meaning);
            }
        }
        at += length.max(1);
    }
}

/// Overwrites the value after a name, if there is one.
fn value(from: &[u8], to: &mut [u8], name: Range<usize>, meaning: Meaning) {
    let closing = Quote::at(from, name.end);
    let behind = skip_space(from, closing.map_or(name.end, |(_, after)| after));
    let separator = SEPARATORS
        .into_iter()
        .find(|separator| from[behind..].starts_with(separator));
    if meaning == Meaning::Viewer {
        let before = separator.or_else(|| from[behind..].starts_with(MODULE).then_some(MODULE));
        if let Some(before) = before {
            let at = skip_space(from, behind + before.len());
            overwrite::strings(to, at..object_end(from, at));
        }
        return;
    }
    let at = match separator {
        Some(separator) => skip_space(from, behind + separator.len()),
        // A pair in a list. A name that is itself the value of a member is followed by the next member.
        None if closing.is_some() && from[behind..].starts_with(b",") && begins_list(from, name.start) => {
            skip_space(from, behind + 1)
        }
        None => return,
    };
    match (closing, Quote::at(from, at)) {
        (Some((own, _)), Some((quote, content))) if own.is_as_deep_as(quote) => {
            overwrite::text(to, content..quote.end(from, content));
        }
        // The quote may instead end the text that contains the name. In that case it is followed by parts of the surrounding document.
        (None, Some((quote, content))) => {
            let span = content..quote.end(from, content);
            if !from[span.clone()].iter().any(|byte| b",[]{}".contains(byte)) {
                overwrite::text(to, span);
            }
        }
        (_, None) if separator.is_some() => bare(from, to, at),
        _ => {}
    }
}

/// Overwrites a value without quotes: a number of a document, or a part of a URL or a header.
fn bare(from: &[u8], to: &mut [u8], at: usize) {
    let rest = &from[at..];
    let length = rest.iter().take_while(|byte| is_value(**byte)).count();
    let value = &rest[..length];
    let is_number = value
        .strip_prefix(b"-")
        .unwrap_or(value)
        .first()
        .is_some_and(u8::is_ascii_digit)
        && value
            .iter()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
    if is_number {
        overwrite::number(to, at..at + length);
    } else if !LITERALS.contains(&value) {
        overwrite::text(to, at..at + length);
    }
}

/// Returns the name without the rest of an escape before it: `lsd` in `\u0026lsd` and `%26lsd`.
fn without_escape(bytes: &[u8], name: Range<usize>) -> Range<usize> {
    let escape = match name.start.checked_sub(1).map(|before| bytes[before]) {
        Some(b'\\') if bytes[name.start] == b'u' => 5,
        Some(b'\\') => 1,
        Some(b'%') => 2,
        _ => 0,
    };
    (name.start + escape).min(name.end)..name.end
}

/// Returns whether a quoted name is the first element of a list.
fn begins_list(bytes: &[u8], name: usize) -> bool {
    let before = bytes[..name].trim_ascii_end();
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'' | b'\\');
    let quotes = before.iter().rev().take_while(|byte| is_quote(byte)).count();
    before[..before.len() - quotes].trim_ascii_end().ends_with(b"[")
}

/// Returns the end of the object that begins at `at`, or `at` if it has no end.
fn object_end(bytes: &[u8], at: usize) -> usize {
    let near = &bytes[at..bytes.len().min(at + MAX_OBJECT_LENGTH)];
    let mut depth = 0_usize;
    for (length, byte) in near.iter().enumerate() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + length;
        }
    }
    at + near.len()
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn is_value(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.~%+/|:*!@$".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(text: &str) -> String {
        let mut to = text.as_bytes().to_vec();
        cover(text.as_bytes(), &mut to);
        String::from_utf8(to).unwrap()
    }

    #[test]
    fn named_secret_is_overwritten_in_every_notation() {
        for (text, expected) in [
            (
                r#"{"csrf_token" : "aB3", "id":"7"}"#,
                r#"{"csrf_token" : "xx1", "id":"7"}"#,
            ),
            (r#"{"wid":7000,"n":-4}"#, r#"{"wid":1111,"n":-4}"#),
            (r#"{"token":null,"nonce":true}"#, r#"{"token":null,"nonce":true}"#),
            (
                r#"{"raw":"{\"csrf_token\":\"ab\",\"a\":\"b\"}"}"#,
                r#"{"raw":"{\"csrf_token\":\"xx\",\"a\":\"b\"}"}"#,
            ),
            (
                r#"["LSD",[],{"token":"AVq"},323]"#,
                r#"["LSD",[],{"token":"xxx"},323]"#,
            ),
            (r#"["fb_dtsg","NA:1"]"#, r#"["fb_dtsg","xx:1"]"#),
            (
                r#"{"error_type":"token","status":"fail"}"#,
                r#"{"error_type":"token","status":"fail"}"#,
            ),
            ("a=1&lsd=AVq_x&b=2", "a=1&lsd=xxx_x&b=2"),
            (r"?a\u0026jazoest=2195\u0026b=2", r"?a\u0026jazoest=1111\u0026b=2"),
            ("%3Fnext%26lsd%3DAVq", "%3Fnext%26lsd%3Dxxx"),
            ("a=b; sessionid=12%3Aab; Path=/", "a=b; sessionid=11%1xxx; Path=/"),
            (
                "<i data-x='{&quot;device_id&quot;:&quot;aB&quot;}'>",
                "<i data-x='{&quot;device_id&quot;:&quot;xx&quot;}'>",
            ),
            (
                r#"["CurrentUserInitialData",[],{"NAME":"Ann","ID":"7"},270],["A","B"]"#,
                r#"["CurrentUserInitialData",[],{"NAME":"xxx","ID":"1"},270],["A","B"]"#,
            ),
            (
                r#"{"viewer":{"full_name":"Ann","x":{"y":"z"}},"a":"b"}"#,
                r#"{"viewer":{"full_name":"xxx","x":{"y":"x"}},"a":"b"}"#,
            ),
            (r#"{"viewer":null,"a":"b"}"#, r#"{"viewer":null,"a":"b"}"#),
            (r#"{"token":"cut"#, r#"{"token":"xxx"#),
            ("token", "token"),
            (r#"["token:",[null,"a"]]"#, r#"["token:",[null,"a"]]"#),
            (r#"{"a":"token\":","b":[null]}"#, r#"{"a":"token\":","b":[null]}"#),
        ] {
            assert_eq!(covered(text), expected);
        }
    }
}
