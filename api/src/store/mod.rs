//! The only SQL. Each module holds the queries of one subject; times come from the caller.

mod accounts;
mod columns;
mod connect;
mod lease;
mod notices;
mod page;
mod report;
mod runs;
mod scope;
pub mod sessions;
mod unit_end;
mod units;

pub use connect::{MIGRATOR, Pools};
pub use notices::{Notice, Notices};
pub use report::Report;
pub use runs::{RunResult, RunStore, UnitResult};
pub use scope::{Access, Scope};
