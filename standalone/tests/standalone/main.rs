//! The real program with the real scraper and PostgreSQL; only the platforms are stood in for.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod backup;
mod demo;
mod evidence;
mod export;
mod faults;
mod flood;
mod full_disk;
mod life;
mod lost_keys;
mod moved_clock;
mod refusals;
mod roles;
mod rotation;
mod secrecy;
mod security_page;
mod small_disk;
mod specification;
mod stale_queries;
mod support;
