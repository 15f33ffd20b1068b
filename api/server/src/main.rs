//! The program `api`: Clipmeter's API on Kubernetes.

use std::process::ExitCode;

use clipmeter_api_server::Program;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clipmeter_api_server::main(Program::parse())
}
