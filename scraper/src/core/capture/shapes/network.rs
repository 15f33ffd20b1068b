//! IP addresses of both versions.

use super::run;
use crate::core::capture::overwrite;

pub(super) fn cover(from: &[u8], to: &mut [u8]) {
    let mut at = 0;
    while at < from.len() {
        // Letters belong to the run, so that half a word is not mistaken for part of an address.
        let length = run(&from[at..], |byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':')
        });
        let end = at + length;
        let first = (at..end).find(|at| from[*at] != b'.').unwrap_or(end);
        // Two colons are part of the address; a single one follows it in a sentence.
        let is_part =
            |at: &usize| !matches!(from[*at], b'.' | b':') || *at > first && from[*at - 1..=*at] == *b"::";
        let last = (first..end).rfind(is_part).map_or(first, |last| last + 1);
        if is_v4(&from[first..last]) || is_v6(&from[first..last]) {
            overwrite::text(to, first..last);
        }
        at = end + 1;
    }
}

/// Returns whether the text is four numbers of one byte each, optionally with a port. Some version numbers look the same.
fn is_v4(text: &[u8]) -> bool {
    let text = text.split(|byte| *byte == b':').next().unwrap_or_default();
    let mut parts = text.split(|byte| *byte == b'.');
    let is_byte = |part: &[u8]| {
        (1..=3).contains(&part.len())
            && part.iter().all(u8::is_ascii_digit)
            && std::str::from_utf8(part).is_ok_and(|part| part.parse::<u8>().is_ok())
    };
    (0..4).all(|_| parts.next().is_some_and(is_byte)) && parts.next().is_none()
}

/// Returns whether the text is eight groups of hexadecimal digits, or at least three if some are omitted; fewer are not a routed
/// address, or are a time of day.
fn is_v6(text: &[u8]) -> bool {
    let groups = || text.split(|byte| *byte == b':');
    let (all, empty) = (
        groups().count(),
        groups().filter(|group| group.is_empty()).count(),
    );
    let is_short = (1..=2).contains(&empty) && text.windows(2).any(|pair| pair == b"::") && all - empty >= 3;
    let is_group = |group: &[u8]| group.len() <= 4 && group.iter().all(u8::is_ascii_hexdigit);
    groups().all(is_group) && (all == 8 && empty == 0 || all <= 8 && is_short)
}

#[cfg(test)]
mod tests {
    use crate::core::capture::shapes::covered;

    #[test]
    fn ip_addresses_of_both_versions_are_overwritten() {
        for (text, expected) in [
            (r#""ip":"203.0.113.7""#, r#""ip":"111.1.111.1""#),
            ("from 203.0.113.7:8080.", "from 111.1.111.1:1111."),
            ("\"2001:db8::8a2e:7334\"", "\"1111:xx1::1x1x:1111\""),
            ("2001:db8:0:0:1:0:0:1", "1111:xx1:1:1:1:1:1:1"),
            ("at 12:34:56 or 1.2.3", "at 12:34:56 or 1.2.3"),
            ("a::before{b:c}", "a::before{b:c}"),
            ("1.2.3.4.5 and 300.1.1.1", "1.2.3.4.5 and 300.1.1.1"),
            ("www.instagram.com", "www.instagram.com"),
            (":", ":"),
        ] {
            assert_eq!(covered(text), expected);
        }
    }
}
