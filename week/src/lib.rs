//! A week of scraping in minutes: the real API with a real database, the real schedule and real scrapers over the
//! simulator, all on one clock, which jumps to whatever is due next. While it passes, what Clipmeter does is held against
//! what is true, and at the end the same seed has brought the same bytes.
//!
//! Everything but the API lives on one thread. The API has threads of its own, because its database is real; whoever calls
//! it blocks, so that time stands still until it has answered, and calls come in one order.

mod admin;
mod api;
mod bridge;
mod checks;
pub mod cli;
mod clock;
mod digest;
mod error;
mod installation;
mod ledger;
mod log;
mod plan;
mod platforms;
mod results;
mod schedule;
mod stored;
mod truth;
mod week;
mod witness;

pub use checks::{Closeness, Violation};
pub use error::WeekError;
pub use plan::Plan;
pub use results::Results;
pub use week::pass;
