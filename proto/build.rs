//! Generates the Rust side of the contract without `protoc`: protox compiles the files, tonic writes the code.

use std::error::Error;
use std::path::PathBuf;

use prost::Message as _;

const FILES: [&str; 3] = [
    "clipmeter/v1/ingest.proto",
    "clipmeter/v1/control.proto",
    "clipmeter/v1/tracking.proto",
];

/// Messages with a secret in them, whose `Debug` is written by hand in `src/redacted.rs`.
const SECRET: [&str; 9] = [
    ".clipmeter.v1.Session",
    ".clipmeter.v1.Address",
    ".clipmeter.v1.TakeSessionRequest",
    ".clipmeter.v1.ReserveRequest",
    ".clipmeter.v1.FetchBatchRequest",
    ".clipmeter.v1.FetchBatchResponse",
    ".clipmeter.v1.ReportRequest",
    ".clipmeter.v1.HeartbeatRequest",
    ".clipmeter.v1.CompleteRunRequest",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto");
    let descriptors = protox::compile(FILES, ["proto"])?;
    // What the bounds of fields are held against.
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    std::fs::write(folder.join("descriptors.bin"), descriptors.encode_to_vec())?;
    tonic_prost_build::configure()
        .skip_debug(SECRET)
        // Skipped along with the message that it is in, but without a secret.
        .type_attribute(".clipmeter.v1.ReportRequest.body", "#[derive(Debug)]")
        .compile_fds(descriptors)?;
    Ok(())
}
