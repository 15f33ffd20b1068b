//! The database half of the API, on a real PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test helper fails by panicking")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests prepare data as the owner, and are not canceled"
)]

mod backup;
mod database;
mod erasure;
mod grpc;
mod ingest;
mod list_pages;
mod listing;
mod pictures;
mod platform_config;
mod rate_limits;
mod retention;
mod rows_read;
mod run_token_scope;
mod runs;
mod scraper_pools;
mod sessions;
mod stats;
mod stolen_run_token;
mod tracking;
