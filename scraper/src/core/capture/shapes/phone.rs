//! Telephone numbers.

use std::ops::Range;

use super::run;
use crate::core::capture::overwrite;

/// Minimum number of digits of a number with a country code.
const WITH_COUNTRY: usize = 8;

/// Digits of a number without a country code.
const WITHOUT_COUNTRY: Range<usize> = 9..15;

/// Encodings of the plus sign.
const PLUS: [&[u8]; 3] = [b"+", b"\\u002B", b"%2B"];

/// URL prefixes before a telephone number.
const SCHEMES: [&[u8]; 3] = [b"tel:", b"wa.me/", b"whatsapp.com/send?phone="];

pub(super) fn cover(from: &[u8], to: &mut [u8]) {
    let mut at = 0;
    while at < from.len() {
        let length = run(&from[at..], |byte| {
            byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'.' | b'/' | b'(' | b')')
        });
        let first = (at..at + length).find(|at| from[*at].is_ascii_digit() || from[*at] == b'(');
        if let Some(first) = first
            && is_number(&from[..first], &from[first..at + length], from.get(at + length))
        {
            overwrite::number(to, first..at + length);
        }
        at += length + 1;
    }
}

/// Returns whether such a run of digits is a telephone number. IDs and times are as long, so either the preceding text or the
/// format must identify it.
fn is_number(before: &[u8], number: &[u8], after: Option<&u8>) -> bool {
    let digits = number.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_marked = PLUS.into_iter().chain(SCHEMES).any(|mark| before.ends_with(mark));
    if is_marked {
        return digits >= WITH_COUNTRY;
    }
    let in_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if in_word(before.last()) || in_word(after) {
        return false;
    }
    let number = number.trim_ascii();
    let groups: Vec<usize> = number
        .split(|byte| !byte.is_ascii_digit())
        .map(<[u8]>::len)
        .filter(|length| *length > 0)
        .collect();
    let is_national = groups.len() > 1
        && number.strip_prefix(b"(").unwrap_or(number).starts_with(b"0")
        && groups[0] > 1
        && WITHOUT_COUNTRY.contains(&digits);
    is_national || groups == [3, 3, 4]
}

#[cfg(test)]
mod tests {
    use crate::core::capture::shapes::covered;

    #[test]
    fn phone_numbers_are_distinguished_from_other_digits() {
        for (text, expected) in [
            ("call +49 151 234 56 78!", "call +11 111 111 11 11!"),
            (r"call \u002B4915123456", r"call \u002B1111111111"),
            ("https://wa.me/4915123456", "https://wa.me/1111111111"),
            ("0151 / 234 56 78", "1111 / 111 11 11"),
            ("(212) 555-0100", "(111) 111-1111"),
            (
                r#"{"id":"7512345678901234567"}"#,
                r#"{"id":"7512345678901234567"}"#,
            ),
            ("2026-11-22 10:15", "2026-11-22 10:15"),
            ("1,234 likes, 56 comments", "1,234 likes, 56 comments"),
            ("0.5 0.25 1000 0", "0.5 0.25 1000 0"),
            ("[0, 15123, 45678901]", "[0, 15123, 45678901]"),
            ("1.5e+12", "1.5e+12"),
        ] {
            assert_eq!(covered(text), expected);
        }
    }
}
