//! The kubectl plugin: explains and controls Clipmeter on a cluster through its resources. It calls only the Kubernetes API, with the
//! permissions of the user.

pub mod cli;
mod cluster;
mod drain;
mod error;
mod installation;
mod items;
mod output;
mod preflight;
mod restore;
mod scrape;
mod time;
mod top;
mod wait;
mod why;

use std::process::ExitCode;

use self::cli::{Cli, Command};
use self::cluster::Cluster;
use self::error::Error;

/// Runs the program.
#[must_use]
#[allow(clippy::print_stderr, reason = "errors are for users")]
pub fn main(cli: Cli) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(cli)) {
        Ok(exit_code) => ExitCode::from(exit_code),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<u8, Error> {
    let cluster = Cluster::connect(&cli.connection).await?;
    let has_namespace = cli.connection.namespace.is_some();
    let answer = match &cli.command {
        Command::Why(arguments) => why::run(&cluster, arguments).await?,
        Command::Scrape(arguments) => scrape::run(&cluster, arguments).await?,
        Command::Restore(arguments) => restore::run(&cluster, arguments).await?,
        Command::Drain(arguments) => drain::drain(&cluster, arguments).await?,
        Command::Undrain(arguments) => drain::undrain(&cluster, arguments.force_conflicts).await?,
        Command::Preflight => preflight::run(&cluster, has_namespace).await?,
        Command::Top(arguments) => top::run(&cluster, arguments, has_namespace).await?,
    };
    answer.print(cli.output)?;
    Ok(answer.exit_code)
}
