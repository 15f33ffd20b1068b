//! The Jobs of runs.

mod build;
mod legacy;
mod start;
mod watch;

pub(crate) use self::build::Run;
pub(crate) use self::legacy::LegacyJobs;
pub(crate) use self::start::{JobStart, JobStarter};
pub(crate) use self::watch::{JobState, Jobs};
