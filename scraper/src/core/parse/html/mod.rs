//! Finds the few needed elements of a page of a megabyte without building a tree.
//!
//! Tags are found by byte search, and only they are parsed; the text between a script's start tag and its end tag is
//! returned as a whole. All operations are linear in the page's size.

mod meta;
mod script;
mod tag;

pub(crate) use meta::Metas;
pub(crate) use script::{Script, Scripts};
pub(crate) use tag::{attribute, tags};

use memchr::memmem;

/// Returns whether the body is an HTML page rather than JSON.
pub(crate) fn is_page(body: &[u8]) -> bool {
    body.iter()
        .find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte))
        == Some(&b'<')
}

/// Returns whether the page is complete: a page that opens its root element also closes it. A fragment that never opens it
/// counts as complete.
pub(crate) fn is_complete(page: &[u8]) -> bool {
    memmem::rfind(page, b"</html").is_some()
        || memmem::rfind(page, b"</HTML").is_some()
        || (memmem::find(page, b"<html").is_none() && memmem::find(page, b"<HTML").is_none())
}

/// Returns the raw text of the first title.
pub(crate) fn title(page: &[u8]) -> Option<&[u8]> {
    let (_, after) = tags(page, b"<title").next()?;
    let length = memmem::find(after, b"</title")?;
    Some(after[..length].trim_ascii())
}

/// Returns whether a script on the page contains this word as a whole JSON string. Words inside longer strings, such as
/// captions, do not count: the quotes around them would be escaped.
pub(crate) fn has_json_string(page: &[u8], word: &str) -> bool {
    json_strings(page, word).next().is_some()
}

/// Returns the text after each JSON string that is exactly this word.
pub(crate) fn json_strings<'p>(page: &'p [u8], word: &str) -> impl Iterator<Item = &'p [u8]> {
    let quoted = format!("\"{word}\"");
    let positions: Vec<usize> = memmem::find_iter(page, &quoted).collect();
    positions
        .into_iter()
        .filter(move |at| at.checked_sub(1).is_none_or(|before| page[before] != b'\\'))
        .map(move |at| &page[at + quoted.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_page_is_distinguished_from_json() {
        assert!(is_page(b"\n <!DOCTYPE html>") && is_page(b"\xEF\xBB\xBF<html>"));
        assert!(!is_page(b"") && !is_page(b"{\"a\":\"<\"}") && !is_page(b"Not Found"));
    }

    #[test]
    fn html_fragment_is_complete_but_truncated_page_is_not() {
        assert!(is_complete(b"<html><body></body></html> ") && is_complete(b"<script>1</script>"));
        assert!(!is_complete(b"<!DOCTYPE html><html><body>"));
    }

    #[test]
    fn json_string_search_ignores_text_inside_other_strings() {
        assert!(has_json_string(br#"{"challengeType":1}"#, "challengeType"));
        assert!(!has_json_string(
            br#"{"text":"say \"challengeType\" now"}"#,
            "challengeType"
        ));
    }

    #[test]
    fn title_is_text_of_title_element() {
        assert_eq!(
            title(b"<head><title data-x='>'>\n Login </title>"),
            Some(b"Login".as_slice())
        );
        assert_eq!(title(b"<title>cut"), None);
    }
}
