//! Generates the Rust side of the contract without `protoc`: protox compiles the files, tonic writes the code. The result is committed,
//! so that nobody who builds Clipmeter compiles a compiler first.

mod fields;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

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
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let generated = contract.join("src/generated");
    fs::create_dir_all(&generated)?;
    let descriptors = protox::compile(FILES, [contract.join("proto")])?;
    let visits = generated.join("fields.rs");
    fs::write(&visits, fields::source(&descriptors))?;
    let formatted = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .arg(&visits)
        .status()?;
    if !formatted.success() {
        return Err(format!("rustfmt ended with {formatted}").into());
    }
    tonic_prost_build::configure()
        .out_dir(generated)
        .skip_debug(SECRET)
        // Skipped along with the message that it is in, but without a secret.
        .type_attribute(".clipmeter.v1.ReportRequest.body", "#[derive(Debug)]")
        .compile_fds(descriptors)?;
    Ok(())
}
