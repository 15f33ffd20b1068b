//! Secrets in the fields of a page: `<input type="hidden" name="jazoest" value="…">`, `<meta name="csrf-token" content="…">`, and
//! in the element in which Meta's pages keep their tokens.

use std::ops::Range;

use memchr::memmem;

use super::names::meaning;
use super::overwrite;
use crate::core::parse::html::{attribute, tags};

/// The ID attribute of the element with Meta's tokens.
const TOKENS: &[u8] = b"id=\"__eqmc\"";

/// Overwrites secrets in `to`, which is a copy of `from`.
pub(super) fn cover(from: &[u8], to: &mut [u8]) {
    for (opening, holder) in [(b"<input".as_slice(), "value"), (b"<meta", "content")] {
        for (attributes, _) in tags(from, opening) {
            let is_secret = attribute(attributes, "name").and_then(meaning).is_some();
            if let Some(value) = attribute(attributes, holder).filter(|_| is_secret) {
                overwrite::text(to, place(from, value));
            }
        }
    }
    if let Some(start) = memmem::find(from, TOKENS) {
        let end = memmem::find(&from[start..], b"</script").map_or(from.len(), |length| start + length);
        let content = memchr::memchr(b'>', &from[start..end]).map_or(end, |length| start + length);
        overwrite::strings(to, content..end);
    }
}

/// Returns the range of a part within the whole.
fn place(whole: &[u8], part: &[u8]) -> Range<usize> {
    let start = part.as_ptr().addr() - whole.as_ptr().addr();
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_secrets_are_overwritten_and_parsed_fields_are_kept() {
        for (page, expected) in [
            (
                r#"<input value="21957" name="jazoest"><input name="q" value="cats">"#,
                r#"<input value="11111" name="jazoest"><input name="q" value="cats">"#,
            ),
            (
                r#"<meta name='csrf-token' content='aB='><meta property="og:url" content="https://a/b">"#,
                r#"<meta name='csrf-token' content='xx='><meta property="og:url" content="https://a/b">"#,
            ),
            (
                r#"<script id="__eqmc" type="application/json">{"l":"AV1","w":0}</script><b title="c">"#,
                r#"<script id="__eqmc" type="application/json">{"l":"xx1","w":0}</script><b title="c">"#,
            ),
        ] {
            let mut to = page.as_bytes().to_vec();
            cover(page.as_bytes(), &mut to);
            assert_eq!(String::from_utf8(to).unwrap(), expected);
        }
    }
}
