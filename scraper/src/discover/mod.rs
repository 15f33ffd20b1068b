//! Ids of stored queries, read from the platform's own scripts when all that are known are stale.
//!
//! Pure: what is loaded, from where and how much of it, is decided by whoever asks.

mod addresses;
mod modules;

pub(crate) use addresses::scripts;
pub(crate) use modules::Findings;
