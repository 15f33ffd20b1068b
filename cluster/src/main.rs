//! `api`: Clipmeter's API on a Kubernetes cluster.

use std::process::ExitCode;

use clap::Parser as _;
use clipmeter_cluster::Cli;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clipmeter_cluster::main(&Cli::parse())
}
