//! The HTTP API under `/api` and the web app beside it.
//!
//! One file a verb. What a handler may do is decided by the extractor of [`scope`] that it names, and it reaches tenants'
//! rows only through that.

mod accounts;
mod admin;
mod auth;
mod client_address;
mod content;
mod content_policy;
mod dashboard;
mod desired;
mod docs;
pub mod error;
mod export;
mod files;
mod groups;
mod health;
mod input;
mod instagram;
mod layers;
mod openapi;
mod retried;
mod router;
mod scope;
mod scrape;
mod scraping;
mod serve;
mod spawn_to_completion;
mod state;
mod tiktok;
pub mod types;
mod web;

pub use client_address::TrustedProxy;
pub use openapi::openapi_json;
