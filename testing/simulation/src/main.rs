//! Simulates a week of scraping.

use std::process::ExitCode;

fn main() -> ExitCode {
    clipmeter_simulation::cli::main()
}
