//! Rotates the session encryption key with the real program.

use std::fs;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::{Admin, Service, clipmeter, folder};

const NOWHERE: &str = "http://127.0.0.1:9";

fn rotate(data: &Path) -> (bool, String) {
    let ended = Command::new(env!("CARGO_BIN_EXE_clipmeter"))
        .args(["rotate-session-key", "--data-dir"])
        .arg(data)
        .env_remove("DATABASE_URL")
        .output()
        .unwrap();
    let text = [ended.stdout, ended.stderr].concat();
    (ended.status.success(), String::from_utf8(text).unwrap())
}

fn keys(data: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(data.join("secrets/secrets.json")).unwrap()).unwrap()
}

#[tokio::test]
async fn sessions_stay_usable_after_key_rotation() {
    let place = folder();
    let data = place.path().join("data");
    let (done, text) = rotate(&data);
    assert!(!done && text.contains("--data-dir"), "{text}");
    assert!(!data.exists(), "nothing was created");

    let mut service = Service::start(&mut clipmeter(&data, NOWHERE));
    let admin = Admin::sign_in(&service.url).await;
    admin
        .post(
            "/scraping/sessions",
            json!({"sessions": ["1%3Afirst", "2%3Asecond"]}),
        )
        .await;
    let (done, text) = rotate(&data);
    assert!(!done && text.contains("in use"), "{text}");
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));

    // As after a rotation that was interrupted before a session was re-encrypted: this one completes it.
    let (before, mut broken_off) = (keys(&data), keys(&data));
    broken_off["sessions"] = before["users"].clone();
    broken_off["sessions_key_id"] = json!("next");
    broken_off["retired_sessions"] = json!([{"id": before["sessions_key_id"], "key": before["sessions"]}]);
    fs::write(data.join("secrets/secrets.json"), broken_off.to_string()).unwrap();
    for rotation in 0..2 {
        let (done, text) = rotate(&data);
        assert!(done && text.contains("2 sessions"), "{text}");
        let after = keys(&data);
        assert_eq!(after["sessions_key_id"] == "next", rotation == 0);
        assert!(after["retired_sessions"].is_null());
        assert_eq!(after["fingerprints"], before["fingerprints"]);
    }

    let mut service = Service::start(&mut clipmeter(&data, NOWHERE));
    let admin = Admin::sign_in(&service.url).await;
    assert_eq!(
        admin.get("/scraping/sessions").await["sessions"],
        json!(["1%3Afirst", "2%3Asecond"])
    );
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
}
