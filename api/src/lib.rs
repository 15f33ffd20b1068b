//! Clipmeter's API: the HTTP interface that the web app uses, the gRPC interface that scrapers and control planes use,
//! and the only SQL.

pub mod clock;
pub mod control_plane;
mod error;
pub mod http;
pub mod store;

pub use clock::{Clock, SystemClock};
pub use error::ApiError;
