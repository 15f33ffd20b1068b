//! Reads JSON documents of which only a few values are needed.
//!
//! [`Reader`] passes through a document once. Values that the caller names are read leniently: a count may be a number,
//! a string of digits or missing, an object may be null. Everything else is skipped without being parsed, at several
//! gigabytes per second. Skipped values are only checked for closed brackets and strings.

mod number;
mod reader;
mod scan;
mod text;

use number::whole_number;
pub(crate) use reader::{Malformed, Reader};
pub(crate) use text::decode;
