//! Discovery of query documents in the platform's own scripts, when all known ones are stale.
//!
//! Pure: the caller decides what is loaded, from where and how much of it.

mod addresses;
mod modules;

pub(crate) use addresses::scripts;
pub(crate) use modules::Findings;
