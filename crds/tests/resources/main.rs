//! The definitions, with the objects that they take and refuse: as evaluated here, and by a real API server.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is how a test fails"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "objects are written where they are handed over"
)]

mod cases;
mod committed;
mod kubectl;
mod offline;
mod platform_config;
mod samples;
mod server;
