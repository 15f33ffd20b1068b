//! The HTTP API under `/api` and the web app beside it.
//!
//! One file a verb. What a handler may do is decided by the extractors it names, and it reaches the database only through them.

pub mod auth;
pub mod dashboard;
pub mod error;
pub mod groups;
pub mod instagram;
mod openapi;
mod router;
pub mod scraping;
pub mod tiktok;
pub mod types;

pub use openapi::openapi_json;
