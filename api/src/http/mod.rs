//! The HTTP API under `/api` and the web app beside it.
//!
//! One folder per resource and one file per operation, with the types of its request and response. The extractor of
//! [`scope`] in a handler's signature decides what the handler may do, and is its only access to tenants' rows.

mod accounts;
mod admin;
mod api_document;
mod auth;
mod client_address;
mod coalescing;
mod common;
mod content;
pub(crate) mod cost;
mod dashboard;
mod database;
mod error;
mod execution;
mod export;
mod export_slots;
mod failing;
mod groups;
mod input;
mod layers;
mod metrics;
mod openapi;
mod page;
mod period;
mod pictures;
mod platforms;
mod progress;
mod router;
mod routing;
mod scope;
mod scrape;
mod scrapes;
mod scraping;
mod series;
mod share_links;
mod state;
mod time_zone;
mod unchanged_polls;
mod users;
mod videos;
mod views;
mod waiting;
mod web;

pub use api_document::openapi_json;
