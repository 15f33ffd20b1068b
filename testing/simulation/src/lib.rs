//! A simulated week of scraping in minutes: the real API with a real database, the real scheduler and real scrapers over the
//! simulator, all on one virtual clock, which jumps to the next due event. Clipmeter's behavior is continuously checked against
//! the true state, and the same seed produces the same bytes.
//!
//! Everything except the API runs on one thread. The API has its own threads, because its database is real; calls to it block, so
//! that time is stopped until it has responded, and calls are strictly ordered.

mod admin;
mod api;
mod bridge;
mod checks;
pub mod cli;
mod clock;
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
