//! The Jobs of runs.

mod build;
mod left_behind;
mod watch;

pub(crate) use self::build::{Run, job};
pub(crate) use self::left_behind::LeftBehind;
pub(crate) use self::watch::{JobState, Jobs, run};
