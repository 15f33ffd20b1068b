//! Scheduling of runs: opens runs for due units, creates a Job for each, and closes runs whose Job is gone. Open runs are stored
//! in the database; nothing here has to survive the operator.

mod limits;
mod pressure;
mod requests;
mod runs;
mod start;
mod sweep;
mod tick;
mod waits;
mod wake_flag;

pub(crate) use self::pressure::Pressure;
pub(crate) use self::requests::{ScrapeRequest, ScrapeRequests};
pub(crate) use self::tick::run;
pub(crate) use self::waits::BlockedUnit;
pub(crate) use self::wake_flag::WakeFlag;
