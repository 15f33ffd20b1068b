//! A platform's response before it is sent: plain data, so that faults can replace or modify it.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use bytes::Bytes;
use serde_json::Value;

const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");
const PLAIN: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
const SCRIPT: HeaderValue = HeaderValue::from_static("application/x-javascript; charset=utf-8");
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// Status, headers and body of a response.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) body: Bytes,
}

impl SimulatedResponse {
    pub(crate) fn json(value: &Value) -> Self {
        Self::json_text(StatusCode::OK, value.to_string())
    }

    pub(crate) fn json_text(status: StatusCode, body: impl Into<Bytes>) -> Self {
        Self {
            status,
            headers: vec![(header::CONTENT_TYPE, JSON)],
            body: body.into(),
        }
    }

    pub(crate) fn html(body: impl Into<Bytes>) -> Self {
        Self {
            status: StatusCode::OK,
            headers: vec![(header::CONTENT_TYPE, HTML)],
            body: body.into(),
        }
    }

    pub(crate) fn plain(status: StatusCode, body: impl Into<Bytes>) -> Self {
        Self {
            status,
            headers: vec![(header::CONTENT_TYPE, PLAIN)],
            body: body.into(),
        }
    }

    pub(crate) fn script(body: impl Into<Bytes>) -> Self {
        Self {
            headers: vec![(header::CONTENT_TYPE, SCRIPT)],
            ..Self::html(body)
        }
    }

    /// Builds a 302 to a location that API clients do not follow: the location is the message.
    pub(crate) fn redirect(location: &str) -> Self {
        Self {
            status: StatusCode::FOUND,
            headers: Vec::new(),
            body: Bytes::new(),
        }
        .with(header::LOCATION, location)
    }

    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Adds a header. An invalid value is omitted: headers here consist of validated names.
    pub(crate) fn with(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }
}

/// Encodes JSON for a script element: no `<` in it can end the script.
pub(crate) fn embed(value: &Value) -> String {
    value.to_string().replace('<', "\\u003C")
}

/// Escapes text for an element or an attribute.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
