//! Clipmeter's Kubernetes operator: applies resources to the cluster and the database, starts scraper Jobs, and reports progress
//! in statuses. The API owns all collected data; the operator is stateless.

mod api;
pub mod cli;
mod controllers;
mod convert;
mod error;
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

use std::process::ExitCode;

use tracing_subscriber::EnvFilter;

pub use self::error::Error;
use crate::cli::Cli;

/// Runs the operator.
#[must_use]
pub fn main(cli: Cli) -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(filter)
        .init();
    let result = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Error::Runtime)
        .and_then(|runtime| runtime.block_on(run::run(cli)));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the operator failed");
            ExitCode::FAILURE
        }
    }
}
