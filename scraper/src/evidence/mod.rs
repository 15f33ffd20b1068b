//! Answers that were not understood, on their way to the people who mend the parser: without what is secret in them, and as a file that
//! is read again.

mod exhibit;
mod markup;
mod named;
mod names;
mod overwrite;
mod quote;
mod redaction;
mod requested;
mod sample;
mod shapes;

pub use exhibit::{Exhibit, ExhibitError};
pub use redaction::{MAX_BODY, Redacted, Redaction};
pub use sample::{Judged, Sample};
