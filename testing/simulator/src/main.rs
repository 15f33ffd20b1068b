//! The simulator as a program; see [`clipmeter_simulator`].

use std::process::ExitCode;

use clap::Parser as _;
use clipmeter_simulator::{Options, run};

#[tokio::main]
async fn main() -> ExitCode {
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
