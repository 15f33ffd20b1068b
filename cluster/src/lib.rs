//! The API on a Kubernetes cluster, the counterpart of standalone mode: the same interfaces over the same database. What people
//! want is kept in resources, callers over gRPC show tokens of the cluster, and runs are started by the operator.

mod cli;
mod error;
mod health;
mod metrics;
mod operator_starts;
pub mod resources;
mod run;
mod tls;
pub mod token_reviews;

use std::io::{self, Write as _};
use std::process::ExitCode;

pub use cli::Cli;
pub use error::ClusterError;

/// Serves until a signal asks the program to stop. An error is one line on standard error and exit code 1.
pub fn main(cli: &Cli) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| "warn,clipmeter=info".into());
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .json()
        .log_internal_errors(false)
        .init();
    let ended = tokio::runtime::Runtime::new()
        .map_err(ClusterError::Runtime)
        .and_then(|runtime| runtime.block_on(run::run(cli)));
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "api: {error}");
            ExitCode::FAILURE
        }
    }
}
