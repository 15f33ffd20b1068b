//! The program `api`: Clipmeter's API on Kubernetes.

use std::process::ExitCode;

use clap::Parser as _;
use clipmeter_api_server::Cli;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clipmeter_api_server::main(&Cli::parse())
}
