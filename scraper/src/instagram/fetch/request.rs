//! The requests of Instagram's web application, header by header.

use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, COOKIE, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERER, USER_AGENT,
};
use serde_json::{Map, Value, json};
use url::Url;

use super::Instagram;
use super::access::As;
use super::tokens::PageTokens;
use crate::settings::PersistedQuery;
use crate::transport::Request;

impl Instagram {
    /// `GET /api/v1/users/web_profile_info/`: profile and up to twelve posts, for guests and sessions.
    pub(super) fn web_profile_info(&self, username: &str, way: As) -> Request {
        let mut url = self.url(&["api", "v1", "users", "web_profile_info"], true);
        url.query_pairs_mut().append_pair("username", username);
        Request::get(url, self.script_headers(username, way))
    }

    /// `GET /{username}/`: the profile page.
    pub(super) fn profile_page(&self, username: &str, way: As) -> Request {
        Request::get(self.url(&[username], true), self.page_headers(way))
    }

    /// `GET /`: the home page, which holds the tokens of persisted queries.
    pub(super) fn home_page(&self, way: As) -> Request {
        Request::get(self.base.clone(), self.page_headers(way))
    }

    /// `GET /api/v1/feed/user/{id}/`: posts of an account by its id, with a session.
    pub(super) fn feed(&self, user_id: &str, username: &str, cursor: Option<&str>, way: As) -> Request {
        let mut url = self.url(&["api", "v1", "feed", "user", user_id], true);
        url.query_pairs_mut()
            .append_pair("count", &self.settings.instagram.feed_page_size.to_string());
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("max_id", cursor);
        }
        Request::get(url, self.script_headers(username, way))
    }

    /// `GET /api/v1/feed/user/{username}/username/`: the same by name, which also tells the id.
    pub(super) fn feed_by_name(&self, username: &str, way: As) -> Request {
        let mut url = self.url(&["api", "v1", "feed", "user", username, "username"], true);
        url.query_pairs_mut()
            .append_pair("count", &self.settings.instagram.page_size.to_string());
        Request::get(url, self.script_headers(username, way))
    }

    /// The persisted query that lists an account's posts.
    pub(super) fn timeline(
        &self,
        username: &str,
        cursor: Option<&str>,
        tokens: &PageTokens,
        way: As,
    ) -> Request {
        let size = self.settings.instagram.page_size;
        let variables = json!({
            "after": cursor,
            "before": null,
            "data": {
                "count": size,
                "include_reel_media_seen_timestamp": true,
                "include_relationship_info": true,
                "latest_besties_reel_media": true,
                "latest_reel_media": true,
            },
            "first": size,
            "last": null,
            "username": username,
        });
        self.query(
            &self.settings.instagram.timeline,
            &variables,
            username,
            tokens,
            way,
        )
    }

    /// The persisted query that lists an account's reels with their plays.
    pub(super) fn clips(
        &self,
        user_id: &str,
        username: &str,
        cursor: Option<&str>,
        tokens: &PageTokens,
        way: As,
    ) -> Request {
        let size = self.settings.instagram.page_size;
        let mut data = json!({"include_feed_video": true, "page_size": size, "target_user_id": user_id});
        if let Some(cursor) = cursor {
            data["max_id"] = cursor.into();
        }
        self.query(
            &self.settings.instagram.clips,
            &json!({"data": data}),
            username,
            tokens,
            way,
        )
    }

    /// `POST /api/v1/clips/user/`: the older list of reels.
    pub(super) fn clips_rest(&self, user_id: &str, username: &str, cursor: Option<&str>, way: As) -> Request {
        let size = self.settings.instagram.page_size.to_string();
        let mut fields = vec![
            ("target_user_id", user_id),
            ("page_size", &size),
            ("include_feed_video", "true"),
        ];
        fields.extend(cursor.map(|cursor| ("max_id", cursor)));
        let mut headers = self.script_headers(username, way);
        headers.insert(ORIGIN, header(self.base.as_str().trim_end_matches('/')));
        Request::post_form(self.url(&["api", "v1", "clips", "user"], true), headers, &fields)
    }

    fn query(
        &self,
        query: &PersistedQuery,
        variables: &Value,
        username: &str,
        tokens: &PageTokens,
        way: As,
    ) -> Request {
        let mut members: Map<String, Value> = variables.as_object().cloned().unwrap_or_default();
        for flag in &query.flags {
            members.insert(format!("__relay_internal__pv__{flag}"), Value::Bool(true));
        }
        let variables = Value::Object(members).to_string();
        let jazoest = tokens.jazoest();
        let mut fields = vec![
            ("doc_id", query.doc_id.as_str()),
            ("variables", &variables),
            ("server_timestamps", "true"),
            ("fb_api_caller_class", "RelayModern"),
            ("fb_api_req_friendly_name", &query.operation),
        ];
        let optional = [
            ("lsd", &tokens.lsd),
            ("fb_dtsg", &tokens.fb_dtsg),
            ("jazoest", &jazoest),
            ("av", &tokens.av),
        ];
        fields.extend(
            optional
                .into_iter()
                .filter_map(|(name, value)| Some((name, value.as_deref()?))),
        );

        let mut headers = self.script_headers(username, way);
        headers.insert(ORIGIN, header(self.base.as_str().trim_end_matches('/')));
        headers.insert(
            HeaderName::from_static("x-fb-friendly-name"),
            header(&query.operation),
        );
        if let Some(lsd) = &tokens.lsd {
            headers.insert(HeaderName::from_static("x-fb-lsd"), header(lsd));
        }
        Request::post_form(self.url(&["graphql", "query"], false), headers, &fields)
    }

    /// What the page's script sends along.
    fn script_headers(&self, username: &str, way: As) -> HeaderMap {
        let settings = &self.settings.instagram;
        let mut headers = self.common_headers(way);
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        headers.insert(REFERER, header(self.url(&[username], true).as_str()));
        for (name, value) in [
            ("x-ig-app-id", settings.app_id.as_str()),
            ("x-asbd-id", &settings.asbd_id),
            ("x-ig-www-claim", &self.access.claim()),
            ("x-csrftoken", &self.csrf_token),
            ("x-requested-with", "XMLHttpRequest"),
            ("sec-fetch-site", "same-origin"),
            ("sec-fetch-mode", "cors"),
            ("sec-fetch-dest", "empty"),
        ] {
            headers.insert(HeaderName::from_static(name), header(value));
        }
        headers
    }

    /// What the browser sends when a person opens a page.
    fn page_headers(&self, way: As) -> HeaderMap {
        let mut headers = self.common_headers(way);
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

    fn common_headers(&self, way: As) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, header(&self.settings.user_agent));
        headers.insert(ACCEPT_LANGUAGE, header(&self.settings.accept_language));
        let signed_in = self
            .access
            .session(way)
            .map(|session| session.cookie() + "; ")
            .unwrap_or_default();
        let mut cookie = header(&format!("{signed_in}csrftoken={}", self.csrf_token));
        cookie.set_sensitive(true);
        headers.insert(COOKIE, cookie);
        headers
    }

    /// An address below the base. The parts are escaped, so that no name can reach another path.
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

/// A header value; text that cannot be one is sent empty. Settings, tokens and sessions are checked when they are read, so
/// this concerns nothing but answers that try to be clever.
fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}
