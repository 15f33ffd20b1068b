//! Numbers that are kept beside the items equal a recount.

mod costs;
pub(crate) mod counters;
pub(crate) mod days;
