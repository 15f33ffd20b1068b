//! The program `scraper`.

use std::process::ExitCode;

fn main() -> ExitCode {
    clipmeter_scraper::cli::main()
}
