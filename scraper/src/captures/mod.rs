//! Answers that were not understood, on their way to the people who mend the parser: without what is secret in them, and as a file that
//! is read again.

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
