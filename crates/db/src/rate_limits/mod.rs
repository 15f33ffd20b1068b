//! Permits, and the endpoints that are on cooldown.

pub(crate) mod addresses;
pub mod buckets;
pub mod endpoint_history;
pub(crate) mod permits;
pub(crate) mod rules;
