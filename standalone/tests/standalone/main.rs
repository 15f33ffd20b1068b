//! The real program with the real scraper and PostgreSQL; only the platforms are simulated.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod backup;
mod clock_steps;
mod collected_output;
mod demo;
mod export;
mod fault_campaign;
mod full_disk;
mod lifecycle;
mod lost_keys;
mod process_kills;
mod roles;
mod rotation;
mod scraper_pools;
mod secret_leaks;
mod slow_clients;
mod small_disk;
mod specification;
mod stale_queries;
mod startup_errors;
mod support;
