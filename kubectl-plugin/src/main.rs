//! The program `kubectl-clipmeter`, which kubectl runs as `kubectl clipmeter`.

use std::process::ExitCode;

use clap::Parser as _;
use clipmeter_kubectl::cli::Cli;

fn main() -> ExitCode {
    clipmeter_kubectl::main(Cli::parse())
}
