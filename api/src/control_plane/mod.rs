//! Interfaces whose implementations differ between standalone mode and a cluster.

mod authenticator;
mod desired_state;
mod run_starter;

pub use authenticator::{Authenticator, bearer};
pub use desired_state::{DatabaseOnly, DesiredState, DesiredStateError};
pub use run_starter::{RunStarter, StartRunError};
