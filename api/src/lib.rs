//! Clipmeter's API: the HTTP interface for the web app, the gRPC interface for scrapers and control planes,
//! and all SQL.

mod api;
mod attempts;
mod auth;
pub mod clock;
mod clock_sync;
pub mod control_plane;
mod detach;
mod erasing;
mod error;
mod grpc;
pub mod http;
mod limits;
mod maintenance;
mod random;
mod reencrypt;
mod reported;
mod sample;
mod secrets;
mod stop_signal;
mod storage;
pub mod store;
mod usage;
mod waiting;

pub use api::{Api, ApiConfig};
pub use auth::{PasswordCost, WeakPassword};
pub use clock::{Clock, ManualClock, SteadyClock, SystemClock};
pub use clock_sync::ClockSync;
pub use error::ApiError;
pub use maintenance::CleanupStats;
pub use random::{RandomSource, SeededRandom, SystemRandom};
pub use reencrypt::ReencryptResult;
pub use reported::{PermitOutcome, ReportedCounts};
pub use sample::{Sample, SampleAccount, SampleGroup, SampleUser};
pub use secrets::{
    IfLost, Key, KeyFile, LostKeys, OpenedKeys, Secrets, SessionKey, SessionKeys, check_passphrase,
};
pub use stop_signal::StopSignal;
pub use storage::{DiskReport, NoRoom, Storage, StorageState};
pub use store::sessions::Withheld;
pub use usage::{PoolUsage, Usage};
