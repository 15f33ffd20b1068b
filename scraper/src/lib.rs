//! Reads public Instagram and TikTok pages and reports the results.
//!
//! The pure half parses one HTTP response ([`core::model::RawResponse`]) into a [`core::model::ParsedResponse`]: no clock, no
//! network, no allocation for text that can be borrowed from the body. [`platforms::instagram::read`] and
//! [`platforms::tiktok::read`] are its entry points. The other half communicates with the platforms ([`platforms`] over
//! [`core::fetcher`]) and with the API ([`core::report`]); [`run`] combines both.

pub mod cli;
pub mod config;
pub mod core;
pub mod error;
pub mod platforms;
pub mod run;
