//! Tests of the HTTP API with its real router and a real PostgreSQL.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests prepare data as the owner, and are not canceled"
)]

mod accounts;
mod admin;
mod all_content;
mod api_document;
mod auth;
mod client_address;
mod compare;
mod content;
mod cost;
mod database;
mod export;
mod export_slots;
mod freshness;
mod gains;
mod groups;
mod layers;
mod listing;
mod pictures;
mod roles;
mod scope;
mod scrape;
mod scraping;
mod series;
mod share_links;
mod statement;
mod support;
mod time_zone;
mod users;
mod videos;
mod views;
mod waiting;
