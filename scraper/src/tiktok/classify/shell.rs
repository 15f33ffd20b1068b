//! Pages without data: something that came in place of the page.

use clipmeter_proto::v1::Outcome;
use memchr::memmem;

use crate::html::{json_strings, title};

/// Marks of a captcha in the markup and script addresses of a page that has no content of anybody's.
const CAPTCHA_MARKS: [&str; 2] = ["captcha-verify-container", "secsdk-captcha"];

/// What a page means that carries no data.
pub(in crate::tiktok) fn shell(page: &[u8]) -> (Outcome, &'static str) {
    let is_captcha = CAPTCHA_MARKS
        .iter()
        .any(|mark| memmem::find(page, mark.as_bytes()).is_some())
        || title(page).is_some_and(|title| title.eq_ignore_ascii_case(b"Security Check"))
        || json_strings(page, "type").any(|after| {
            let value = after.trim_ascii_start().strip_prefix(b":").unwrap_or_default();
            value.trim_ascii_start().starts_with(b"\"verify\"")
        });
    if is_captcha {
        (Outcome::Captcha, "a captcha came instead of the page")
    } else {
        (Outcome::Blocked, "a shell without data came instead of the page")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_captcha_is_told_from_an_empty_shell() {
        for page in [
            "<div id='captcha-verify-container'>",
            "<script src=https://x/secsdk-captcha/a.js>",
            "<title>Security Check</title>",
            r#"<script>{"type" : "verify"}</script>"#,
        ] {
            assert_eq!(shell(page.as_bytes()).0, Outcome::Captcha, "{page}");
        }
        assert_eq!(shell(b"<html data-downgrade=\"1\"></html>").0, Outcome::Blocked);
    }
}
