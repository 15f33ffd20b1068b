//! `scraper parse` with recorded responses: every value that is known about each must be printed with its type.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value};

/// Keys of an expectation that describe the recording rather than its content.
const ABOUT_THE_RECORDING: [&str; 6] = ["endpoint", "http_status", "headers", "origin", "note", "page"];

fn recordings() -> PathBuf {
    PathBuf::from("../../shared/fixtures")
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

/// Files whose items or accounts have pictures: the number of items with one, of all items, and whether the account has one.
const PICTURES: &[(&str, &str, usize, usize, bool)] = &[
    ("instagram", "clips_user_adrianhorning_2025.json", 1, 1, false),
    ("instagram", "clips_user_noholita_2021.json", 12, 12, false),
    ("instagram", "feed_user_barstoolsports_2025.json", 1, 1, true),
    ("instagram", "feed_user_jlo_p1.json", 2, 2, true),
    ("instagram", "feed_user_jlo_p2_last.json", 1, 1, true),
    ("instagram", "graphql_clips_2026.json", 12, 12, false),
    ("instagram", "graphql_polaris_media_2026.json", 1, 1, false),
    (
        "instagram",
        "graphql_shortcode_media_DF5s0duxDts.json",
        1,
        1,
        false,
    ),
    ("instagram", "graphql_timeline_legacy_2020.json", 12, 12, false),
    (
        "instagram",
        "graphql_timeline_xdt_google_2025_p1.json",
        12,
        12,
        false,
    ),
    ("instagram", "html_post-with-clip.html", 1, 1, false),
    ("instagram", "html_post_embedded_polaris_2026.html", 1, 1, false),
    ("instagram", "html_post_embedded_webinfo_2025.html", 1, 1, false),
    ("instagram", "html_profile_pluto__travel.html", 0, 0, true),
    ("instagram", "media_info_carousel_2020.json", 1, 1, false),
    ("instagram", "media_info_video_2020.json", 1, 1, false),
    (
        "instagram",
        "web_profile_info_adrianhorning_2025.json",
        2,
        2,
        true,
    ),
    (
        "instagram",
        "web_profile_info_google_2024_12edges.json",
        12,
        12,
        false,
    ),
    ("instagram", "web_profile_info_private.json", 0, 0, true),
    ("tiktok", "aweme_detail_2025.json", 1, 1, false),
    ("tiktok", "aweme_list_stoolpresidente_2025.json", 12, 12, false),
    ("tiktok", "embed_user.html", 0, 10, false),
    ("tiktok", "item_list_creator_p1.json", 15, 15, false),
    ("tiktok", "oembed_video.json", 1, 1, false),
    ("tiktok", "user_detail_api_stoolpresidente_2025.json", 0, 0, true),
    ("tiktok", "user_page_alcaldiasa_2026.html", 0, 0, true),
    ("tiktok", "user_page_sigi_dylanlemay_2023.html", 30, 30, true),
    ("tiktok", "video_page_dangthuhaf_2025.html", 1, 1, false),
    ("tiktok", "video_page_mobile_reflow_2026.html", 1, 1, false),
];

#[test]
fn recorded_responses_have_pictures() {
    let (instagram, tiktok) = (expectations("instagram"), expectations("tiktok"));
    let mut found = Vec::new();
    for (platform, name, ..) in PICTURES {
        let expected = &if *platform == "tiktok" {
            &tiktok
        } else {
            &instagram
        }[*name];
        let file = recordings().join(platform).join(name);
        let printed = printed(&file, expected["type"].as_str().unwrap(), expected);
        let is_url = |value: &Value| value.as_str().is_some_and(|url| url.starts_with("https://"));
        let items = printed["items"].as_array().unwrap();
        let pictured = items.iter().filter(|item| is_url(&item["picture_url"])).count();
        found.push((
            *platform,
            *name,
            pictured,
            items.len(),
            is_url(&printed["picture_url"]),
        ));
    }
    assert_eq!(found, PICTURES);
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
