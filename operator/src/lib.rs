//! Clipmeter's Kubernetes operator: applies resources to the cluster and the database, starts scraper Jobs, and reports progress
//! in statuses. The API owns all collected data; the operator is stateless.

mod api;
pub mod cli;
mod controllers;
mod convert;
mod error;
mod error_log;
mod health;
mod jobs;
mod kubernetes;
mod leader;
mod leadership;
mod metrics;
mod readiness;
mod run;
mod scheduling;
mod settings;
mod state;
mod status;
mod token_bucket;

use std::io::{self, Write as _};
use std::process::ExitCode;

use tracing_subscriber::{EnvFilter, Layer as _};

pub use self::error::Error;
use crate::cli::Cli;

/// Runs the operator.
#[must_use]
pub fn main(cli: Cli) -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let logs = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_filter(filter)
        .boxed();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = writeln!(io::stderr(), "operator: {}", Error::Runtime(error));
            return ExitCode::FAILURE;
        }
    };
    let traces = {
        let _entered = runtime.enter();
        clipmeter_telemetry::start("clipmeter-operator", logs)
    };
    let result = runtime.block_on(run::run(cli));
    traces.stop();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the operator failed");
            ExitCode::FAILURE
        }
    }
}
