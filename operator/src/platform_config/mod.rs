//! What scrapers are told about the platforms: what the API is told of it, and what statuses say.

mod controller;
mod state;
mod status;

pub(crate) use self::controller::{run, watch};
pub(crate) use self::state::PlatformConfigState;
