//! The command line of the program `scraper`.

mod parse;
mod platform_config;
mod render;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::parse::ParseArgs;
use self::platform_config::ConfigCommand;
use crate::config::{RunArgs, RunConfig};
use crate::error::ScraperError;
use crate::{logs, run};

/// Reads public Instagram and TikTok pages
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Work one run: lease it from the API, read its units from the platforms, report what was seen
    ///
    /// The run's token is taken from `CLIPMETER_RUN_TOKEN`, or from the file `CLIPMETER_RUN_TOKEN_FILE`, which is read whenever it is needed. Exit codes: 0 completed, 42 configuration or authorisation at fault (starting it
    /// again is pointless), 1 anything else.
    Run(RunArgs),
    /// Print what stored answers say, one line of JSON for each file, without asking anybody
    ///
    /// Unless told otherwise, an HTML body is judged as a guest's and a JSON body as a session's: the same words mean a dead session with
    /// one and a closed door without. Exit codes: 0 every file was judged, whatever its outcome; 2 the type is unknown, or a file cannot be read or is
    /// no file of evidence (the other files are printed still).
    Parse(ParseArgs),
    /// What this scraper knows about the platforms: ids of stored queries, user agents, sizes, pace
    #[command(subcommand)]
    Config(ConfigCommand),
}

/// Does what the command line says.
#[must_use]
pub fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Run(args) => start_run(args),
        Command::Parse(args) => parse::parse(&args),
        Command::Config(command) => platform_config::platform_config(&command),
    }
}

fn start_run(args: RunArgs) -> ExitCode {
    logs::start();
    let done = RunConfig::new(args, |name| std::env::var(name).ok()).and_then(|config| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| ScraperError::Task(error.to_string()))?;
        let done = runtime.block_on(run::run(config));
        // A search for a challenge's solution may still be running; nobody wants it any more.
        runtime.shutdown_background();
        done
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the run failed");
            error.exit_code()
        }
    }
}
