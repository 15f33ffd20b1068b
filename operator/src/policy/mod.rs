//! The one policy: what the API is told of it, and what its status says.

mod controller;
mod sessions;
mod state;
mod status;

pub(crate) use self::controller::{run, watch};
pub(crate) use self::state::PolicyState;

/// The only name that a policy can have.
pub(crate) const POLICY: &str = "default";
