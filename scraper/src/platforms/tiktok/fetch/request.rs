//! The requests of TikTok's web application.

use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, COOKIE, HeaderMap, HeaderName, HeaderValue, REFERER, SET_COOKIE, USER_AGENT,
};
use url::Url;

use super::TiktokClient;
use super::endpoint::Endpoint;
use crate::core::fetcher::Request;

/// Number of random headers in a page request. They vary the fingerprint of the connection, without which plain clients have been refused
/// since August 2026.
const RANDOM_HEADERS: std::ops::RangeInclusive<u64> = 2..=8;
/// Length of a random header's name and of its value.
const RANDOM_LENGTH: std::ops::RangeInclusive<u64> = 8..=24;
/// Letters of random headers: without vowels they form no word that a filter could match.
const CONSONANTS: &[u8] = b"bcdfghjklmnpqrstvwxz";
/// Hexadecimal digits after `verify_`.
const FINGERPRINT_LENGTH: usize = 7;

/// Identifies a browser to the item list.
#[derive(Debug, Clone)]
pub(super) struct Device {
    id: u64,
    fingerprint: String,
}

impl TiktokClient {
    /// Creates a device identity that the platform has not seen yet.
    pub(super) fn new_device(&self) -> Device {
        Device {
            id: self
                .fetcher
                .random
                .number(self.platform_config.tiktok.device_ids()),
            fingerprint: format!("verify_{}", self.fetcher.random.hex(FINGERPRINT_LENGTH)),
        }
    }

    /// Returns the request for a web page; `extra` are cookies of this one request.
    pub(super) fn page_request(&self, url: Url, extra: &[(String, String)], now: i64) -> Request {
        let mut headers = HeaderMap::new();
        self.add_cookies(&mut headers, &url, extra, now);
        let random = &self.fetcher.random;
        let text = || {
            random.text(
                CONSONANTS,
                usize::try_from(random.number(RANDOM_LENGTH)).unwrap_or_default(),
            )
        };
        for _ in 0..random.number(RANDOM_HEADERS) {
            if let (Ok(name), Ok(value)) = (
                HeaderName::from_bytes(text().as_bytes()),
                HeaderValue::from_str(&text()),
            ) {
                headers.insert(name, value);
            }
        }
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        headers.insert(ACCEPT, HeaderValue::from_static(accept));
        self.add_browser(&mut headers);
        Request::get(url, headers)
    }

    /// `GET /api/creator/item_list/`: videos posted before the cursor, in milliseconds.
    pub(super) fn item_list(
        &self,
        sec_uid: &str,
        username: &str,
        cursor: i64,
        device: &Device,
        now: i64,
    ) -> Request {
        let mut url = self.url(&["api", "creator", "item_list"], true);
        let (cursor, id) = (cursor.to_string(), device.id.to_string());
        let count = self.platform_config.tiktok.page_size.to_string();
        url.query_pairs_mut()
            .extend_pairs(&self.platform_config.tiktok.item_list_query)
            .append_pair("count", &count)
            .append_pair("cursor", &cursor)
            .append_pair("device_id", &id)
            .append_pair("secUid", sec_uid)
            .append_pair("verifyFp", &device.fingerprint);
        let mut headers = HeaderMap::new();
        self.add_cookies(&mut headers, &url, &[], now);
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        if let Ok(referer) = HeaderValue::from_str(self.user_page_url(username).as_str()) {
            headers.insert(REFERER, referer);
        }
        self.add_browser(&mut headers);
        Request::get(url, headers)
    }

    /// Returns the request for a short link, of which only the redirect target is used.
    pub(super) fn link_request(&self, url: Url) -> Request {
        let mut headers = HeaderMap::new();
        if let Ok(agent) = HeaderValue::from_str(&self.platform_config.tiktok.link_user_agent) {
            headers.insert(USER_AGENT, agent);
        }
        Request::get(url, headers)
    }

    /// Stores the cookies that a response sets: the platform ties its trust to them.
    pub(super) fn store_cookies(&self, url: &Url, headers: &HeaderMap, now: i64) {
        for cookie in headers.get_all(SET_COOKIE) {
            if let Ok(cookie) = cookie.to_str() {
                self.jar.set(cookie, url, now);
            }
        }
    }

    pub(super) fn user_page_url(&self, username: &str) -> Url {
        self.url(&[&format!("@{username}")], false)
    }

    /// Returns the URL at which an endpoint shows an account.
    pub(super) fn account_url(&self, endpoint: Endpoint, username: &str) -> Url {
        match endpoint {
            Endpoint::EmbedUser => self.embed_user_url(username),
            _ => self.user_page_url(username),
        }
    }

    fn embed_user_url(&self, username: &str) -> Url {
        self.url(&["embed", &format!("@{username}")], false)
    }

    pub(super) fn video_page_url(&self, video_id: &str) -> Url {
        self.url(&["@_", "video", video_id], false)
    }

    pub(super) fn embed_video_url(&self, video_id: &str) -> Url {
        self.url(&["embed", "v2", video_id], false)
    }

    pub(super) fn oembed_url(&self, video_id: &str) -> Url {
        let mut url = self.url(&["oembed"], false);
        let page = format!("https://www.tiktok.com/@_/video/{video_id}");
        url.query_pairs_mut().append_pair("url", &page);
        url
    }

    fn add_cookies(&self, headers: &mut HeaderMap, url: &Url, extra: &[(String, String)], now: i64) {
        let kept = self.jar.header(url, now);
        let extra = extra.iter().map(|(name, value)| format!("{name}={value}"));
        let cookies: Vec<String> = kept.into_iter().chain(extra).collect();
        if let Ok(mut value) = HeaderValue::from_str(&cookies.join("; "))
            && !cookies.is_empty()
        {
            value.set_sensitive(true);
            headers.insert(COOKIE, value);
        }
    }

    fn add_browser(&self, headers: &mut HeaderMap) {
        for (name, text) in [
            (USER_AGENT, self.platform_config.user_agent()),
            (ACCEPT_LANGUAGE, &self.platform_config.accept_language),
        ] {
            if let Ok(value) = HeaderValue::from_str(text) {
                headers.insert(name, value);
            }
        }
    }

    /// Returns a URL below the base. The parts are escaped, so that no name can reach another path.
    fn url(&self, parts: &[&str], slash: bool) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(parts);
            if slash {
                path.push("");
            }
        }
        url
    }
}
