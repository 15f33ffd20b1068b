//! Permits, and the endpoints that are on cooldown.

pub mod endpoint_history;
pub(crate) mod pool;
pub mod rate_limit;
pub(crate) mod rate_limit_rules;
