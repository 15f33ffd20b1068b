//! The command line of `scraper parse` and `scraper facts`.

#![expect(clippy::unwrap_used, reason = "that is how a test fails")]

use std::process::{Command, Output};

use serde_json::Value;

fn parse(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scraper"))
        .arg("parse")
        .args(arguments)
        .output()
        .unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn an_unknown_type_is_refused_with_the_known_ones() {
    let output = parse(&["--type", "ig_reels", "x"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.contains("`ig_reels`") && message.contains("tt_video_page"),
        "{message}"
    );
}

#[test]
fn a_file_that_cannot_be_read_does_not_cost_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(file("one"), r#"{"status":"ok"}"#).unwrap();
    std::fs::write(file("two"), "").unwrap();
    let output = parse(&[
        "--type",
        "ig_feed_user",
        &file("one"),
        &file("missing"),
        &file("two"),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing"));
    let lines = lines(&output);
    assert_eq!(
        (&lines[0]["file"], &lines[1]["file"]),
        (&file("one").into(), &file("two").into())
    );
    assert_eq!(
        (&lines[0]["outcome"], &lines[1]["outcome"]),
        (&"ambiguous_empty".into(), &"empty_body".into())
    );
}

#[test]
fn who_asked_decides_what_a_closed_door_means() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, body: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, body).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let json = file("json", r#"{"require_login":true}"#);
    let page = file("page", "<html></html>");
    for (arguments, file, outcome) in [
        (&[][..], &json, "session_dead"),
        (&["--guest"], &json, "login_required"),
        (&[], &page, "login_required"),
        (&["--with-session"], &page, "session_dead"),
        (
            &["--http-status", "302", "--location", "/challenge/"],
            &json,
            "challenge_required",
        ),
    ] {
        let output = parse(&[&["--type", "ig_error", file], arguments].concat());
        assert!(output.status.success());
        assert_eq!(lines(&output)[0]["outcome"], outcome, "{arguments:?}");
    }
    assert_eq!(
        parse(&["--type", "ig_error", "--guest", "--with-session", &json])
            .status
            .code(),
        Some(2)
    );
}

fn facts(arguments: &[&str], file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scraper"))
        .arg("facts")
        .args(arguments)
        .env("CLIPMETER_PLATFORM_SETTINGS", file)
        .output()
        .unwrap()
}

#[test]
fn facts_are_printed_as_they_hold_and_a_file_is_checked_against_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = file("good", r#"{"instagram":{"page_size":6}}"#);
    let bad = file("bad", r#"{"instagram":{"page_size":13}}"#);
    assert_eq!(facts(&["check", &good], "").status.code(), Some(0));
    let refused = facts(&["check", &bad], "");
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        message.contains("instagram.page_size: must be 1 to 12"),
        "{message}"
    );

    let size = |file: &str| {
        let printed = facts(&["print"], file);
        let document: Value = serde_json::from_slice(&printed.stdout).unwrap();
        document["instagram"]["page_size"].as_u64()
    };
    assert_eq!((size(""), size(&good)), (Some(12), Some(6)));
    let whole = facts(&["print"], "").stdout;
    let whole = file("whole", std::str::from_utf8(&whole).unwrap());
    assert_eq!(facts(&["check", &whole], "").status.code(), Some(0));
}
