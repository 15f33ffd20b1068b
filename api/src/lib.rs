//! Clipmeter's API: the HTTP interface for the web app, and the gRPC interface for scrapers and control planes.

mod api;
mod auth;
mod clock_sync;
pub mod control_plane;
mod detach;
mod erasing;
mod error;
mod grpc;
pub mod http;
mod maintenance;
mod reencrypt;
mod sample;
mod stop_signal;
mod usage;

pub use api::{Api, ApiConfig};
pub use auth::PasswordCost;
pub use clock_sync::ClockSync;
pub use error::ApiError;
pub use maintenance::CleanupStats;
pub use reencrypt::ReencryptResult;
pub use sample::{Sample, SampleAccount, SampleGroup, SampleUser};
pub use stop_signal::StopSignal;
pub use usage::{PoolUsage, Usage};
