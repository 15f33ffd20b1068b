//! The command line of the program `scraper`.

mod parse;
mod platform_config;
mod render;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use self::parse::ParseArgs;
use self::platform_config::ConfigCommand;
use crate::config::{RunArgs, RunConfig};
use crate::error::ScraperError;
use crate::run;

/// Environment variable with the log level of this program, without its libraries: `error`, `warn`, `info`, `debug` or `trace`.
const LOG_LEVEL: &str = "CLIPMETER_LOG";

/// Clipmeter's scraper for public Instagram and TikTok accounts
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Execute a run: take its lease, scrape its accounts and videos, and report the results to the API
    ///
    /// `CLIPMETER_RUN_TOKEN` is the run's token, or `CLIPMETER_RUN_TOKEN_FILE` is the file that contains it and is read whenever the token
    /// is needed. Exit codes: 0 completed; 42 invalid configuration or token, so that restarting does not help; 1 any other failure.
    Run(RunArgs),
    /// Parse stored responses without sending requests, and print one line of JSON for each file
    ///
    /// By default, an HTML body is parsed as the response to an anonymous request, and a JSON body as the response to a request with a
    /// session. This matters because the same text means an expired session for one and a refusal for the other. Exit codes: 0 all files
    /// were parsed, regardless of the outcomes; 2 the type is unknown, or a file cannot be read or is not a captured response (the other
    /// files are still parsed).
    Parse(ParseArgs),
    /// Check or print the platform configuration: query documents, user agents, page sizes, rate limits
    #[command(subcommand)]
    Config(ConfigCommand),
}

/// The layer that writes log lines.
pub type Logs = Box<dyn Layer<Registry> + Send + Sync>;

/// Starts logging, and whatever else a program observes itself with. Called within the runtime; returns what to do after the run.
pub type Observe = fn(Logs) -> Box<dyn FnOnce()>;

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    main_observed(|logs| {
        // A second initialization, as in tests, keeps the first one's settings.
        let _ = tracing_subscriber::registry().with(logs).try_init();
        Box::new(|| {})
    })
}

/// Like [`main`], for programs that export traces.
#[must_use]
pub fn main_observed(observe: Observe) -> ExitCode {
    match Cli::parse().command {
        Command::Run(args) => start_run(args, observe),
        Command::Parse(args) => parse::parse(&args),
        Command::Config(command) => platform_config::platform_config(&command),
    }
}

fn start_run(args: RunArgs, observe: Observe) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = writeln!(io::stderr(), "scraper: {error}");
            return ScraperError::Task(error.to_string()).exit_code();
        }
    };
    let stop_observing = {
        let _entered = runtime.enter();
        observe(logs())
    };
    let done = RunConfig::new(args, |name| std::env::var(name).ok())
        .and_then(|config| runtime.block_on(run::run(config)));
    stop_observing();
    // A search for a challenge's solution may still be running; it is no longer needed.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the run failed");
            error.exit_code()
        }
    }
}

/// Returns the layer that logs to standard error, without the libraries' lines: at the most verbose levels, they contain headers with secrets. Lines are JSON if `CLIPMETER_LOG_FORMAT=json`, otherwise plain text.
fn logs() -> Logs {
    let level = std::env::var(LOG_LEVEL).unwrap_or_default();
    let level = match level.trim().to_lowercase().as_str() {
        known @ ("error" | "warn" | "info" | "debug" | "trace") => known.to_owned(),
        _ => "info".to_owned(),
    };
    let filter = EnvFilter::new(format!(
        "error,clipmeter_scraper={level},clipmeter_telemetry={level}"
    ));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        // Reporting on standard error that standard error has no reader would end the task that logs.
        .log_internal_errors(false);
    let is_json = std::env::var("CLIPMETER_LOG_FORMAT").is_ok_and(|format| format == "json");
    if is_json {
        lines.json().with_filter(filter).boxed()
    } else {
        lines.with_ansi(false).with_filter(filter).boxed()
    }
}
