//! Generates the Rust side of the contract without `protoc`: protox compiles the files, tonic writes the code.

use std::error::Error;

const FILES: [&str; 2] = ["clipmeter/v1/ingest.proto", "clipmeter/v1/control.proto"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto");
    let descriptors = protox::compile(FILES, ["proto"])?;
    tonic_prost_build::configure().compile_fds(descriptors)?;
    Ok(())
}
