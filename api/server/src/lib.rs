//! The API on a Kubernetes cluster, the counterpart of standalone mode: the same interfaces over the same database.
//! Desired state is stored in resources, gRPC callers authenticate with service-account tokens, and the operator starts
//! runs.

mod cli;
mod error;
mod health;
mod metrics;
mod migrate;
mod migration_events;
pub mod resources;
mod run;
mod tls;
pub mod token_reviews;

use std::io::{self, Write as _};
use std::process::ExitCode;

use tracing_subscriber::Layer as _;

pub use self::cli::{Cli, DatabaseArgs, MigrateArgs, PodArgs, Program};
pub use self::error::ClusterError;

/// Migrates, or serves until a signal stops the program. Prints an error as one line on standard error, with exit code 1.
pub fn main(program: Program) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| "warn,clipmeter=info".into());
    let logs = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .json()
        .log_internal_errors(false)
        .with_filter(filter)
        .boxed();
    let result = tokio::runtime::Runtime::new()
        .map_err(ClusterError::Runtime)
        .and_then(|runtime| {
            let traces = {
                let _entered = runtime.enter();
                clipmeter_telemetry::start("clipmeter-api", logs)
            };
            let result = match program {
                Program::Serve(cli) => runtime.block_on(run::run(&cli)),
                Program::Migrate(args) => runtime.block_on(migrate::run(&args)),
            };
            traces.stop();
            result
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "api: {error}");
            ExitCode::FAILURE
        }
    }
}
