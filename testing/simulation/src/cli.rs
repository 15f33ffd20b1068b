//! The command `simulation`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::{Plan, SimulationError, run_simulation};

/// Simulate a week of scraping, and check the invariants
#[derive(Debug, Parser)]
struct Options {
    /// Seed of the simulation
    #[arg(long, env = "CLIPMETER_SIMULATION_SEED", default_value_t = 1)]
    seed: u64,
    /// Run the short simulation that is part of the tests
    #[arg(long)]
    short: bool,
    /// File to write the results to; defaults to standard output
    #[arg(long)]
    results: Option<PathBuf>,
}

/// Runs the command.
#[must_use]
pub fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "that is where results go")]
fn run(options: &Options) -> Result<(), SimulationError> {
    let plan = if options.short {
        Plan::short(options.seed)
    } else {
        Plan::full(options.seed)
    };
    let results = run_simulation(&plan)?;
    let Some(file) = &options.results else {
        println!("{results}");
        return Ok(());
    };
    std::fs::write(file, page(&results.to_string())).map_err(|source| SimulationError::Io {
        what: "cannot write the results",
        source,
    })
}

fn page(results: &str) -> String {
    format!(
        "# A simulated week\n\n\
         `bench/simulation/run` writes this page. The real API, schedule and scrapers over the simulator, on a clock that jumps, with \
         faults of every kind, accounts that are renamed, closed and deleted, and items that disappear. Every count, item and session \
         was held against what is true; [development](../../docs/dev/development.md#the-simulation) says how.\n\n{results}"
    )
}
