//! Stops and restarts the database of a running replica.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use clipmeter_embedded_postgres::{Durability, Installation as Programs, Server, ServerConfig, TestDatabase};
use clipmeter_fixtures::eventually;
use reqwest::StatusCode;
use serde_json::json;

use crate::installation::Installation;

/// The same folder gives the same address, so that the program finds the server again.
async fn postgres(folder: &Path) -> Server {
    let programs = Programs::ensure(&Programs::default_cache()).await.unwrap();
    let config = ServerConfig {
        folder: folder.to_owned(),
        durability: Durability::None,
        temporary: false,
    };
    Server::start(programs, config).await.unwrap()
}

#[tokio::test]
async fn asvs_16_5_2_replica_stays_ready_and_returns_503_during_database_outage() {
    let folder = tempfile::Builder::new()
        .permissions(std::fs::Permissions::from_mode(0o711))
        .tempdir()
        .unwrap();
    let server = postgres(folder.path()).await;
    let installation = Installation::on(TestDatabase {
        options: server.connect_options("postgres"),
    });
    let replica = installation.start().await;
    let token = replica.sign_in().await;
    let says = async |line: &str| {
        let (status, metrics) = replica.probe("/metrics").await;
        status == StatusCode::OK && metrics.lines().any(|found| found == line)
    };
    // The metric is 0 if the database responds after more than a second.
    eventually("the database is up", async || {
        says("clipmeter_database_up 1").await
    })
    .await;

    server.stop().await;
    let calls = [
        ("GET", "/api/groups", token.as_str()),
        ("POST", "/api/dashboard/scrape-all", token.as_str()),
        ("POST", "/api/auth/login", ""),
    ];
    for (method, path, bearer) in calls {
        let response = replica.fetch_response(bearer, method, path).await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        let wait = response.headers()["retry-after"].to_str().unwrap().parse::<u64>();
        assert!(wait.unwrap() > 0, "{path}");
        let body: serde_json::Value = response.json().await.unwrap();
        assert_eq!(body["code"], json!("unavailable"), "{path}");
        let text = body["error"].as_str().unwrap();
        assert!(
            text.starts_with("The database is currently unreachable"),
            "{text}"
        );
    }
    // The replica stays in the Service, and a browser gets the web app, which shows the error.
    assert_eq!(replica.probe("/readyz").await.0, StatusCode::OK);
    assert_eq!(
        replica.fetch_response("", "GET", "/readyz").await.status(),
        StatusCode::NO_CONTENT
    );
    assert_ne!(
        replica.fetch_response("", "GET", "/").await.status(),
        StatusCode::SERVICE_UNAVAILABLE
    );
    assert!(says("clipmeter_database_up 0").await);

    let _server = postgres(folder.path()).await;
    eventually("the database is used again", async || {
        let response = replica.fetch_response(&token, "GET", "/api/groups").await;
        response.status() == StatusCode::OK && says("clipmeter_database_up 1").await
    })
    .await;
}
