//! Decoding of JSON strings.

use std::borrow::Cow;

/// Replaces text that cannot be decoded.
const REPLACEMENT: char = '\u{FFFD}';

/// Decodes the inside of a JSON string. Borrows if nothing is escaped. Invalid UTF-8 and invalid escapes are
/// replaced: half an emoji at the end of a shortened caption must not invalidate the rest of the response.
pub(crate) fn decode(raw: &[u8]) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'\\', raw) else {
        return String::from_utf8_lossy(raw);
    };
    let mut text = String::with_capacity(raw.len());
    let (mut plain, mut rest) = raw.split_at(first);
    loop {
        text.push_str(&String::from_utf8_lossy(plain));
        rest = unescape(rest, &mut text);
        if rest.is_empty() {
            return Cow::Owned(text);
        }
        let next = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        (plain, rest) = rest.split_at(next);
        if rest.is_empty() {
            text.push_str(&String::from_utf8_lossy(plain));
            return Cow::Owned(text);
        }
    }
}

/// Decodes one escape at the start of `rest`, and returns the text after it.
fn unescape<'a>(rest: &'a [u8], text: &mut String) -> &'a [u8] {
    let Some(letter) = rest.get(1) else {
        text.push(REPLACEMENT);
        return &[];
    };
    text.push(match letter {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'"' | b'\\' | b'/' => char::from(*letter),
        b'u' => return unescape_unit(rest, text),
        _ => REPLACEMENT,
    });
    // An escaped multi-byte character is not valid JSON; its bytes after the first are replaced separately.
    &rest[2..]
}

/// Decodes `\uXXXX`, or two of them that form a surrogate pair.
fn unescape_unit<'a>(rest: &'a [u8], text: &mut String) -> &'a [u8] {
    let Some(unit) = unit(rest) else {
        text.push(REPLACEMENT);
        return &rest[2..];
    };
    let rest = &rest[6..];
    if let Some(second) = self::unit(rest)
        && let Some(Ok(character)) = char::decode_utf16([unit, second]).next()
        && character.len_utf16() == 2
    {
        text.push(character);
        return &rest[6..];
    }
    text.push(char::from_u32(unit.into()).unwrap_or(REPLACEMENT));
    rest
}

/// Returns the number of the `\uXXXX` at the start of the bytes.
fn unit(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, digit| {
        let value = char::from(*digit).to_digit(16)?;
        Some(unit * 16 + u16::try_from(value).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_text_escapes_are_decoded() {
        assert_eq!(decode(br#"a\n\t\"\\\/\u002F\u00e9z"#), "a\n\t\"\\//\u{e9}z");
        assert_eq!(decode(br"\ud83d\udda4 and \ud83c\udf89"), "🖤 and 🎉");
    }

    #[test]
    fn json_text_without_escapes_is_borrowed() {
        assert!(matches!(decode("größe".as_bytes()), Cow::Borrowed("größe")));
    }

    #[test]
    fn json_text_replaces_only_undecodable_characters() {
        assert_eq!(decode(br"a\ud83d b"), "a\u{FFFD} b");
        assert_eq!(decode(br"a\ud83d\u0041"), "a\u{FFFD}A");
        assert_eq!(decode(br"a\u12"), "a\u{FFFD}12");
        assert_eq!(decode(b"a\\"), "a\u{FFFD}");
        assert_eq!(decode(b"a\xffb\\n"), "a\u{FFFD}b\n");
    }

    proptest::proptest! {
        #[test]
        fn json_text_written_by_serde_decodes_unchanged(text in ".*") {
            let written = serde_json::to_string(&text).unwrap();
            let inside = &written.as_bytes()[1..written.len() - 1];
            proptest::prop_assert_eq!(decode(inside), text);
        }

        #[test]
        fn json_text_decoder_accepts_any_bytes(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..60)) {
            decode(&bytes);
        }
    }
}
