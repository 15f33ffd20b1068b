//! Scrapes the accounts of a simulator like a run, without an API: only the requests to the platforms are counted and timed.

mod memory;
mod read;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measure the scraping of accounts
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start a simulator with a stopped clock, and print its address; it exits when standard input is closed
    Serve(serve::Options),
    /// Scrape accounts, and print the results as JSON
    Read(read::Options),
}

fn main() -> ExitCode {
    let result = tokio::runtime::Runtime::new()
        .map_err(Into::into)
        .and_then(|runtime| {
            runtime.block_on(async {
                match Cli::parse().command {
                    Command::Serve(options) => serve::run(options).await,
                    Command::Read(options) => read::run(options).await,
                }
            })
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Any error ends the measurement.
type Failure = Box<dyn std::error::Error + Send + Sync>;
