//! Tests the probes while the database is migrated.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use reqwest::StatusCode;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use sqlx::migrate::Migrate as _;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::installation::Installation;

/// Returns the fields of the next log line with this message.
fn wait_for(log: &mut impl Iterator<Item = std::io::Result<String>>, message: &str) -> Value {
    log.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap_or_default())
        .find(|entry| entry["fields"]["message"] == message)
        .unwrap_or_else(|| panic!("the program ended before it logged: {message}"))["fields"]
        .clone()
}

#[tokio::test]
async fn probes_respond_while_the_database_is_migrated() {
    let installation = Installation::new().await;
    // Simulates another program that migrates the database during the test.
    let mut other = installation.database().options.connect().await.unwrap();
    other.lock().await.unwrap();

    let mut child = installation.command().stderr(Stdio::piped()).spawn().unwrap();
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let (started, mut log) =
        tokio::task::spawn_blocking(move || (wait_for(&mut log, "connecting to the database"), log))
            .await
            .unwrap();
    // reqwest requires a TLS provider even without TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let address = started["metrics_address"].as_str().unwrap();
    let probe = async |path: &str| {
        let response = reqwest::get(format!("http://{address}{path}")).await.unwrap();
        (response.status(), response.text().await.unwrap())
    };
    assert_eq!(probe("/livez").await.0, StatusCode::OK);
    for path in ["/readyz", "/readyz/database", "/metrics"] {
        let (status, text) = probe(path).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(text, "connecting to the database and migrating it\n", "{path}");
    }

    other.close().await.unwrap();
    tokio::task::spawn_blocking(move || {
        let migrating = wait_for(&mut log, "migrating the database");
        assert!(
            migrating["pending"].as_str().unwrap().contains("0014"),
            "{migrating}"
        );
        wait_for(&mut log, "ready");
        // The program must not wait for a reader of its log.
        std::thread::spawn(|| log.for_each(drop));
    })
    .await
    .unwrap();
    assert_eq!(probe("/readyz").await.0, StatusCode::OK);
    kill_process(pid, Signal::TERM).unwrap();
    let status = tokio::task::spawn_blocking(move || child.wait().unwrap())
        .await
        .unwrap();
    assert_eq!(status.code(), Some(0));
}
