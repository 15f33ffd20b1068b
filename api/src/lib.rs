//! Clipmeter's API: the HTTP interface that the web app uses, the gRPC interface that scrapers and control planes use,
//! and the only SQL.

mod api;
mod attempts;
mod auth;
pub mod clock;
pub mod control_plane;
mod dice;
mod erasing;
mod error;
mod grpc;
mod housekeeping;
pub mod http;
mod limits;
mod released;
mod reported;
mod reseal;
mod sample;
mod secrets;
mod stop_signal;
mod storage;
pub mod store;
mod time_keeping;
mod usage;
mod waiting;

pub use api::{Api, ApiConfig};
pub use auth::{PasswordCost, WeakPassword};
pub use clock::{Clock, ManualClock, SteadyClock, SystemClock};
pub use dice::{Dice, SeededDice, SystemDice};
pub use error::ApiError;
pub use housekeeping::Kept;
pub use reported::{ReportedCounts, Turn};
pub use reseal::Resealed;
pub use sample::{Sample, SampleAccount, SampleGroup, SampleUser};
pub use secrets::{
    IfLost, Key, KeyFile, LostKeys, OpenedKeys, Secrets, SessionKey, SessionKeys, check_passphrase,
};
pub use stop_signal::StopSignal;
pub use storage::{DiskReport, NoRoom, Storage, StorageState};
pub use store::sessions::Withheld;
pub use time_keeping::KeptTime;
pub use usage::{PoolUsage, Usage};
