//! Fills a database and measures what users read from it over HTTP.

mod http;
mod overload;
mod seed;
mod statements;

use std::error::Error;

use clap::{Parser, Subcommand};

/// Fill Clipmeter with large data, and measure what users read from it.
#[derive(Debug, Parser)]
#[command(name = "clipmeter-bench")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fill the empty database of a running program with accounts, groups, posts and measurements
    Seed(seed::Args),
    /// Measure calls over HTTP, and print a line of tab-separated values for each
    Read(http::Args),
    /// Send more reads than the program can serve, and print what happens
    Overload(overload::Args),
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    match Args::parse().command {
        Command::Seed(args) => seed::run(args).await,
        Command::Read(args) => http::run(args).await,
        Command::Overload(args) => overload::run(args).await,
    }
}
