//! Scheduling of runs: opens runs for due units, creates a Job for each, and closes runs whose Job is gone. Open runs are stored
//! in the database; nothing here has to survive the operator.

mod lane_waits;
mod limits;
mod pressure;
mod runs;
mod sweep;
mod tick;
mod waits;

pub(crate) use self::tick::{Scheduler, SchedulerContext};
