//! The HTTP API through its real router, over a real PostgreSQL.

#![allow(clippy::unwrap_used, clippy::panic, reason = "this is how a test fails")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests arrange things as the owner, and nobody cancels them"
)]

mod accounts;
mod api_docs;
mod audit;
mod auth_self_service;
mod bulk;
mod captures;
mod client_disconnect;
mod client_info;
mod content;
mod costs;
mod desired_state;
mod erasures;
mod export;
mod export_limit;
mod freshness;
mod gained_views;
mod group_changes;
mod group_deletion;
mod group_detail;
mod groups;
mod identity;
mod intervals;
mod listing;
mod parallel_sign_in;
mod platform_config;
mod polling;
mod pool;
mod protocol;
mod proxies;
mod roles;
mod runs;
mod scrape;
mod scraping_status;
mod series;
mod sessions;
mod sign_in;
mod storage;
mod support;
mod tenant_isolation;
mod tokens;
mod transaction_conflicts;
mod users;
mod videos;
mod waiting;
