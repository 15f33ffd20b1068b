//! The command line of `scraper parse`.

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
