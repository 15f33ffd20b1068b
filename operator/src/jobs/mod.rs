//! The Jobs of runs.

mod build;
mod watch;

pub(crate) use self::build::{Run, job};
pub(crate) use self::watch::{JobState, Jobs, run};
