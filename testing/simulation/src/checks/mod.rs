//! The invariants of every simulation, regardless of events on the platforms.

mod baseline;
mod counts;
mod current;
mod fresh;
mod items;
mod removed;
mod retired;
mod sessions;
mod trouble;

use chrono::{DateTime, Utc};

pub(crate) use baseline::check as baseline;
pub(crate) use counts::{MAX_RESPONSE_AGE, check as counts};
pub use current::StalenessStats;
pub(crate) use current::check as current;
pub(crate) use fresh::check as fresh;
pub(crate) use items::{history, lost, may_decrease, stored};
pub(crate) use removed::check as removed;
pub(crate) use retired::Retired;
pub(crate) use sessions::Holders;
pub(crate) use trouble::{Aftermath, check as trouble};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invariant {
    /// Each reported count was true when it was observed; a zero is a real zero; hidden counts are unknown.
    Counts,
    /// Due units are scraped.
    Fresh,
    /// Visible items are stored once and under their owner, and no other items are stored.
    Items,
    /// A session is used by one run at a time, only by a run that leased it, and within the platform's limits.
    Sessions,
    /// A run of the scraper pool reads only the pool's accounts, through its proxy and with its sessions; other runs use neither.
    Egress,
    /// Counts that existed before an account was tracked are not counted as gains.
    Baseline,
    /// Stored data of available items is no older than the schedule promises, except after failures.
    Current,
    /// Items marked as removed are removed, and removed items are marked after enough crawls have missed them.
    Removed,
    /// An hour of responses that are not the platform's, or are about another account, costs no session, no account identity, and
    /// at most two intervals of an account.
    Trouble,
    /// A run that was informed of an endpoint's retirement for a client does not request it for a day.
    RetiredEndpoints,
}

/// The first violation of an invariant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the invariant {invariant:?} is violated with seed {seed} at {at}: {what}", at = .at.format("%F %T"))]
pub struct Violation {
    /// The violated invariant.
    pub invariant: Invariant,
    /// The seed that reproduces the violation.
    pub seed: u64,
    /// The simulated time.
    pub at: DateTime<Utc>,
    pub what: String,
}
