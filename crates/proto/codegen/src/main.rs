//! Generates the Rust side of the contract without `protoc`: protox compiles the files, tonic writes the code. The generated code is
//! committed so that building Clipmeter does not require building the generator.

mod fields;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

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
    ".clipmeter.v1.ReservePermitsRequest",
    ".clipmeter.v1.FetchBatchRequest",
    ".clipmeter.v1.FetchBatchResponse",
    ".clipmeter.v1.ReportRequest",
    ".clipmeter.v1.HeartbeatRequest",
    ".clipmeter.v1.CompleteRunRequest",
];

fn main() -> Result<(), Box<dyn Error>> {
    generate(&contract().join("src/generated"))
}

/// The folder of the crate `clipmeter-proto`. Cargo sets the variable of the programs that it runs.
fn contract() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..")
}

fn generate(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let descriptors = protox::compile(FILES, [contract().join("proto")])?;
    let visits = folder.join("fields.rs");
    fs::write(&visits, fields::source(&descriptors))?;
    let formatted = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(contract().join("../.."))
        .arg(&visits)
        .status()?;
    if !formatted.success() {
        return Err(format!("rustfmt ended with {formatted}").into());
    }
    tonic_prost_build::configure()
        .out_dir(folder)
        .skip_debug(SECRET)
        // Its values are the registry's.
        .extern_path(".clipmeter.v1.Platform", "::clipmeter_domain::Platform")
        // Skipped along with the message that it is in, but without a secret.
        .type_attribute(".clipmeter.v1.ReportRequest.body", "#[derive(Debug)]")
        .compile_fds(descriptors)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_code_is_up_to_date() {
        let fresh = tempfile::tempdir().unwrap();
        generate(fresh.path()).unwrap();
        let committed = contract().join("src/generated");
        for name in ["clipmeter.v1.rs", "fields.rs"] {
            let [fresh, committed] =
                [fresh.path(), &committed].map(|folder| fs::read_to_string(folder.join(name)).unwrap());
            assert!(
                fresh == committed,
                "{name} has drifted: run `make generate` and commit it"
            );
        }
    }
}
