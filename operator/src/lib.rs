//! Clipmeter's Kubernetes operator: brings the cluster and the database to the state that resources describe, starts scraper Jobs
//! and reports progress in statuses. The API owns all collected data; the operator is stateless.

mod api;
mod backoff;
pub mod cli;
mod cluster;
mod context;
mod cost;
mod error;
mod events;
mod group;
mod health;
mod initial_sync;
mod jobs;
mod leader;
mod lease;
mod metrics;
mod object_key;
mod objects;
mod platform_config;
mod policy;
mod progress;
mod readiness;
mod recent_writes;
mod reconcile;
mod run;
mod schedule;
mod settings;
mod status;
mod to_unsigned;
mod token_bucket;
mod tracked;
mod wait;
mod watch;
mod write_throttle;

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
    let done = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Error::Runtime)
        .and_then(|runtime| runtime.block_on(run::run(cli)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the operator ends");
            ExitCode::FAILURE
        }
    }
}
