//! Simulates instagram.com and tiktok.com: replays recorded responses, serves seeded accounts with new posts and growing counts,
//! and injects faults on request. See `docs/dev/simulator.md`.

mod chaos;
mod clock;
mod config;
mod control;
mod error;
mod faults;
mod instagram;
mod log;
#[cfg(feature = "loopreel")]
mod loopreel;
mod offline;
mod pictures;
mod platforms;
mod quota;
mod reading;
mod replay;
mod request;
mod response;
mod route;
mod run;
mod server;
mod sessions;
mod tiktok;
mod world;

use std::sync::Arc;

use axum::Router;

use platforms::Platforms;

pub use chaos::Chaos;
pub use config::SimulatorConfig;
pub use error::SimulatorError;
pub use faults::{FaultKind, FaultRule, InvalidFault};
pub use instagram::Rotation;
pub use log::{RequestCounts, session_hash};
pub use offline::{Offline, OfflineResponse};
pub use pictures::thumbnail;
pub use quota::{Quota, Quotas};
pub use reading::{AccountState, AccountSummary, Reading};
pub use request::RawRequest;
pub use run::{Options, run};
pub use server::Simulator;
pub use tiktok::short_code;
pub use world::{AccountKind, Events};

/// Returns the routes of platforms that share nothing with Instagram and TikTok.
fn separate_platforms() -> Router<Arc<Platforms>> {
    let routers: Vec<Router<Arc<Platforms>>> = Vec::from([
        #[cfg(feature = "loopreel")]
        loopreel::router(),
    ]);
    routers.into_iter().fold(Router::new(), Router::merge)
}
