//! One request to a platform and its response. The response is only transferred here, never interpreted or followed.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use chrono::DateTime;
use clipmeter_proto::v1::Outcome;
use reqwest::header::{DATE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER};
use reqwest::{Method, Url};

/// The longest response that is read, in bytes after decompression. The largest page ever recorded has 1.1 MB; a longer response
/// is not one of the expected pages and would only fill memory.
pub const MAX_BODY_BYTES: usize = 16 * 1024 * 1024;

/// A request. Header values that carry a secret are marked sensitive, so that the debug output hides them.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: Method,
    pub url: Url,
    /// All headers except those that HTTP itself sets.
    pub headers: HeaderMap,
    /// The url-encoded form of a POST.
    pub form: Option<String>,
    /// The longest response body that is accepted, bytes after decompression.
    pub max_body: usize,
}

impl Request {
    /// Creates a GET request.
    #[must_use]
    pub fn get(url: Url, headers: HeaderMap) -> Self {
        Self {
            method: Method::GET,
            url,
            headers,
            form: None,
            max_body: MAX_BODY_BYTES,
        }
    }

    /// Creates a POST of a form and sets the content type.
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
            max_body: MAX_BODY_BYTES,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    /// The decompressed body.
    pub body: Bytes,
}

impl Response {
    /// Returns the redirect target; redirects are not followed, because their target is the information.
    #[must_use]
    pub fn location(&self) -> Option<&str> {
        self.headers.get(LOCATION)?.to_str().ok()
    }

    /// Returns the `Retry-After` of the platform: seconds, or a date, which is compared with the date of the response.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        let requested = self.text(RETRY_AFTER)?;
        if let Ok(seconds) = requested.parse() {
            return Some(Duration::from_secs(seconds));
        }
        let date = |text| DateTime::parse_from_rfc2822(text).ok();
        let pause = date(requested)? - date(self.text(DATE)?)?;
        pause.to_std().ok()
    }

    fn text(&self, name: HeaderName) -> Option<&str> {
        Some(self.headers.get(name)?.to_str().ok()?.trim())
    }
}

/// Why there is no response. The texts contain no URL and no header, because they end up in reports and logs.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// Connecting or responding took too long.
    #[error("no response within the time limit")]
    Timeout,
    /// No connection; the name is unknown, refused by the address guard, or the connection was refused.
    #[error("no connection to the platform")]
    Connect,
    /// The connection broke before the response was complete.
    #[error("the connection was closed before the response was complete")]
    Broken,
    /// The response exceeds the request's [`Request::max_body`].
    #[error("the response is too long")]
    TooLarge,
    /// The URL is not allowed for this client.
    #[error("the address does not belong to the platform")]
    Elsewhere,
    /// The request is malformed.
    #[error("the request cannot be sent")]
    Invalid,
}

impl TransportError {
    /// Whether the same request may succeed a moment later.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Timeout | Self::Connect | Self::Broken)
    }

    /// Returns the outcome of an exchange without a response.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.is_transient() {
            Outcome::Transient
        } else {
            Outcome::UnexpectedPage
        }
    }
}

/// Sends one request and returns one response.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends the request once, without following redirects and without retries.
    async fn send(&self, request: &Request) -> Result<Response, TransportError>;
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    #[test]
    fn retry_after_is_read_as_seconds_or_date() {
        for (retry_after, seconds) in [
            ("90", Some(90)),
            (" 7 ", Some(7)),
            ("Sat, 14 Nov 2026 12:01:30 GMT", Some(90)),
            ("Sat, 14 Nov 2026 11:59:59 GMT", None),
            ("soon", None),
            ("-1", None),
        ] {
            let date = HeaderValue::from_static("Sat, 14 Nov 2026 12:00:00 GMT");
            let mut response = Response {
                status: 429,
                headers: HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(retry_after))]),
                body: Bytes::new(),
            };
            let of_date = retry_after.contains("GMT");
            assert!(!of_date || response.retry_after().is_none(), "without a date");
            response.headers.insert(DATE, date);
            assert_eq!(
                response.retry_after(),
                seconds.map(Duration::from_secs),
                "{retry_after}"
            );
        }
    }
}
