//! The HTTP API under `/api` and the web app beside it.
//!
//! One file per verb. The extractor of [`scope`] in a handler's signature decides what the handler may do, and is its
//! only access to tenants' rows.

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
