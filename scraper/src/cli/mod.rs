//! The command line of the program `scraper`.

mod parse;
mod platform_config;
mod render;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use self::parse::ParseArgs;
use self::platform_config::ConfigCommand;
use crate::config::{RunArgs, RunConfig};
use crate::error::ScraperError;
use crate::run;

/// Variable with the log level of this program's own lines: `error`, `warn`, `info`, `debug` or `trace`.
const LOG_LEVEL: &str = "CLIPMETER_LOG";

/// Reads public Instagram and TikTok pages
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Execute one run: lease it from the API, read its units from the platforms, report the results
    ///
    /// The run's token is read from `CLIPMETER_RUN_TOKEN`, or from the file `CLIPMETER_RUN_TOKEN_FILE`, which is read whenever the token is
    /// needed. Exit codes: 0 completed, 42 configuration or authorization error (restarting does not help), 1 any other failure.
    Run(RunArgs),
    /// Print what stored responses contain, one line of JSON for each file, without sending requests
    ///
    /// By default, an HTML body is parsed as the response to an anonymous request and a JSON body as the response to a request with a
    /// session: the same text means an expired session with one and a refusal without. Exit codes: 0 every file was parsed, whatever its
    /// outcome; 2 the type is unknown, or a file cannot be read or is not a captured response (the other files are still printed).
    Parse(ParseArgs),
    /// The platform configuration of this scraper: query documents, user agents, page sizes, rate limits
    #[command(subcommand)]
    Config(ConfigCommand),
}

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Run(args) => start_run(args),
        Command::Parse(args) => parse::parse(&args),
        Command::Config(command) => platform_config::platform_config(&command),
    }
}

fn start_run(args: RunArgs) -> ExitCode {
    start_logging();
    let done = RunConfig::new(args, |name| std::env::var(name).ok()).and_then(|config| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| ScraperError::Task(error.to_string()))?;
        let done = runtime.block_on(run::run(config));
        // A search for a challenge's solution may still be running; it is no longer needed.
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

/// Logs this program's own lines to standard error: the most verbose levels of libraries print headers, which contain secrets. Lines are JSON if `CLIPMETER_LOG_FORMAT=json`, otherwise plain text.
fn start_logging() {
    let level = std::env::var(LOG_LEVEL).unwrap_or_default();
    let level = match level.trim().to_lowercase().as_str() {
        known @ ("error" | "warn" | "info" | "debug" | "trace") => known.to_owned(),
        _ => "info".to_owned(),
    };
    let filter = EnvFilter::new(format!("error,clipmeter_scraper={level}"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Reporting on standard error that standard error has no reader would end the task that logs.
        .log_internal_errors(false);
    let is_json = std::env::var("CLIPMETER_LOG_FORMAT").is_ok_and(|format| format == "json");
    // A second initialization, as in tests, keeps the first one's settings.
    let _ = if is_json {
        lines.json().try_init()
    } else {
        lines.with_ansi(false).try_init()
    };
}
