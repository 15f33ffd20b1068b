//! Pages without data, sent in place of the requested page.

use clipmeter_proto::v1::Outcome;
use memchr::memmem;

use crate::core::parse::html::{attribute, json_strings, tags, title};

/// Signs of a captcha in the markup and script URLs of a page without content.
const CAPTCHA_MARKS: [&str; 2] = ["captcha-verify-container", "secsdk-captcha"];

/// Suffixes of the hosts from which TikTok's pages load scripts and data.
const ASSETS: [&str; 2] = [".ttwstatic.com/", ".tiktokcdn.com/"];

/// Returns the outcome of a page without data. A page that is not TikTok's own (a captive portal, a maintenance page, a proxy) does not
/// show how TikTok treats this address.
pub(in crate::platforms::tiktok) fn shell(page: &[u8]) -> (Outcome, &'static str) {
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
    } else if is_own(page) {
        (Outcome::Blocked, "a shell without data came instead of the page")
    } else {
        (
            Outcome::UnexpectedPage,
            "an unknown page came instead of the requested data",
        )
    }
}

/// Returns whether the page is TikTok's own, as far as it can be recognized.
fn is_own(page: &[u8]) -> bool {
    let has_asset = |opening, name| {
        tags(page, opening).any(|(attributes, _)| {
            let url = attribute(attributes, name).unwrap_or_default();
            ASSETS
                .iter()
                .any(|host| memmem::find(url, host.as_bytes()).is_some())
        })
    };
    tags(page, b"<html").any(|(attributes, _)| attribute(attributes, "data-downgrade").is_some())
        || has_asset(b"<script", "src")
        || has_asset(b"<link", "href")
        || title(page).is_some_and(|title| memmem::find(title, b"TikTok").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_page_is_classified_as_captcha_blocked_or_unexpected() {
        for page in [
            "<div id='captcha-verify-container'>",
            "<script src=https://x/secsdk-captcha/a.js>",
            "<title>Security Check</title>",
            r#"<script>{"type" : "verify"}</script>"#,
        ] {
            assert_eq!(shell(page.as_bytes()).0, Outcome::Captcha, "{page}");
        }
        for page in [
            "<html data-downgrade=\"1\"></html>",
            "<html><title>TikTok - Make Your Day</title></html>",
            "<html><script src='https://sf16-website-login.neutral.ttwstatic.com/a.js'></script></html>",
        ] {
            assert_eq!(shell(page.as_bytes()).0, Outcome::Blocked, "{page}");
        }
        for page in [
            "<html><body>Please wait</body></html>",
            "<html><title>Sign in to the Wi-Fi</title><form action='/login'></form></html>",
            "<html><title>Down for maintenance</title></html>",
            "<html></html>",
        ] {
            assert_eq!(shell(page.as_bytes()).0, Outcome::UnexpectedPage, "{page}");
        }
    }
}
