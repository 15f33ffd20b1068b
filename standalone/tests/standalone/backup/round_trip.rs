//! A restored backup contains everything.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use rustix::process::Signal;
use serde_json::{Value, json};

use super::snapshot::{rows, structure, with_database, wrong};
use super::{BACKUP, BACKUP_WITH_KEYS, PASSPHRASE, RESTORE, documented, done};
use crate::support::{Admin, Service, clipmeter, eventually, folder, http, refusal};

const NOWHERE: &str = "http://127.0.0.1:9";

fn keys_of(data: &Path) -> PathBuf {
    data.join("secrets/secrets.json")
}

async fn stop(mut service: Service) {
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
}

/// Returns the gains of all days, of both platforms.
async fn gained(admin: &Admin) -> [i64; 2] {
    let trend = admin.get("/dashboard/trend").await;
    ["instagram", "tiktok"].map(|platform| {
        let days = trend[platform].as_array().unwrap().iter();
        days.map(|day| day["gained_views"].as_i64().unwrap()).sum()
    })
}

async fn highest_group(admin: &Admin) -> i64 {
    let groups = admin.get("/groups").await;
    let ids = groups["groups"].as_array().unwrap().iter();
    ids.map(|group| group["id"].as_i64().unwrap()).max().unwrap()
}

#[tokio::test]
async fn backup_restores_all_data_and_installation_continues() {
    let place = folder();
    let [data, copy, moved] = ["data", "copy", "moved"].map(|name| place.path().join(name));
    let [running, stopped] = ["running.backup", "stopped.backup"].map(|name| place.path().join(name));
    let service = Service::start(clipmeter(&data, NOWHERE).arg("--demo"));
    let admin = Admin::sign_in(&service.url).await;

    // The backup runs while scrapers report.
    let said = done(documented(BACKUP_WITH_KEYS, &running, &data));
    assert!(said.contains("and the keys"), "{said}");
    let mode = fs::metadata(&running).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let known = gained(&admin).await;
    let sessions = admin.get("/scraping/sessions").await;
    let token = admin.token().to_owned();
    let group = highest_group(&admin).await;
    stop(service).await;

    let said = done(documented(BACKUP, &stopped, &data));
    assert!(said.contains("secrets.json"), "{said}");
    let said = done(documented(RESTORE, &stopped, &copy));
    assert!(said.contains("It has no keys"), "{said}");
    let before = with_database(&data, rows).await;
    assert!(
        before.len() > 20 && !before["posts"].starts_with("0 "),
        "{before:?}"
    );
    let months = before.keys().filter(|name| name.starts_with("post_metrics_2"));
    assert!(months.count() > 1, "months have partitions: {:?}", before.keys());
    assert_eq!(with_database(&copy, rows).await, before);
    let without_keys = refusal(&mut clipmeter(&copy, NOWHERE));
    assert!(without_keys.contains("the file is missing"), "{without_keys}");
    fs::copy(keys_of(&data), keys_of(&copy)).unwrap();
    stop(Service::start(&mut clipmeter(&copy, NOWHERE))).await;
    assert_eq!(
        with_database(&copy, structure).await,
        with_database(&data, structure).await
    );

    let said = done(documented(RESTORE, &running, &moved));
    assert_eq!(said.lines().count(), 1, "{said}");
    let keys = |data: &Path| -> Value { serde_json::from_slice(&fs::read(keys_of(data)).unwrap()).unwrap() };
    assert_eq!(keys(&moved), keys(&data));
    assert_eq!(with_database(&moved, wrong).await, Vec::<String>::new());

    let service = Service::start(clipmeter(&moved, NOWHERE).arg("--demo"));
    let signed_in = http()
        .get(format!("{}/api/auth/me", service.url))
        .bearer_auth(token)
        .send()
        .await
        .unwrap();
    assert!(
        signed_in.status().is_success(),
        "sign-ins stay valid: {signed_in:?}"
    );
    let admin = Admin::sign_in(&service.url).await;
    assert_eq!(
        admin.get("/scraping/sessions").await["sessions"],
        sessions["sessions"]
    );
    eventually("gains of the scrapers", async || {
        let now = gained(&admin).await;
        (now[0] > known[0] && now[1] > known[1]).then_some(())
    })
    .await;
    admin.post("/groups", json!({"name": "New"})).await;
    assert!(highest_group(&admin).await > group);
    stop(service).await;
    assert_eq!(with_database(&moved, wrong).await, Vec::<String>::new());

    // No secret is in plain text.
    for backup in [&running, &stopped] {
        let text = fs::read(backup).unwrap();
        let secret = keys(&data)["users"].as_str().unwrap().to_owned();
        for needle in [PASSPHRASE, &secret] {
            assert!(
                memchr::memmem::find(&text, needle.as_bytes()).is_none(),
                "{needle}"
            );
        }
    }
}
