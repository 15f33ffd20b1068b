//! The only SQL. Each module holds the queries of one subject; times come from the caller.

mod connect;
mod scope;

pub use connect::{MIGRATOR, Pools};
pub use scope::{Access, Scope};
