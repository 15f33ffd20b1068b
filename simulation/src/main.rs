//! Lets a simulated week of scraping pass.

use std::process::ExitCode;

fn main() -> ExitCode {
    clipmeter_simulation::cli::main()
}
