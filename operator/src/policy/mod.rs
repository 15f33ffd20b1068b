//! The single scrape policy: its transfer to the API and its status.

mod controller;
mod sessions;
mod state;
mod status;

pub(crate) use self::controller::{run, watch};
pub(crate) use self::state::PolicyState;

/// The only allowed name of a policy.
pub(crate) const POLICY: &str = "default";
