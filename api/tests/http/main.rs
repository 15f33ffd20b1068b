//! The HTTP API through its real router, over a real PostgreSQL.

#![allow(clippy::unwrap_used, clippy::panic, reason = "this is how a test fails")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests arrange things as the owner, and nobody cancels them"
)]

mod accounts;
mod api_docs;
mod audit;
mod bulk;
mod content;
mod contention;
mod costs;
mod cut_off;
mod desired_state;
mod erasures;
mod evidence;
mod export;
mod export_turns;
mod facts;
mod freshness;
mod group_changes;
mod group_deletion;
mod group_detail;
mod groups;
mod identity;
mod intervals;
mod listing;
mod origin;
mod own_account;
mod parallel_sign_in;
mod polling;
mod pool;
mod protocol;
mod proxies;
mod roles;
mod runs;
mod scrape;
mod series;
mod sessions;
mod sign_in;
mod storage;
mod support;
mod tenants;
mod tokens;
mod users;
mod videos;
mod waiting;
mod watching;
mod week;
