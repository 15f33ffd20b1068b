//! Standalone mode: the same API, scheduler and scrapers as on a cluster, with a different control plane. Desired state is in
//! rows instead of resources, and a run is a child process instead of a Job.

mod backup;
pub mod cli;
mod data_dir;
mod database;
mod demo;
mod disk;
mod erase;
mod error;
mod export;
mod ready;
mod rotate;
mod run;
mod schedule;
mod scrapers;
mod servers;

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use cli::{Cli, Command};
pub use error::{BackupError, StandaloneError};

/// Runs the given command. An error is one line on standard error and exit code 1.
pub fn main(cli: Cli) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| "warn,clipmeter=info".into());
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        // Colors only in a terminal, because escape sequences in a file break searches.
        .with_ansi(io::stderr().is_terminal())
        // Standard error may be closed. Reporting this on standard error would end the logging task.
        .log_internal_errors(false)
        .init();
    let ended = tokio::runtime::Runtime::new()
        .map_err(StandaloneError::Runtime)
        .and_then(|runtime| {
            runtime.block_on(async {
                match cli.command {
                    Command::Standalone(args) => Box::pin(run::run(*args)).await,
                    Command::RotateSessionKey(args) => rotate::rotate_session_key(args).await,
                    Command::Erase(args) => erase::erase(args).await,
                    Command::Export(args) => export::export(args).await,
                    Command::Backup(args) => backup::backup(args).await,
                    Command::Restore(args) => backup::restore(args).await,
                    Command::Ready(args) => ready::ready(args).await,
                }
            })
        });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "clipmeter: {error}");
            ExitCode::FAILURE
        }
    }
}
