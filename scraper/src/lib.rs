//! Reads public Instagram and TikTok pages and reports the results.
//!
//! The pure half parses one HTTP response ([`model::RawResponse`]) into a [`model::ParsedResponse`]: no clock, no network,
//! no allocation for text that can be borrowed from the body. [`instagram::read`] and [`tiktok::read`] are its entry
//! points. The other half communicates with the platforms ([`instagram::fetch`], [`tiktok::fetch`] over [`transport`]) and
//! with the API ([`report`]); [`run`] combines both.

mod address;
pub mod captures;
pub mod cli;
pub mod clock;
pub mod config;
mod crawl;
mod discover;
pub mod error;
pub mod failure;
mod html;
pub mod instagram;
mod json;
pub mod local_rate_limiter;
pub mod logs;
mod lookups;
mod merge;
pub mod model;
mod page;
pub mod random;
pub mod rate_limiter;
pub mod report;
pub mod run;
pub mod settings;
mod strategy;
mod subject;
pub mod tiktok;
pub mod transport;
pub mod unit;
