//! `scraper run` against a fake API and fake platforms, over real sockets.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod captures;
mod delivery;
mod encrypted;
mod fake_platform;
mod instagram;
mod program;
mod rate_limiter;
mod secrets;
mod setup;
mod simulated;
mod tiktok;
mod transport;
mod trap;
