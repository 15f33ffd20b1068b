//! Reads public Instagram and TikTok pages and reports what it saw.
//!
//! The pure half turns one HTTP answer ([`model::Reply`]) into what it says ([`model::Answer`]): no clock, no
//! network, no allocation for text that can be borrowed from the body. [`instagram::read`] and [`tiktok::read`] are
//! its entry points. The other half talks to the platforms ([`instagram::fetch`], [`tiktok::fetch`] over
//! [`transport`]) and to the API ([`report`]); [`run`] puts both together.

mod address;
pub mod cli;
pub mod clock;
pub mod config;
mod discover;
pub mod error;
pub mod evidence;
pub mod failure;
mod html;
pub mod instagram;
mod json;
pub mod logs;
mod looks;
mod merge;
pub mod model;
pub mod pace;
mod page;
pub mod random;
pub mod report;
pub mod run;
pub mod settings;
mod subject;
pub mod tiktok;
pub mod transport;
pub mod turns;
pub mod unit;
mod walk;
mod ways;
