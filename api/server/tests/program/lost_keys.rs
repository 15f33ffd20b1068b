//! A Secret that is not the one that the database was used with.

use reqwest::StatusCode;
use rustix::process::Signal;
use serde_json::json;

use crate::installation::Installation;

#[tokio::test]
async fn start_with_another_secret_fails_naming_the_key() {
    let installation = Installation::new().await;
    let mut replica = installation.start().await;
    let token = replica.sign_in().await;
    let sessions = json!({"sessions": ["1234567890%3AabcdefGHIJKL12%3A5"]});
    let (status, body) = replica
        .send(&token, "POST", "/api/scraping/sessions", sessions)
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    replica.signal(Signal::TERM);
    assert_eq!(replica.ended().await, Some(0));

    let id = installation.replace_keys();
    let output = installation.command().output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let line = text.lines().last().unwrap_or_default();
    for part in [
        &*id,
        "1 Instagram session",
        "mount the Secret",
        "CLIPMETER_DISCARD_UNDECRYPTABLE",
    ] {
        assert!(line.contains(part), "{part} is not in {text}");
    }

    let mut command = installation.command();
    command.env("CLIPMETER_DISCARD_UNDECRYPTABLE", "true");
    let mut replica = Installation::start_by(command).await;
    let token = replica.sign_in().await;
    let (status, body, _) = replica.poll(&token, "/api/scraping/sessions", None).await;
    assert_eq!((status, &body["sessions"]), (StatusCode::OK, &json!([])));
    replica.signal(Signal::TERM);
    assert_eq!(replica.ended().await, Some(0));
}
