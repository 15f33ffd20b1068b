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
mod log;
mod oracle;
mod plan;
mod platforms;
mod recorder;
mod report_log;
mod results;
mod schedule;
mod simulation;
mod stored;

pub use checks::{StalenessStats, Violation};
pub use error::SimulationError;
pub use plan::Plan;
pub use results::Results;
pub use simulation::run_simulation;
