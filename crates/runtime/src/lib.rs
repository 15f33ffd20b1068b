//! Connection handling shared by all servers of all programs: limits the number of connections, and closes a connection
//! whose client exceeds a time limit. See ADR 0031.

mod activity;
mod body;
pub mod clock;
mod connection;
mod connections;
mod limits;
mod random;
mod server;
mod stream;
mod tls;

#[cfg(test)]
mod tests;

pub use activity::CloseReason;
pub use clock::{Clock, ManualClock, SteadyClock, SystemClock};
pub use connections::{ConnectionStats, Connections};
pub use limits::{ConnectionLimits, raise_open_files};
pub use random::{RandomSource, SeededRandom, SystemRandom};
pub use server::{Failed, Servers, serve_grpc, serve_http};
pub use tls::{Certificate, CertificateError};
