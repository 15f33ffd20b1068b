//! A form with a file of sessions.

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use clipmeter_db::sessions::SessionText;

use super::FORM_LIMIT;
use super::body::{Collector, is_plain_text, length, too_large};
use crate::http::error::{ErrorCode, Problem};

/// The one field of the form.
const FIELD: &str = "file";

/// A form whose field `file` is a text file.
pub(super) struct TextFile(pub(super) SessionText);

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
    let mut text = Collector::new(announced.map(|length| length.min(super::TEXT_LIMIT)))?;
    while let Some(piece) = file.chunk().await.map_err(|error| broken(&error))? {
        text.push(&piece)?;
    }
    let text = text.finish()?;
    if text.is_blank() {
        return Err(Problem::invalid(
            "The file is empty. It needs one session ID a line.",
        ));
    }
    Ok(text)
}

fn missing() -> Problem {
    Problem::invalid("file is required: a text file with one session ID a line")
}

fn broken(error: &MultipartError) -> Problem {
    if error.status() == ErrorCode::PayloadTooLarge.status() {
        return too_large();
    }
    ErrorCode::MalformedUpload.into()
}
