//! Overwrites secrets byte for byte, so that everything else is parsed as before.

use std::ops::Range;

use super::quote::Quote;

/// Replaces letters.
const LETTER: u8 = b'x';
/// Replaces digits. Not 0, because numbers must not begin with it, and not 9, because the longest IDs would no longer fit into 64 bits.
const DIGIT: u8 = b'1';
/// Replaces an escaped character: the code of [`LETTER`].
const ESCAPED: &[u8; 4] = b"0078";

/// Overwrites a text: each letter, each digit and each byte beyond ASCII. Quotes, brackets and other structural characters stay, and so do
/// backslashes and the characters that form escapes with them.
pub(super) fn text(body: &mut [u8], span: Range<usize>) {
    let mut at = span.start;
    while at < span.end {
        let follows_backslash = at > span.start && body[at - 1] == b'\\';
        if follows_backslash && body[at] == b'u' && at + ESCAPED.len() < span.end && is_unit(&body[at + 1..])
        {
            body[at + 1..=at + ESCAPED.len()].copy_from_slice(ESCAPED);
            at += 1 + ESCAPED.len();
            continue;
        }
        if !(follows_backslash && b"bfnrtu".contains(&body[at])) {
            body[at] = covered(body[at]);
        }
        at += 1;
    }
}

/// Overwrites the digits of a number, but not its sign or exponent.
pub(super) fn number(body: &mut [u8], span: Range<usize>) {
    for byte in &mut body[span] {
        if byte.is_ascii_digit() {
            *byte = DIGIT;
        }
    }
}

/// Overwrites the strings inside an object or a list, except members' names.
pub(super) fn strings(body: &mut [u8], span: Range<usize>) {
    let mut at = span.start;
    while let Some(found) = memchr::memchr(b'"', &body[at..span.end]) {
        let escape = body[at..at + found]
            .iter()
            .rev()
            .take_while(|byte| **byte == b'\\')
            .count();
        let Some((quote, from)) = Quote::at(&body[..span.end], at + found - escape) else {
            return;
        };
        let to = quote.end(&body[..span.end], from);
        at = (to + escape + 1).min(span.end);
        if !body[at..span.end].trim_ascii_start().starts_with(b":") {
            text(body, from..to);
        }
    }
}

fn is_unit(bytes: &[u8]) -> bool {
    bytes.len() >= 4 && bytes[..4].iter().all(u8::is_ascii_hexdigit)
}

fn covered(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => DIGIT,
        b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => LETTER,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(written: &str, how: impl Fn(&mut [u8], Range<usize>)) -> String {
        let mut body = written.as_bytes().to_vec();
        let whole = 0..body.len();
        how(&mut body, whole);
        String::from_utf8(body).unwrap()
    }

    #[test]
    fn overwrite_keeps_length_and_escapes() {
        for (written, expected) in [
            ("NAc7:42_b", "xxx1:11_x"),
            (r"a\u002Fb\/c\n", r"x\u0078x\/x\n"),
            (r"a\\u00e9\u00", r"x\\u0078\u11"),
            ("grün", "xxxxx"),
        ] {
            assert_eq!(covered(written, text), expected, "{written}");
        }
        assert_eq!(covered("-120.5e+3", number), "-111.1e+1");
    }

    #[test]
    fn overwrite_keeps_member_names_of_objects() {
        for (written, expected) in [
            (
                r#"{"NAME" : "Ann B","ID":"7","n":8,"all":["x1","cut"#,
                r#"{"NAME" : "xxx x","ID":"1","n":8,"all":["x1","xxx"#,
            ),
            (
                r#"{\"NAME\":\"A \\\"B\\\"\",\"ID\":\"7\"}"#,
                r#"{\"NAME\":\"x \\\"x\\\"\",\"ID\":\"1\"}"#,
            ),
        ] {
            assert_eq!(covered(written, strings), expected);
        }
    }
}
