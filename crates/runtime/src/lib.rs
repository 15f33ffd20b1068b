//! What all programs share: the clock, random numbers, retries, and servers that limit the number of connections and close a
//! connection whose client exceeds a time limit. See ADR 0031.

mod activity;
mod body;
pub mod clock;
mod connection;
mod connections;
mod limits;
mod random;
mod retry;
mod saturate;
mod server;
mod stream;
mod tls;

#[cfg(test)]
mod tests;

pub use activity::CloseReason;
pub use clock::{Clock, ManualClock, SteadyClock, SystemClock};
pub use connections::{ConnectionStats, Connections};
pub use limits::{ConnectionLimits, raise_open_files};
pub use random::Random;
pub use retry::{Backoff, RetryPolicy};
pub use saturate::saturate;
pub use server::{Failed, Servers, serve_grpc, serve_http};
pub use tls::{Certificate, CertificateError};
