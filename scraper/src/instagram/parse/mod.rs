//! What Instagram's answers hold.
//!
//! One reader serves every endpoint: their documents differ in where things are, not in what they are called.

mod data;
mod document;
mod embedded;
mod envelope;
mod list;
mod media;
mod preview;
mod user;

pub(super) use data::{Data, Node};
pub(super) use document::ParsedDocument;
pub(super) use embedded::embedded;
pub(super) use envelope::ResponseEnvelope;
pub(super) use list::List;
pub(super) use preview::{Preview, preview};
