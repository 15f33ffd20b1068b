//! What must hold of Clipmeter in every week, whatever happens on the platforms.

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

/// What must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invariant {
    /// Each count that is reported was true when it was observed; none is zero that is not; what is hidden is unknown.
    Counts,
    /// What is due is read.
    Fresh,
    /// What is visible is stored, once and under its owner, and nothing else is.
    Items,
    /// A session is used by one run at a time, by none that it was not lent to, and is not asked for more than it bears.
    Sessions,
    /// What was there before an account was tracked is not gained.
    Baseline,
    /// What is stored of items that can be read is no older than the schedule promises, but for what failed.
    Current,
    /// What is called removed is removed, and the other way round once enough walks have missed it.
    Removed,
    /// An hour of answers that are not the platform's, or about somebody else, costs no session, no identity and at most two intervals of an
    /// account.
    Trouble,
    /// An endpoint that was retired for a visitor is left alone for a day by whoever knows.
    RetiredEndpoints,
}

/// What did not hold, first of all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{invariant:?} does not hold with seed {seed} at {at}: {what}", at = .at.format("%F %T"))]
pub struct Violation {
    /// What should have held.
    pub invariant: Invariant,
    /// The seed with which the same happens again.
    pub seed: u64,
    /// The simulated time.
    pub at: DateTime<Utc>,
    /// For people.
    pub what: String,
}
