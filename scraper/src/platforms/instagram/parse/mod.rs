//! Parsers of Instagram's responses.
//!
//! One reader serves every endpoint: their documents differ in structure, not in the names of members.

mod data;
mod document;
mod embedded;
mod envelope;
mod list;
mod media;
mod picture;
mod preview;
mod user;

pub(super) use data::{Data, Node};
pub(super) use document::ParsedDocument;
pub(super) use embedded::embedded;
pub(super) use envelope::{ErrorReason, ResponseEnvelope};
pub(super) use list::List;
pub(super) use preview::{Preview, preview};
