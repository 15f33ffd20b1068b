//! One request to a platform and its answer. What an answer means is decided elsewhere; here it is only carried, never followed.

mod fetcher;
mod guard;
mod host;
mod http;
mod retry;
mod traffic;
mod transports;

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use clipmeter_proto::v1::Outcome;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Method, Url};

pub use fetcher::{Connection, FetchError, Fetcher};
pub use guard::is_public;
pub use host::Hosts;
pub use http::{HttpOptions, HttpTransport, REQUEST_TIMEOUT};
pub use retry::Retry;
pub use traffic::Traffic;
pub use transports::{HttpTransports, TransportPool, Transports};

/// The longest answer that is read, in bytes after decompression. The largest page ever recorded has 1.1 MB; an answer
/// beyond this is not one of the pages this program reads and would only fill its memory.
pub const MAX_BODY_BYTES: usize = 16 * 1024 * 1024;

/// A request. Header values that carry a secret are marked sensitive, so that the debug output hides them.
#[derive(Debug, Clone)]
pub struct Request {
    /// GET or POST.
    pub method: Method,
    /// The full address.
    pub url: Url,
    /// All headers but those that HTTP itself sets.
    pub headers: HeaderMap,
    /// The url-encoded form of a POST.
    pub form: Option<String>,
}

impl Request {
    /// A GET request.
    #[must_use]
    pub fn get(url: Url, headers: HeaderMap) -> Self {
        Self {
            method: Method::GET,
            url,
            headers,
            form: None,
        }
    }

    /// A POST of a form; it sets the content type.
    #[must_use]
    pub fn post_form(url: Url, mut headers: HeaderMap, fields: &[(&str, &str)]) -> Self {
        let form = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        let kind = reqwest::header::HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(reqwest::header::CONTENT_TYPE, kind);
        Self {
            method: Method::POST,
            url,
            headers,
            form: Some(form),
        }
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// All headers.
    pub headers: HeaderMap,
    /// The decompressed body.
    pub body: Bytes,
}

impl Response {
    /// Where the answer points; redirects are not followed because their target is the message.
    #[must_use]
    pub fn location(&self) -> Option<&str> {
        self.headers.get(LOCATION)?.to_str().ok()
    }

    /// How long the platform asks to be left alone. Only the form in seconds is in use there.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        let seconds = self
            .headers
            .get(RETRY_AFTER)?
            .to_str()
            .ok()?
            .trim()
            .parse()
            .ok()?;
        Some(Duration::from_secs(seconds))
    }
}

/// Why there is no answer. The texts name no address and no header: they end up in reports and logs.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// Neither connected nor answered in time.
    #[error("no response within the time limit")]
    Timeout,
    /// No connection; the name is unknown, refused by the address guard, or nobody listens.
    #[error("no connection to the platform")]
    Connect,
    /// The connection broke before the answer was complete.
    #[error("the connection broke before the response was complete")]
    Broken,
    /// The answer exceeds [`MAX_BODY_BYTES`].
    #[error("the response is longer than {MAX_BODY_BYTES} bytes")]
    TooLarge,
    /// The address is none that this client may talk to.
    #[error("the address is none of the platform's")]
    Elsewhere,
    /// The request cannot be sent as it is.
    #[error("the request cannot be sent")]
    Invalid,
}

impl TransportError {
    /// Whether the same request may well succeed a moment later.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Timeout | Self::Connect | Self::Broken)
    }

    /// What an exchange without an answer counts as.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.is_transient() {
            Outcome::Transient
        } else {
            Outcome::UnexpectedPage
        }
    }
}

/// Sends one request and reads one answer.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends the request once, without following redirects and without repeating it.
    async fn send(&self, request: &Request) -> Result<Response, TransportError>;
}
