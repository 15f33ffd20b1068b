//! `with-postgres [--migrations DIR] COMMAND...`: runs a command with `DATABASE_URL` set to a temporary database.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clipmeter_embedded_postgres::{PostgresError, TestServer};

/// Run a command with `DATABASE_URL` set to a temporary PostgreSQL database.
#[derive(Parser)]
struct Arguments {
    /// Folder with migrations to apply first.
    #[arg(long)]
    migrations: Option<PathBuf>,
    /// The command and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("with-postgres: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<u8, PostgresError> {
    let server = TestServer::start().await?;
    let database = match &arguments.migrations {
        Some(folder) => server.migrated_database(folder).await?,
        None => server.empty_database().await?,
    };
    let (program, rest) = arguments
        .command
        .split_first()
        .map_or(("true", &[][..]), |(first, rest)| (first.as_str(), rest));
    let status = tokio::process::Command::new(program)
        .args(rest)
        .env("DATABASE_URL", database.url())
        .status()
        .await;
    server.stop().await;
    match status {
        Ok(status) => Ok(status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(1)),
        Err(source) => Err(PostgresError::Io {
            action: "run",
            path: program.into(),
            source,
        }),
    }
}
