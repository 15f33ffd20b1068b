//! The requests of Instagram's web application, header by header.

use clipmeter_domain::shortcode;
use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, COOKIE, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERER, USER_AGENT,
};
use url::Url;

use super::InstagramClient;
use super::client::WebClient;
use crate::core::fetcher::Request;

impl InstagramClient {
    /// `GET /api/v1/users/web_profile_info/`: profile and up to twelve posts, for anonymous clients and sessions.
    pub(super) fn web_profile_info(&self, username: &str, client: &WebClient) -> Request {
        let mut url = self.url(&["api", "v1", "users", "web_profile_info"], true);
        url.query_pairs_mut().append_pair("username", username);
        Request::get(url, self.script_headers(username, client))
    }

    /// `GET /{username}/`: the profile page.
    pub(super) fn profile_page(&self, username: &str, client: &WebClient) -> Request {
        Request::get(self.url(&[username], true), self.page_headers(client))
    }

    /// `GET /`: the home page, which contains the tokens of persisted queries.
    pub(super) fn home_page(&self, client: &WebClient) -> Request {
        Request::get(self.base.clone(), self.page_headers(client))
    }

    /// `GET /api/v1/feed/user/{id}/`: posts of an account by its ID, with a session.
    pub(super) fn feed(
        &self,
        user_id: &str,
        username: &str,
        cursor: Option<&str>,
        client: &WebClient,
    ) -> Request {
        let mut url = self.url(&["api", "v1", "feed", "user", user_id], true);
        url.query_pairs_mut().append_pair(
            "count",
            &self.platform_config.instagram.feed_page_size.to_string(),
        );
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("max_id", cursor);
        }
        Request::get(url, self.script_headers(username, client))
    }

    /// `GET /api/v1/feed/user/{username}/username/`: the same by username; the response also contains the ID.
    pub(super) fn feed_by_name(&self, username: &str, client: &WebClient) -> Request {
        let mut url = self.url(&["api", "v1", "feed", "user", username, "username"], true);
        url.query_pairs_mut()
            .append_pair("count", &self.platform_config.instagram.page_size.to_string());
        Request::get(url, self.script_headers(username, client))
    }

    /// `POST /api/v1/clips/user/`: the older list of reels.
    pub(super) fn clips_user(
        &self,
        user_id: &str,
        username: &str,
        cursor: Option<&str>,
        client: &WebClient,
    ) -> Request {
        let size = self.platform_config.instagram.page_size.to_string();
        let mut fields = vec![
            ("target_user_id", user_id),
            ("page_size", &size),
            ("include_feed_video", "true"),
        ];
        fields.extend(cursor.map(|cursor| ("max_id", cursor)));
        let mut headers = self.script_headers(username, client);
        headers.insert(ORIGIN, header(self.base.as_str().trim_end_matches('/')));
        Request::post_form(self.url(&["api", "v1", "clips", "user"], true), headers, &fields)
    }

    /// `GET /api/v1/media/{pk}/info/`: one post, with a session.
    pub(super) fn media_info(&self, id: u64, username: &str, client: &WebClient) -> Request {
        let url = self.url(&["api", "v1", "media", &id.to_string(), "info"], true);
        Request::get(url, self.script_headers(username, client))
    }

    /// `GET /p/{code}/`: the page of one post.
    pub(super) fn post_page(&self, id: u64, client: &WebClient) -> Request {
        let url = self.url(&["p", &shortcode::encode(id)], true);
        Request::get(url, self.page_headers(client))
    }

    /// Returns the headers that the page's script sends.
    pub(super) fn script_headers(&self, username: &str, client: &WebClient) -> HeaderMap {
        let platform_config = &self.platform_config.instagram;
        let mut headers = self.common_headers(client);
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        headers.insert(REFERER, header(self.url(&[username], true).as_str()));
        for (name, value) in [
            ("x-ig-app-id", platform_config.app_id.as_str()),
            ("x-asbd-id", &platform_config.asbd_id),
            ("x-ig-www-claim", &client.claim()),
            ("x-csrftoken", &client.csrf_token),
            ("x-requested-with", "XMLHttpRequest"),
            ("sec-fetch-site", "same-origin"),
            ("sec-fetch-mode", "cors"),
            ("sec-fetch-dest", "empty"),
        ] {
            headers.insert(HeaderName::from_static(name), header(value));
        }
        headers
    }

    /// Returns the headers that the browser sends when a user opens a page.
    fn page_headers(&self, client: &WebClient) -> HeaderMap {
        let mut headers = self.common_headers(client);
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        headers.insert(ACCEPT, HeaderValue::from_static(accept));
        for (name, value) in [
            ("sec-fetch-site", "none"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
            ("upgrade-insecure-requests", "1"),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    fn common_headers(&self, client: &WebClient) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let session = client.session();
        let own_agent = session.and_then(|session| session.user_agent.as_deref());
        let agent = own_agent.unwrap_or_else(|| self.platform_config.user_agent());
        headers.insert(USER_AGENT, header(agent));
        headers.insert(ACCEPT_LANGUAGE, header(&self.platform_config.accept_language));
        let signed_in = session.map(|session| session.cookie() + "; ").unwrap_or_default();
        let mut cookie = header(&format!("{signed_in}csrftoken={}", client.csrf_token));
        cookie.set_sensitive(true);
        headers.insert(COOKIE, cookie);
        headers
    }

    /// Returns a URL below the base. The parts are escaped, so that no name can reach another path.
    pub(super) fn url(&self, parts: &[&str], slash: bool) -> Url {
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

/// Converts a text to a header value; an invalid text is sent empty. Configuration, tokens and sessions are validated
/// when they are read, so this only concerns malicious values in responses.
pub(super) fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
