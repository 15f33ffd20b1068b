//! Start tags and their attributes.

use memchr::memmem;

/// Maximum length of a start tag that is parsed, in bytes. Real ones are far shorter.
const TAG_LIMIT: usize = 16 * 1024;

/// Returns the raw attributes of the start tags that begin with `opening` (`<script`, in lower case), and the text
/// after each tag.
///
/// If a tag does not end within the limit, everything up to the limit is skipped, so that a page of unclosed tags
/// is scanned once and not once for each of them.
pub(crate) fn tags<'p>(page: &'p [u8], opening: &'static [u8]) -> impl Iterator<Item = (&'p [u8], &'p [u8])> {
    let finder = memmem::Finder::new(opening);
    let mut rest = page;
    std::iter::from_fn(move || {
        loop {
            rest = &rest[finder.find(rest)? + opening.len()..];
            if !matches!(
                rest.first()?,
                b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r' | b'\x0C'
            ) {
                continue; // a longer name
            }
            let near = &rest[..rest.len().min(TAG_LIMIT)];
            if let Some(length) = attributes_length(near) {
                let (attributes, after) = rest.split_at(length);
                rest = &after[1..];
                return Some((attributes, rest));
            }
            rest = &rest[near.len()..];
        }
    })
}

/// Returns the number of bytes before the `>` that closes the tag; `None` if it is not closed.
fn attributes_length(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr3(b'>', b'"', b'\'', &rest[at..])?;
        match rest[at] {
            b'>' => return Some(at),
            quote => at += 1 + memchr::memchr(quote, &rest[at + 1..])? + 1,
        }
    }
}

/// Returns the raw value of the first attribute with this name. Attributes may come in any order, over several
/// lines, with either kind of quotes or none.
pub(crate) fn attribute<'p>(attributes: &'p [u8], name: &str) -> Option<&'p [u8]> {
    let mut rest = attributes;
    loop {
        rest = skip(rest, |byte| byte.is_ascii_whitespace() || byte == b'/');
        let length = rest
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'/'));
        let (found, after) = rest.split_at(length.unwrap_or(rest.len()));
        if found.is_empty() && after.is_empty() {
            return None;
        }
        let value;
        (value, rest) = match skip(after, |byte| byte.is_ascii_whitespace()) {
            [b'=', after @ ..] => split_value(skip(after, |byte| byte.is_ascii_whitespace())),
            _ => (&after[..0], after),
        };
        if found.eq_ignore_ascii_case(name.as_bytes()) {
            return Some(value);
        }
    }
}

/// Splits the text after an equals sign into the value and the rest.
fn split_value(rest: &[u8]) -> (&[u8], &[u8]) {
    if let [quote @ (b'"' | b'\''), inside @ ..] = rest {
        let end = memchr::memchr(*quote, inside).unwrap_or(inside.len());
        return (&inside[..end], inside.get(end + 1..).unwrap_or_default());
    }
    rest.split_at(
        rest.iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len()),
    )
}

fn skip(bytes: &[u8], mut passed: impl FnMut(u8) -> bool) -> &[u8] {
    &bytes[bytes
        .iter()
        .position(|byte| !passed(*byte))
        .unwrap_or(bytes.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_attributes_are_found_in_any_order_and_notation() {
        let tag = b"\n  type=application/json\n  DATA-X='a\"b>'  async id = \"state\" /";
        assert_eq!(attribute(tag, "id"), Some(b"state".as_slice()));
        assert_eq!(attribute(tag, "type"), Some(b"application/json".as_slice()));
        assert_eq!(attribute(tag, "data-x"), Some(b"a\"b>".as_slice()));
        assert_eq!(attribute(tag, "async"), Some(b"".as_slice()));
        assert_eq!(attribute(tag, "src"), None);
        assert_eq!(attribute(b" = = =", "id"), None);
    }

    #[test]
    fn tag_ends_after_quoted_attribute_values() {
        let page = b"<scripted><script a='>' b=\">\">x</script><script>y";
        let found: Vec<_> = tags(page, b"<script")
            .map(|(attributes, after)| (attributes, after[0]))
            .collect();
        assert_eq!(
            found,
            [(b" a='>' b=\">\"".as_slice(), b'x'), (b"".as_slice(), b'y')]
        );
    }

    #[test]
    fn tag_search_skips_unclosed_tags_in_linear_time() {
        let page = b"<script a=\"'".repeat(200_000);
        assert!(tags(&page, b"<script").count() < 200_000);
    }

    proptest::proptest! {
        #[test]
        fn tag_search_accepts_any_bytes(page in r#"(<meta|<script| |=|'|"|>|/|a|id){0,40}"#) {
            for (attributes, _) in tags(page.as_bytes(), b"<script") {
                attribute(attributes, "id");
            }
        }
    }
}
