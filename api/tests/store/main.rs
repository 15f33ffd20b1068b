//! The database half of the API, on a real PostgreSQL.

#![expect(clippy::unwrap_used, reason = "that is how a test's helper fails")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests arrange things as the owner, and nobody cancels them"
)]

mod authors;
mod backup;
mod cadence;
mod confined;
mod costs;
mod counters;
mod cut_off;
mod database_away;
mod days;
mod discovery;
mod erased;
mod evidence;
mod facts;
mod failures;
mod gone;
mod identity;
mod ingest;
mod interface;
mod lease;
mod migrations;
mod pages;
mod pool;
mod reading;
mod retention;
mod returns;
mod roles;
mod rounded;
mod runs;
mod security;
mod session_keys;
mod sessions;
mod slow_begin;
mod stolen;
mod tracking;
mod turns;
mod units;
mod walk_marks;
mod world;
