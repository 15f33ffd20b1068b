//! Captured responses that could not be parsed: secrets are overwritten before they are sent, and the downloaded file can be parsed
//! again.

mod capture_file;
mod markup;
mod named;
mod names;
mod overwrite;
mod quote;
mod redaction;
mod requested;
mod sampler;
mod shapes;

pub use capture_file::{CaptureFile, CaptureFileError};
pub use redaction::{MAX_BODY, Redacted, Redaction};
pub use sampler::{CaptureSampler, ClassifiedResponse};
