//! Reading JSON of which only a few values are wanted.
//!
//! [`Reader`] goes through a document once. What the caller names is read, leniently: a count may be a number, a
//! string of digits or missing, an object may be null. Everything else is skipped without being looked into, at several
//! gigabytes a second. What is skipped is not checked beyond its brackets and strings being closed.

mod number;
mod reader;
mod scan;
mod text;

use number::whole_number;
pub(crate) use reader::{Malformed, Reader};
pub(crate) use text::decode;
