//! The database half of the API, on a real PostgreSQL.

#![expect(clippy::unwrap_used, reason = "that is how a test's helper fails")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests arrange things as the owner, and nobody cancels them"
)]

mod backup;
mod begin_blocker;
mod cadence;
mod captured_responses;
mod client_disconnect;
mod costs;
mod counters;
mod crawl_checkpoints;
mod database_outage;
mod days;
mod discovery;
mod erasures;
mod failures;
mod grpc_services;
mod identity;
mod ingest;
mod lease;
mod migrations;
mod pagination;
mod platform_config;
mod pool;
mod rate_limit_permits;
mod read_depth;
mod removal;
mod requeue;
mod retention;
mod roles;
mod rounded_counts;
mod row_level_security;
mod run_token_scope;
mod runs;
mod session_keys;
mod sessions;
mod stolen_run_token;
mod tracking;
mod units;
mod video_authors;
