//! The database half of the API, on a real PostgreSQL.

#![expect(clippy::unwrap_used, reason = "that is how a test's helper fails")]

mod authors;
mod cadence;
mod costs;
mod counters;
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
mod rounded;
mod runs;
mod security;
mod session_keys;
mod sessions;
mod tracking;
mod turns;
mod units;
mod walk_marks;
mod world;
