//! The program `operator`.

use std::process::ExitCode;

use clap::Parser as _;
use clipmeter_operator::cli::Cli;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clipmeter_operator::main(Cli::parse())
}
