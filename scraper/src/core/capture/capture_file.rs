//! The file in which the API returns a captured response.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use crate::core::model::RawResponse;

/// A captured response with everything needed to parse it again. Other members of the file are informational.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureFile {
    /// The code of the response's kind.
    pub kind: String,
    /// The code of the outcome that the run derived.
    pub outcome: String,
    /// Whether the body was longer, so that parsing it now may give another result.
    pub is_cut: bool,
    status: u16,
    location: String,
    is_anonymous: bool,
    body: Vec<u8>,
}

/// Why a file is not a captured response.
#[derive(Debug, thiserror::Error)]
pub enum CaptureFileError {
    /// The file is not JSON, or not a captured response.
    #[error("not a captured response: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Its body cannot be decoded.
    #[error("the body of the captured response is not base64: {0}")]
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
    /// Parses the file.
    pub fn read(file: &[u8]) -> Result<Self, CaptureFileError> {
        let file: File = serde_json::from_slice(file)?;
        Ok(Self {
            kind: file.kind,
            outcome: file.outcome,
            is_cut: file.is_cut,
            status: file.http_status,
            location: file.location,
            is_anonymous: file.is_anonymous,
            body: STANDARD.decode(file.body)?,
        })
    }

    /// Returns the response as received, except for overwritten secrets.
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
