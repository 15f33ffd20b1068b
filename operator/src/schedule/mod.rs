//! Which runs there are: opens them for what is due, gives each its Job, and closes those whose Job is gone. What is open is
//! in the database; nothing here has to survive the operator.

mod bell;
mod limits;
mod look;
mod pressure;
mod requests;
mod runs;
mod start;
mod sweep;
mod waits;

pub(crate) use self::bell::Bell;
pub(crate) use self::look::run;
pub(crate) use self::pressure::Pressure;
pub(crate) use self::requests::{Asked, Requests};
pub(crate) use self::waits::Held;
