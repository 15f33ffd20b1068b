//! Tests which objects the definitions accept and reject: evaluated in this process, and by a real API server.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]
#![allow(clippy::needless_pass_by_value, reason = "literals are passed by value")]

mod cases;
mod committed;
mod kubectl;
mod offline;
mod platform_config;
mod random;
mod samples;
mod server;
mod versions;
