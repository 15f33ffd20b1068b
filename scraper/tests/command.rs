//! The command line of `scraper parse` and `scraper config`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

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
fn parse_command_rejects_unknown_type_and_lists_known_ones() {
    let output = parse(&["--type", "ig_reels", "x"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.contains("`ig_reels`") && message.contains("tt_video_page"),
        "{message}"
    );
}

#[test]
fn parse_command_skips_unreadable_file_and_parses_others() {
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
fn parse_command_outcome_depends_on_session_option() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, body: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, body).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let json = file("json", r#"{"require_login":true}"#);
    let page = file("page", "<html><title>Login &bull; Instagram</title></html>");
    for (arguments, file, outcome) in [
        (&[][..], &json, "session_dead"),
        (&["--anonymous"], &json, "login_required"),
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
        parse(&["--type", "ig_error", "--anonymous", "--with-session", &json])
            .status
            .code(),
        Some(2)
    );
}

fn platform_config(arguments: &[&str], file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scraper"))
        .arg("config")
        .args(arguments)
        .env("CLIPMETER_PLATFORM_CONFIG", file)
        .output()
        .unwrap()
}

#[test]
fn config_command_prints_effective_config_and_checks_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = file("good", r#"{"instagram":{"page_size":6}}"#);
    let bad = file("bad", r#"{"instagram":{"page_size":13}}"#);
    assert_eq!(platform_config(&["check", &good], "").status.code(), Some(0));
    let refused = platform_config(&["check", &bad], "");
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        message.contains("instagram.page_size: must be 1 to 12"),
        "{message}"
    );

    let size = |file: &str| {
        let printed = platform_config(&["print"], file);
        let document: Value = serde_json::from_slice(&printed.stdout).unwrap();
        document["instagram"]["page_size"].as_u64()
    };
    assert_eq!((size(""), size(&good)), (Some(12), Some(6)));
    let whole = platform_config(&["print"], "").stdout;
    let whole = file("whole", std::str::from_utf8(&whole).unwrap());
    assert_eq!(platform_config(&["check", &whole], "").status.code(), Some(0));
}

/// The response of `GET /api/scraping/captures/{id}`.
fn capture() -> Value {
    serde_json::json!({
        "type": "ig_web_profile_info", "endpoint": "web_profile_info", "outcome": "schema_changed", "http_status": 302,
        "location": "https://www.instagram.com/accounts/login/?next=/xxx/", "is_anonymous": true, "is_cut": false, "config_revision": 3,
        "observed_at": "2026-11-01T12:00:00Z", "body": "",
    })
}

#[test]
fn parse_command_reads_request_details_from_capture() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, capture: &Value| {
        let path = folder.path().join(name);
        std::fs::write(&path, capture.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let anonymous = capture();
    let mut session = anonymous.clone();
    (session["is_anonymous"], session["is_cut"]) = (false.into(), true.into());
    let mut data = anonymous.clone();
    (data["location"], data["http_status"]) = ("".into(), 200.into());
    data["body"] = "eyJzdGF0dXMiOiJvayIsImRhdGEiOnsidXNlciI6bnVsbH19".into();
    let files = [("anonymous", &anonymous), ("session", &session), ("data", &data)];
    let arguments = files.map(|(name, capture)| format!("--capture={}", file(name, capture)));
    let output = parse(&arguments.each_ref().map(String::as_str));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = lines(&output);
    for (line, outcome) in lines.iter().zip(["login_required", "session_dead", "not_found"]) {
        assert_eq!(line["outcome"], outcome, "{line}");
        assert_eq!(line["outcome_then"], "schema_changed");
        assert_eq!(line["type"], "ig_web_profile_info");
    }
    assert_eq!(
        (&lines[0]["is_cut"], &lines[1]["is_cut"]),
        (&false.into(), &true.into())
    );
}

#[test]
fn parse_command_rejects_invalid_capture_with_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let name = path.to_str().unwrap();
    let mut unknown = capture();
    unknown["type"] = "ig_reels".into();
    let mut broken = capture();
    broken["body"] = "!".into();
    let mut lacking = capture();
    lacking.as_object_mut().unwrap().remove("http_status");
    for (text, reason) in [
        (unknown.to_string(), "`ig_reels` is not a response type"),
        (broken.to_string(), "not base64"),
        (lacking.to_string(), "missing field `http_status`"),
        ("<html></html>".to_owned(), "not a captured response"),
    ] {
        std::fs::write(&path, text).unwrap();
        let output = parse(&["--capture", name]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(reason) && message.contains(name), "{message}");
    }
    for arguments in [
        &["--capture", name, "--type", "ig_error"][..],
        &["--capture", name, "--anonymous"],
        &["--type", "ig_error"],
        &[name],
        &[],
    ] {
        let output = parse(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("Usage:"),
            "{arguments:?}"
        );
    }
}
