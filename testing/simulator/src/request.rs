//! A request from the platforms' perspective: path, fields and cookies, decoded once.

use axum::http::{HeaderMap, Method, header};
use url::form_urlencoded;

use crate::RawRequest;

/// A decoded request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    pub(crate) method: Method,
    pub(crate) path: String,
    query: Fields,
    form: Fields,
    headers: HeaderMap,
    /// The source address.
    pub(crate) address: String,
}

type Fields = Vec<(String, String)>;

impl Request {
    pub(crate) fn new(raw_request: RawRequest) -> Self {
        let RawRequest {
            method,
            uri,
            headers,
            body,
            address,
        } = raw_request;
        let decode = |bytes: &[u8]| form_urlencoded::parse(bytes).into_owned().collect::<Fields>();
        Self {
            method,
            // Clients may encode the @ of a TikTok profile or not.
            path: uri.path().replace("%40", "@"),
            query: decode(uri.query().unwrap_or_default().as_bytes()),
            form: decode(&body),
            headers,
            address,
        }
    }

    /// Returns a field of the query string.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        find(&self.query, name)
    }

    /// Returns a field of the form body.
    pub(crate) fn form(&self, name: &str) -> Option<&str> {
        find(&self.form, name)
    }

    /// Returns a field of the query string or of the form body.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.query(name).or_else(|| self.form(name))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<&str> {
        self.headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// Returns the Instagram session of the request, from a cookie or the app's bearer token.
    pub(crate) fn session(&self) -> Option<&str> {
        let bearer = || self.header("authorization")?.strip_prefix("Bearer IGT:2:");
        self.cookie("sessionid")
            .or_else(bearer)
            .filter(|session| !session.is_empty())
    }
}

fn find<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    fields
        .iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.as_str())
}
