//! Text bodies and text files with sessions.

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use clipmeter_db::sessions::SessionText;
use futures::StreamExt as _;
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use secrecy::zeroize::Zeroizing;

use super::{FORM_LIMIT, TEXT_LIMIT};
use crate::http::error::{ErrorCode, Problem};

/// A body of the type text/plain.
pub(crate) struct PlainText(pub(crate) SessionText);

impl<S: Send + Sync> FromRequest<S> for PlainText {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let media_type = request.headers().get(CONTENT_TYPE);
        if !media_type.is_some_and(|value| value.to_str().is_ok_and(is_plain_text)) {
            return Err(Problem::new(
                ErrorCode::UnsupportedMediaType,
                "Send the sessions as text/plain, one per line",
            ));
        }
        let mut text = Collector::new(length(request.headers()))?;
        let mut body = request.into_body().into_data_stream();
        while let Some(piece) = body.next().await {
            let piece = piece.map_err(|_| Problem::invalid("The request body is incomplete"))?;
            text.push(&piece)?;
        }
        Ok(Self(text.finish()?))
    }
}

/// Returns the announced length of the body.
fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Returns whether a media type is plain text, ignoring its parameters.
fn is_plain_text(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("text/plain")
}

/// Buffers a text as it arrives, up to a limit.
pub(crate) struct Collector(Zeroizing<Vec<u8>>);

impl Collector {
    /// Creates a buffer of about this length. Memory is allocated at once, because growing leaves copies behind that
    /// are never wiped.
    pub(crate) fn new(length: Option<usize>) -> Result<Self, Problem> {
        let length = length.unwrap_or_default();
        if length > TEXT_LIMIT {
            return Err(too_large());
        }
        Ok(Self(Zeroizing::new(Vec::with_capacity(length))))
    }

    pub(crate) fn push(&mut self, piece: &[u8]) -> Result<(), Problem> {
        if self.0.len() + piece.len() > TEXT_LIMIT {
            return Err(too_large());
        }
        self.0.extend_from_slice(piece);
        Ok(())
    }

    /// Returns the whole text. Error messages do not repeat any of it.
    pub(crate) fn finish(mut self) -> Result<SessionText, Problem> {
        if self.0.starts_with(&[0xff, 0xfe]) || self.0.starts_with(&[0xfe, 0xff]) {
            return Err(Problem::invalid("The text is UTF-16. Save it as UTF-8."));
        }
        if self.0.contains(&0) {
            return Err(Problem::invalid(
                "This is not a text file. Save it as plain text in UTF-8.",
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

fn too_large() -> Problem {
    Problem::new(
        ErrorCode::PayloadTooLarge,
        "File is too large. Maximum size is 10MB",
    )
}

/// The one field of the form.
const FIELD: &str = "file";

/// A form whose field `file` is a text file.
pub(crate) struct TextFile(pub(crate) SessionText);

impl<S: Send + Sync> FromRequest<S> for TextFile {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let announced = length(request.headers());
        if announced.is_some_and(|length| length > FORM_LIMIT) {
            return Err(too_large());
        }
        let mut form = Multipart::from_request(request, state).await.map_err(|_| {
            Problem::new(
                ErrorCode::UnsupportedMediaType,
                "Send the file as multipart/form-data in the field `file`",
            )
        })?;
        let Some(file) = form.next_field().await.map_err(|error| broken(&error))? else {
            return Err(missing());
        };
        if file.name() != Some(FIELD) {
            return Err(missing());
        }
        let text = read(file, announced).await?;
        if form.next_field().await.map_err(|error| broken(&error))?.is_some() {
            return Err(Problem::invalid(
                "Send one file in the field `file`, and nothing else",
            ));
        }
        Ok(Self(text))
    }
}

async fn read(mut file: Field<'_>, announced: Option<usize>) -> Result<SessionText, Problem> {
    let name = file.file_name().unwrap_or_default();
    if name.contains(['/', '\\', '\0']) {
        return Err(Problem::invalid("The file's name must not contain a path"));
    }
    let is_txt = name
        .rsplit_once('.')
        .is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("txt"));
    if !is_txt && !file.content_type().is_some_and(is_plain_text) {
        return Err(Problem::new(
            ErrorCode::UnsupportedMediaType,
            "Please upload text files only",
        ));
    }
    let mut text =
        Collector::new(announced.map(|length| length.min(crate::http::scraping::sessions::TEXT_LIMIT)))?;
    while let Some(piece) = file.chunk().await.map_err(|error| broken(&error))? {
        text.push(&piece)?;
    }
    let text = text.finish()?;
    if text.is_blank() {
        return Err(Problem::invalid(
            "The file is empty. It needs one session ID per line.",
        ));
    }
    Ok(text)
}

fn missing() -> Problem {
    Problem::invalid("file is required: a text file with one session ID per line")
}

fn broken(error: &MultipartError) -> Problem {
    if error.status() == ErrorCode::PayloadTooLarge.status() {
        return too_large();
    }
    ErrorCode::MalformedUpload.into()
}
