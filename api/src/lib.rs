//! Clipmeter's API: the HTTP interface for the web app, and the gRPC interface for scrapers and control planes.

mod api;
mod auth;
pub mod control_plane;
mod error;
mod grpc;
pub mod http;
mod maintenance;
mod sample;
mod stop_signal;
mod trusted_proxy;
mod usage;

pub use api::{Api, ApiConfig};
pub use auth::{FIRST_ADMIN, PasswordCost};
pub use error::ApiError;
pub use maintenance::{CleanupStats, ClockSync, ReencryptResult};
pub use sample::{Sample, SampleAccount, SampleCost, SampleGroup, SampleUser};
pub use stop_signal::StopSignal;
pub use trusted_proxy::TrustedProxy;
pub use usage::{PoolUsage, Usage};
