//! The program `scraper` of the cluster's image: the same as on a laptop, which has no dependencies for traces, with their export.

use std::process::ExitCode;

fn main() -> ExitCode {
    clipmeter_scraper::cli::main_observed(|logs| {
        let traces = clipmeter_telemetry::start("clipmeter-scraper", logs);
        Box::new(|| traces.stop())
    })
}
