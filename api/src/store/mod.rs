//! The only SQL. Each module holds the queries of one subject; times come from the caller.

mod accounts;
pub mod audit;
mod columns;
mod connect;
pub mod content;
pub mod cost;
pub mod groups;
mod held;
mod lease;
pub mod listing;
mod notices;
mod open;
pub mod overview;
mod page;
mod purge;
mod report;
mod revisions;
mod runs;
mod scope;
pub mod sessions;
pub mod settings;
pub mod stats;
pub mod tracked;
pub mod tracked_change;
mod unit_end;
mod units;
pub mod users;
pub mod videos;
pub mod watched;

pub use connect::{MIGRATOR, Pools};
pub use notices::{Notice, Notices};
pub use report::Report;
pub(crate) use revisions::{Revision, Revisions, Source};
pub use runs::{RunResult, RunStore, UnitResult};
pub(crate) use scope::view_as_group;
pub use scope::{Access, Scope};
