//! Tokens that the home page passes to its own script and that persisted queries are expected to send back.

use memchr::memmem;

/// The tokens of one page load. Absent ones are not sent.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct PageTokens {
    pub(super) lsd: Option<String>,
    pub(super) fb_dtsg: Option<String>,
    /// The viewer's ID.
    pub(super) av: Option<String>,
}

impl PageTokens {
    /// Finds the tokens in the home page's HTML.
    pub(super) fn find(page: &[u8]) -> Self {
        let token = |short: &str, long: &str| {
            in_element(page, short).or_else(|| text_after(page, long, "\"token\":\""))
        };
        Self {
            lsd: token("\"l\":\"", "\"LSD\",[],{"),
            fb_dtsg: token("\"f\":\"", "\"DTSGInitialData\",[],{"),
            av: text_after(page, "\"IG_USER_EIMU\":", "\""),
        }
    }

    /// Returns the checksum that accompanies `fb_dtsg`: a 2 and the sum of its character codes.
    pub(super) fn jazoest(&self) -> Option<String> {
        let sum: u32 = self.fb_dtsg.as_ref()?.bytes().map(u32::from).sum();
        Some(format!("2{sum}"))
    }
}

/// Returns the text after `key` inside the element `__eqmc`, which contains one small JSON object.
fn in_element(page: &[u8], key: &str) -> Option<String> {
    let start = memmem::find(page, b"id=\"__eqmc\"")?;
    let rest = &page[start..];
    let end = memmem::find(rest, b"</script>")?;
    text_after(&rest[..end], "{", key)
}

/// Returns the text up to the next quote after `key`, which must follow closely after `anchor`.
fn text_after(page: &[u8], anchor: &str, key: &str) -> Option<String> {
    /// At most a handful of other members come between anchor and token.
    const REACH: usize = 400;
    let start = memmem::find(page, anchor.as_bytes())? + anchor.len();
    let near = &page[start..page.len().min(start + REACH)];
    let start = memmem::find(near, key.as_bytes())? + key.len();
    let end = memchr::memchr(b'"', &near[start..])?;
    let token = std::str::from_utf8(&near[start..start + end]).ok()?;
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.');
    (!token.is_empty() && token.bytes().all(is_token)).then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_tokens_are_found_in_both_formats() {
        let short = br#"<script id="__eqmc" type="application/json">{"a":1,"f":"NA:c:2","l":"x-1"}</script>"#;
        let tokens = PageTokens::find(short);
        assert_eq!(
            (tokens.lsd.as_deref(), tokens.fb_dtsg.as_deref()),
            (Some("x-1"), Some("NA:c:2"))
        );
        let long = br#"["LSD",[],{"token":"AVq"},323],["DTSGInitialData",[],{"token":"ab"},258],"IG_USER_EIMU":"178""#;
        let tokens = PageTokens::find(long);
        assert_eq!(
            (tokens.lsd.as_deref(), tokens.av.as_deref()),
            (Some("AVq"), Some("178"))
        );
        assert_eq!(tokens.jazoest().as_deref(), Some("2195"));
    }

    #[test]
    fn page_tokens_are_empty_for_page_without_them() {
        for page in [
            &b""[..],
            b"<html></html>",
            b"id=\"__eqmc\">{\"l\":\"",
            b"\"LSD\",[],{\"token\":\"a\r\nb\"}",
        ] {
            assert_eq!(PageTokens::find(page), PageTokens::default());
        }
    }
}
