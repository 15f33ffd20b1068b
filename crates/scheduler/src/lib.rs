//! Plans which units are due, in which batches, and when to plan again. Pure: the time is passed in as a number, nothing is read, written
//! or remembered between calls, and the same input gives the same plan on every machine.
//!
//! A control plane calls [`plan`] with the [`candidates`] among all units and the batches that are running, starts the returned batches
//! as runs, and sleeps until [`Plan::next_wake`], a new request, or the end of a run. All times are seconds since 1970-01-01T00:00:00Z.
//!
//! Within a run, [`rate_limit`] computes when a request may be sent, and [`cooldown`] and [`address`] compute the effect of a response on
//! the session and the address that were used. [`breaker`] decides whether a session may end.

pub mod address;
pub mod breaker;
mod cadence;
mod candidates;
pub mod capacity;
mod contract;
pub mod cooldown;
mod due;
mod freshness;
mod groups;
mod hash;
mod limits;
mod plan;
mod queue;
pub mod rate_limit;
mod reading;
mod slots;
mod unit;

pub use cadence::{Cadence, MAX_DELAY, ScrapeHistory, UnitKind, Why, cadence};
pub use candidates::{Candidates, Selection, candidates};
pub use contract::UnitError;
pub use due::{AT_ONCE, next_due};
pub use freshness::bound;
pub use groups::{GroupLoad, group_loads};
pub use limits::Limits;
pub use plan::{Plan, plan};
pub use reading::{FreshnessTier, Item, MAX_LOOKUPS, Reading, TierReadTimes, due_tier, reading};
pub use unit::{Batch, PoolId, Target, Trigger, Unit, UnitKey};

pub use clipmeter_proto::v1::Platform;
