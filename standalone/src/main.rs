//! The program `clipmeter`: standalone mode.

use std::process::ExitCode;

use clap::Parser as _;
use clipmeter_standalone::cli::Cli;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clipmeter_standalone::main(Cli::parse())
}
