//! Reads the accounts of a simulator as a run does, without an API: what is counted and timed is the asking of the platforms.

mod memory;
mod read;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures how accounts are read
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start a simulator whose clock stands still; prints its address and ends with its standard input
    Serve(serve::Options),
    /// Read accounts and print what was found as JSON
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

/// Whatever goes wrong ends the measurement.
type Failure = Box<dyn std::error::Error + Send + Sync>;
