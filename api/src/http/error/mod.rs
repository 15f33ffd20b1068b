//! Errors of the HTTP API: `{"error": "<text>", "code": "<stable>"}`.

mod code;
mod from;

use std::borrow::Cow;
use std::time::Duration;

use axum::Json;
use axum::response::{IntoResponse, Response};
use clipmeter_db::storage::WriteRefusal;
use http::HeaderValue;
use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use self::code::ErrorCode;

/// The error type of handlers.
#[derive(Debug)]
pub(crate) struct Problem {
    code: ErrorCode,
    text: Cow<'static, str>,
    retry_after: Option<Duration>,
    is_lost: bool,
    is_early: bool,
    refusal: Option<WriteRefusal>,
}

impl Problem {
    /// Creates an error with a more specific text than the catalog's.
    pub(crate) fn new(code: ErrorCode, text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            text: text.into(),
            retry_after: None,
            is_lost: false,
            is_early: false,
            refusal: None,
        }
    }

    /// Creates an error for an invalid field or parameter; the text names the rule.
    pub(crate) fn invalid(text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidRequest, text)
    }

    /// Sets how long the client should wait before it retries.
    #[must_use]
    pub(crate) fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Returns whether the transaction was aborted by a conflict, so that a retry may succeed immediately.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Returns whether the same call succeeds once another operation completes, usually within seconds.
    pub(crate) fn is_early(&self) -> bool {
        self.is_early
    }

    #[must_use]
    pub(crate) fn code(&self) -> ErrorCode {
        self.code
    }

    #[must_use]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl From<ErrorCode> for Problem {
    fn from(code: ErrorCode) -> Self {
        Self::new(code, code.text())
    }
}

/// The body of every error response.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// Human-readable message.
    #[schema(example = "Access denied")]
    pub(crate) error: Cow<'static, str>,
    /// Stable machine-readable code.
    #[schema(example = "access_denied")]
    pub(crate) code: &'static str,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ErrorBody {
            error: self.text,
            code: self.code.code(),
        };
        let mut response = (self.code.status(), Json(body)).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        if let Some(refusal) = self.refusal {
            // Lets a layer add the state of the disk.
            response.extensions_mut().insert(refusal);
        }
        if self.code == ErrorCode::Unauthenticated {
            response
                .headers_mut()
                .insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
