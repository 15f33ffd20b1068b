//! The file that the API gives of an answer that was not understood.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use crate::model::{RawResponse, ResponseKind, UnknownResponseKind};

/// An answer as it was kept, with all that is needed to read it again. What else the file says is for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureFile {
    /// What was asked for.
    pub kind: ResponseKind,
    /// The code of the outcome that the run made of it.
    pub outcome: String,
    /// The body was longer, so that it may be read otherwise now.
    pub is_cut: bool,
    status: u16,
    location: String,
    is_anonymous: bool,
    body: Vec<u8>,
}

/// Why a file holds no answer.
#[derive(Debug, thiserror::Error)]
pub enum CaptureFileError {
    /// No JSON, or not that of an answer.
    #[error("it is no captured response: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Its type is unknown, as one of a newer version is.
    #[error(transparent)]
    Kind(#[from] UnknownResponseKind),
    /// Its body cannot be decoded.
    #[error("its body is no base64: {0}")]
    Body(#[from] base64::DecodeError),
}

#[derive(Deserialize)]
struct File {
    #[serde(rename = "type")]
    kind: String,
    outcome: String,
    http_status: u16,
    location: String,
    is_anonymous: bool,
    is_cut: bool,
    body: String,
}

impl CaptureFile {
    /// Reads the file.
    pub fn read(file: &[u8]) -> Result<Self, CaptureFileError> {
        let file: File = serde_json::from_slice(file)?;
        Ok(Self {
            kind: file.kind.parse()?,
            outcome: file.outcome,
            is_cut: file.is_cut,
            status: file.http_status,
            location: file.location,
            is_anonymous: file.is_anonymous,
            body: STANDARD.decode(file.body)?,
        })
    }

    /// The answer as it came, but for what was secret in it.
    #[must_use]
    pub fn response(&self) -> RawResponse<'_> {
        RawResponse {
            status: self.status,
            location: Some(self.location.as_str()).filter(|location| !location.is_empty()),
            body: &self.body,
            is_anonymous: self.is_anonymous,
        }
    }
}
