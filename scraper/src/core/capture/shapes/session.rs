//! Sessions, claims and URLs of challenges, which have distinctive forms.

use memchr::memmem;

use super::{run, run_back};
use crate::core::capture::overwrite;

/// Separators between the parts of a session.
const DIVIDERS: [&[u8]; 4] = [b":", b"%3A", b"%253A", b"\\u003A"];

/// Prefixes of a claim and of an application's login token.
const MARKS: [&[u8]; 2] = [b"hmac.", b"IGT:2:"];

/// Path of a challenge; it is followed by the user ID and a proof.
const CHALLENGES: [&[u8]; 3] = [b"/challenge/", b"\\/challenge\\/", b"%2Fchallenge%2F"];

/// Shortest secret part, bytes.
const MIN: usize = 8;

pub(super) fn cover(from: &[u8], to: &mut [u8]) {
    for divider in DIVIDERS {
        for at in memmem::find_iter(from, divider) {
            let user = run_back(&from[..at], |byte| byte.is_ascii_digit());
            if user > 0
                && let Some(length) = proof(&from[at..], divider)
            {
                overwrite::text(to, at - user..at);
                // The separators stay; otherwise, escapes in them would change.
                for (start, part) in parts(&from[at..at + length], divider) {
                    overwrite::text(to, at + start..at + start + part);
                }
            }
        }
    }
    for mark in MARKS {
        for at in memmem::find_iter(from, mark) {
            let start = at + mark.len();
            let length = run(&from[start..], |byte| is_token(byte) || b"+/=".contains(&byte));
            if length >= MIN {
                overwrite::text(to, start..start + length);
            }
        }
    }
    for mark in CHALLENGES {
        for at in memmem::find_iter(from, mark) {
            let start = at + mark.len();
            let length = run(&from[start..], |byte| is_token(byte) || b"/\\%".contains(&byte));
            overwrite::text(to, start..start + length);
        }
    }
}

/// Returns the length of the rest of a session, which begins with a separator: a proof, a number, and usually
/// another proof.
fn proof(bytes: &[u8], divider: &[u8]) -> Option<usize> {
    let first = divider.len() + run(&bytes[divider.len()..], is_token);
    if first < divider.len() + MIN || !bytes[first..].starts_with(divider) {
        return None;
    }
    let number = first + divider.len();
    let digits = run(&bytes[number..], |byte| byte.is_ascii_digit());
    let mut end = number + digits;
    if bytes[end..].starts_with(divider) {
        end += divider.len() + run(&bytes[end + divider.len()..], is_token);
    }
    (digits > 0).then_some(end)
}

/// Returns the start and length of each part.
fn parts<'a>(bytes: &'a [u8], divider: &'a [u8]) -> impl Iterator<Item = (usize, usize)> + 'a {
    memmem::find_iter(bytes, divider).map(move |at| {
        let start = at + divider.len();
        (start, run(&bytes[start..], is_token))
    })
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

#[cfg(test)]
mod tests {
    use crate::core::capture::shapes::covered;

    #[test]
    fn session_secrets_are_recognized_by_their_form() {
        for (text, expected) in [
            (
                "17841400%3AaBcDeFgH12%3A28%3AAYf-x_y",
                "11111111%3Axxxxxxxx11%3A11%3Axxx-x_x",
            ),
            ("'17841400:aBcDeFgH12:28'", "'11111111:xxxxxxxx11:11'"),
            (r"1\u003AaBcDeFgH12\u003A28", r"1\u003Axxxxxxxx11\u003A11"),
            ("hmac.AR3x_0aBcDeF", "hmac.xx1x_1xxxxxx"),
            ("IGT:2:eyJkc191c2VyX2lk==", "IGT:2:xxxxx111x1xxx1xx=="),
            (
                "https:\\/\\/i.instagram.com\\/challenge\\/17\\/aB\\/",
                "https:\\/\\/i.instagram.com\\/challenge\\/11\\/xx\\/",
            ),
            ("/challenge/?next=/", "/challenge/?next=/"),
            ("10:30:15", "10:30:15"),
            (r#"{"a":1234,"b":5}"#, r#"{"a":1234,"b":5}"#),
        ] {
            assert_eq!(covered(text), expected);
        }
    }
}
