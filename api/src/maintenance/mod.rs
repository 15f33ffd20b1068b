//! Work on the whole installation: retention, clock steps, and operations of the command line.

mod clock_sync;
mod commands;
mod days;
mod retention;

pub use clock_sync::ClockSync;
pub use commands::ReencryptResult;
pub use retention::CleanupStats;
