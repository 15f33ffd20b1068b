//! What Instagram's answers hold.
//!
//! One reader serves every endpoint: their documents differ in where things are, not in what they are called.

mod data;
mod document;
mod embedded;
mod list;
mod media;
mod preview;
mod user;
mod verdict;

pub(super) use data::{Data, Node};
pub(super) use document::Document;
pub(super) use embedded::embedded;
pub(super) use list::List;
pub(super) use preview::{Preview, preview};
pub(super) use verdict::Verdict;
