//! Requests from the platforms' perspective: path, fields and cookies, decoded once; their subjects and clients.

use axum::http::{HeaderMap, Method, Uri, header};
use bytes::Bytes;
use clipmeter_proto::v1::Platform;
use url::form_urlencoded;

/// A request to one of the platforms.
#[derive(Debug, Clone, Default)]
pub struct RawRequest {
    /// GET, POST or HEAD.
    pub method: Method,
    /// The path with its query; anything before the path is ignored.
    pub uri: Uri,
    /// The headers as sent.
    pub headers: HeaderMap,
    /// A form, or empty.
    pub body: Bytes,
    /// The source address of the request, as a server sees it: quotas count by it.
    pub address: String,
}

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

    /// Splits the path at its slashes, ignoring a trailing one.
    pub(crate) fn segments(&self) -> Vec<&str> {
        self.path.split('/').filter(|part| !part.is_empty()).collect()
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

/// The subject of a request, as far as the request itself shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    None,
    Username(Platform, String),
    UserId(Platform, String),
    SecUid(String),
    Item(Platform, String),
}

/// A section of a list: number of entries and cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageParams {
    pub(crate) size: usize,
    pub(crate) after: Option<String>,
}

/// The client of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The hash of the Instagram session; `None` for an anonymous client.
    pub(crate) session: Option<&'a str>,
    /// The source address of the request.
    pub(crate) address: &'a str,
    /// The page or endpoint, such as `tiktok.item_list`.
    pub(crate) class: &'static str,
}

impl Caller<'_> {
    /// Returns the session, or the address of an anonymous client.
    pub(crate) fn name(&self) -> String {
        self.session.map_or_else(
            || format!("anonymous from {}", self.address),
            |session| format!("session {session}"),
        )
    }

    /// Returns the class without its platform, such as `item_list`.
    pub(crate) fn endpoint(&self) -> &'static str {
        self.class
            .split_once('.')
            .map_or(self.class, |(_, endpoint)| endpoint)
    }
}
