//! `api`: Clipmeter's API on a Kubernetes cluster.

use std::process::ExitCode;

use clap::Parser as _;
use clipmeter_api_server::Cli;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clipmeter_api_server::main(&Cli::parse())
}
