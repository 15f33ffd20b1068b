//! Distinguishes Instagram's own pages from substitutes: captive portals, proxies, maintenance pages, error pages of a CDN.

use url::Url;

use crate::core::parse::html::{attribute, has_json_string, json_strings, tags, title};

/// Base of Instagram's relative URLs.
const ORIGIN: &str = "https://www.instagram.com/";

/// Instagram's domain, the suffix of its hosts.
const DOMAIN: &str = "instagram.com";

/// The host of the scripts and style sheets of Instagram's pages.
const ASSETS: &[u8] = b"https://static.cdninstagram.com/";

/// Prefixes of module names in the scripts of Instagram's pages.
const MODULES: [&str; 4] = [
    "ScheduledServerJS",
    "RelayPrefetchedStreamCache",
    "CurrentUserInitialData",
    "XIGSharedData",
];

/// Returns whether the page is Instagram's own, as far as it can be recognized.
pub(super) fn is_own(page: &[u8]) -> bool {
    let has_asset = |opening, name| {
        tags(page, opening)
            .any(|(attributes, _)| attribute(attributes, name).is_some_and(|url| url.starts_with(ASSETS)))
    };
    MODULES.iter().any(|module| has_json_string(page, module))
        || has_asset(b"<script", "src")
        || has_asset(b"<link", "href")
        || title(page).is_some_and(|title| title.to_ascii_lowercase().ends_with(b"instagram"))
}

/// Returns whether a page of Instagram shows that the client is not signed in: by a login form or title, or because its scripts
/// name no viewer.
pub(super) fn is_signed_out(page: &[u8]) -> bool {
    let requests_login = || {
        let title = title(page).unwrap_or_default().to_ascii_lowercase();
        [&b"login"[..], b"log in"]
            .iter()
            .any(|word| title.starts_with(word))
            || form_targets(page).any(|path| path.starts_with("/accounts/login"))
    };
    is_own(page) && (requests_login() || has_no_viewer(page))
}

/// Returns whether a form of the page leads to an Instagram challenge.
pub(super) fn has_challenge_form(page: &[u8]) -> bool {
    form_targets(page).any(|path| path.starts_with("/challenge/"))
}

/// Returns the path of an absolute or relative URL if it leads to Instagram.
pub(super) fn own_path(address: &str) -> Option<String> {
    let url = Url::parse(ORIGIN).ok()?.join(address).ok()?;
    let host = url.host_str()?;
    let is_own = host == DOMAIN || host.strip_suffix(DOMAIN).is_some_and(|name| name.ends_with('.'));
    (is_own && matches!(url.scheme(), "http" | "https")).then(|| url.path().to_owned())
}

/// Returns the target paths of the page's forms that lead to Instagram.
fn form_targets(page: &[u8]) -> impl Iterator<Item = String> {
    tags(page, b"<form").filter_map(|(attributes, _)| {
        let action = attribute(attributes, "action")?;
        own_path(std::str::from_utf8(action).ok()?)
    })
}

/// Returns whether the scripts of the page name no viewer.
fn has_no_viewer(page: &[u8]) -> bool {
    let is = |member: &str, value: &[u8]| {
        json_strings(page, member).any(|after| {
            let after = after.trim_ascii_start().strip_prefix(b":").unwrap_or_default();
            after.trim_ascii_start().starts_with(value)
        })
    };
    is("IG_USER_EIMU", b"\"0\"") || is("viewerId", b"null")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_path_is_returned_only_for_instagram_urls() {
        for (address, path) in [
            ("/accounts/login/?next=/p/", Some("/accounts/login/")),
            ("https://www.instagram.com", Some("/")),
            ("https://i.instagram.com/challenge/1/#x", Some("/challenge/1/")),
            ("//instagram.com/a/", Some("/a/")),
            ("", Some("/")),
            ("https://portal.hotel.example/accounts/login/", None),
            ("//portal.example/accounts/login/", None),
            ("https://www.instagram.com.evil.example/accounts/login/", None),
            ("https://notinstagram.com/accounts/login/", None),
            ("https://www.instagram.com@evil.example/accounts/login/", None),
            ("mailto:a@www.instagram.com", None),
            ("https://[/accounts/login/", None),
        ] {
            assert_eq!(own_path(address).as_deref(), path, "{address}");
        }
    }

    #[test]
    fn own_page_of_viewer_is_not_signed_out() {
        let page = br#"<html><title>Instagram</title><script type="application/json">
            {"x":["CurrentUserInitialData",[],{"IG_USER_EIMU":"17841400000000000","viewerId":"1"}]}</script></html>"#;
        assert!(is_own(page) && !is_signed_out(page));
    }
}
