//! `scraper parse` with recorded responses: every value that is known about each must be printed with its type.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value};

/// Keys of an expectation that describe the recording rather than its content.
const ABOUT_THE_RECORDING: [&str; 6] = ["endpoint", "http_status", "headers", "origin", "note", "page"];

fn recordings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/fixtures")
}

/// The expectations of one platform, by file name.
fn expectations(platform: &str) -> Map<String, Value> {
    let path = recordings().join(platform).join("expected.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    match serde_json::from_str::<Value>(&text).unwrap()["files"].take() {
        Value::Object(files) => files,
        other => panic!("no files in {}: {other}", path.display()),
    }
}

/// Returns what the program prints for one recorded response, with the request that its expectation describes.
fn printed(file: &Path, kind: &str, expected: &Value) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scraper"));
    command.args([
        "parse",
        "--type",
        kind,
        "--http-status",
        &expected["http_status"].to_string(),
    ]);
    if let Some(location) = expected["headers"]["location"].as_str() {
        command.args(["--location", location]);
    }
    let output = command.arg(file).output().unwrap();
    assert!(
        output.status.success(),
        "{}: {}",
        file.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The values of an expectation that the program did not print.
fn differences(expected: &Value, printed: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |place: String, expected: &Value, printed: &Value| {
        if expected != printed {
            differences.push(format!("{place}: expected {expected}, printed {printed}"));
        }
    };
    for (key, value) in expected.as_object().unwrap() {
        if key == "items" {
            for (index, item) in value.as_array().unwrap().iter().enumerate() {
                for (key, value) in item.as_object().unwrap() {
                    compare(
                        format!("items[{index}].{key}"),
                        value,
                        &printed["items"][index][key],
                    );
                }
            }
        } else if !ABOUT_THE_RECORDING.contains(&key.as_str()) {
            compare(key.clone(), value, &printed[key]);
        }
    }
    differences
}

fn check(platform: &str) {
    let mut wrong = Vec::new();
    for (name, expected) in expectations(platform) {
        let file = recordings().join(platform).join(&name);
        let printed = printed(&file, expected["type"].as_str().unwrap(), &expected);
        wrong.extend(
            differences(&expected, &printed)
                .iter()
                .map(|difference| format!("{name}: {difference}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn recorded_instagram_responses_are_parsed() {
    check("instagram");
}

#[test]
fn recorded_tiktok_responses_are_parsed() {
    check("tiktok");
}

#[test]
fn recorded_responses_yield_same_outcome_with_error_kind() {
    let mut wrong = Vec::new();
    for (platform, kind) in [("instagram", "ig_error"), ("tiktok", "tt_error")] {
        for (name, expected) in expectations(platform) {
            let printed = printed(&recordings().join(platform).join(&name), kind, &expected);
            if printed["outcome"] != expected["outcome"] {
                wrong.push(format!("{name}: {} {}", printed["outcome"], printed["detail"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
