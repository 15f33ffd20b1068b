//! Tests that stored aggregates equal a recount.

mod costs;
pub(crate) mod counters;
pub(crate) mod days;
