//! What differs between a laptop and a cluster.

mod callers;
mod desired_state;
mod intent;
mod run_starter;

pub use callers::{Callers, bearer};
pub use desired_state::{DesiredState, DesiredStateError, Rows};
pub use intent::{GroupIntent, GroupName, Intent, PolicyIntent, Subject, TrackedIntent, TrackedName};
pub use run_starter::{RunStarter, StartRunError};
