//! A plain-text body with sessions.

use axum::extract::{FromRequest, Request};
use clipmeter_db::sessions::SessionText;
use futures::StreamExt as _;
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use secrecy::zeroize::Zeroizing;

use super::TEXT_LIMIT;
use crate::http::error::{ErrorCode, Problem};

/// A body of the type text/plain.
pub(super) struct PlainText(pub(super) SessionText);

impl<S: Send + Sync> FromRequest<S> for PlainText {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let media_type = request.headers().get(CONTENT_TYPE);
        if !media_type.is_some_and(|value| value.to_str().is_ok_and(is_plain_text)) {
            return Err(Problem::new(
                ErrorCode::UnsupportedMediaType,
                "Send the sessions as text/plain, one a line",
            ));
        }
        let mut text = Collector::new(length(request.headers()))?;
        let mut body = request.into_body().into_data_stream();
        while let Some(piece) = body.next().await {
            let piece = piece.map_err(|_| Problem::invalid("The request body broke off"))?;
            text.push(&piece)?;
        }
        Ok(Self(text.finish()?))
    }
}

/// Returns the announced length of the body.
pub(super) fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Whether a media type is plain text, whatever its parameters.
pub(super) fn is_plain_text(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("text/plain")
}

/// Buffers a text as it arrives, up to a limit.
pub(super) struct Collector(Zeroizing<Vec<u8>>);

impl Collector {
    /// Creates a buffer of about this length. Memory is allocated at once, because growing leaves copies behind that
    /// are never wiped.
    pub(super) fn new(length: Option<usize>) -> Result<Self, Problem> {
        let length = length.unwrap_or_default();
        if length > TEXT_LIMIT {
            return Err(too_large());
        }
        Ok(Self(Zeroizing::new(Vec::with_capacity(length))))
    }

    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), Problem> {
        if self.0.len() + piece.len() > TEXT_LIMIT {
            return Err(too_large());
        }
        self.0.extend_from_slice(piece);
        Ok(())
    }

    /// Returns the whole text. Error messages do not repeat any of it.
    pub(super) fn finish(mut self) -> Result<SessionText, Problem> {
        if self.0.starts_with(&[0xff, 0xfe]) || self.0.starts_with(&[0xfe, 0xff]) {
            return Err(Problem::invalid("The text is UTF-16. Save it as UTF-8."));
        }
        if self.0.contains(&0) {
            return Err(Problem::invalid(
                "This is not a text. Save it as plain text in UTF-8.",
            ));
        }
        match String::from_utf8(std::mem::take(&mut *self.0)) {
            Ok(text) => Ok(text.into()),
            Err(error) => {
                drop(Zeroizing::new(error.into_bytes()));
                Err(Problem::invalid("The text is not UTF-8. Save it as UTF-8."))
            }
        }
    }
}

pub(super) fn too_large() -> Problem {
    Problem::new(
        ErrorCode::PayloadTooLarge,
        "File is too large. Maximum size is 10MB",
    )
}
