//! Tests the program `api` on a real PostgreSQL, without an API server.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod connections;
mod database_outage;
mod installation;
mod lost_keys;
mod migration;
mod replica;
mod traces;

use clipmeter_fixtures::eventually;
use clipmeter_proto::v1::ListDueRequest;
use clipmeter_proto::v1::control_client::ControlClient;
use installation::Installation;
use reqwest::StatusCode;
use rustix::process::Signal;
use serde_json::json;
use tonic::Code;

#[tokio::test]
async fn replicas_agree_and_serve_reads_without_api_server() {
    let installation = Installation::new().await;
    // Both start on a new database at the same time.
    let (one, two) = (installation.start(), installation.start());
    let (mut one, two) = tokio::join!(one, two);
    let token = one.sign_in().await;
    for replica in [&one, &two] {
        assert_eq!(replica.probe("/livez").await.0, StatusCode::OK);
        assert_eq!(replica.probe("/readyz").await.0, StatusCode::OK);
    }

    // A change through one replica is returned by the next poll of the other.
    let group = installation.add_group("Acme").await;
    let path = format!("/api/groups/{group}");
    let (status, body, tag) = two.poll(&token, &path, None).await;
    assert_eq!(
        (status, &body["members_manage_accounts"]),
        (StatusCode::OK, &json!(true))
    );
    let unchanged = two.poll(&token, &path, tag.as_deref()).await;
    assert_eq!(unchanged.0, StatusCode::NOT_MODIFIED);
    let change = json!({"members_manage_accounts": false});
    assert_eq!(one.send(&token, "PATCH", &path, change).await.0, StatusCode::OK);
    eventually("the other replica shows it", async || {
        let (status, body, _) = two.poll(&token, &path, tag.as_deref()).await;
        status == StatusCode::OK && body["members_manage_accounts"] == json!(false)
    })
    .await;

    // Changes that would be stored as resources are rejected, and nothing is stored.
    let account = json!({"username": "natgeo", "group_id": group});
    let (status, body) = one.send(&token, "POST", "/api/instagram/accounts", account).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::SERVICE_UNAVAILABLE, &json!("unavailable"))
    );
    assert!(
        body["error"]
            .as_str()
            .unwrap()
            .starts_with("The cluster cannot be reached"),
        "{body}"
    );
    let (_, accounts, _) = two.poll(&token, "/api/instagram/accounts", None).await;
    assert_eq!(accounts["accounts"], json!([]));

    // gRPC is served over TLS. Calls without a token are rejected, and so are all others while the cluster cannot review tokens.
    let channel = installation.channel(&one).await;
    let call = async |bearer: Option<&str>| {
        let mut request = tonic::Request::new(ListDueRequest::default());
        if let Some(bearer) = bearer {
            request
                .metadata_mut()
                .insert("authorization", bearer.parse().unwrap());
        }
        let mut control = ControlClient::new(channel.clone());
        control.list_due(request).await.unwrap_err().code()
    };
    assert_eq!(call(None).await, Code::Unauthenticated);
    assert_eq!(call(Some("Bearer made-up")).await, Code::Unavailable);

    // A session that one was given is counted by the other as well.
    let sessions = json!({"sessions": ["1234567890%3AabcdefGHIJKL12%3A5"]});
    let (status, body) = two.send(&token, "POST", "/api/scraping/sessions", sessions).await;
    assert_eq!((status, &body["added"]), (StatusCode::OK, &json!(1)));
    let (status, metrics) = one.probe("/metrics").await;
    assert_eq!(status, StatusCode::OK);
    for line in [
        "clipmeter_http_requests_total{method=\"POST\",route=\"/api/instagram/accounts\",status=\"503\"} 1",
        "clipmeter_grpc_calls_total{method=\"/clipmeter.v1.Control/ListDue\",code=\"UNAUTHENTICATED\"} 1",
        "clipmeter_token_reviews_total{outcome=\"failed\"} 1",
        "clipmeter_database_connections{pool=\"clipmeter_app\",state=\"limit\"} 12",
        "clipmeter_sessions{state=\"active\"} 1",
        "clipmeter_sessions{state=\"cooling\"} 0",
        "clipmeter_sessions{state=\"suspect\"} 0",
        "clipmeter_sessions{state=\"challenged\"} 0",
        "clipmeter_sessions{state=\"dead\"} 0",
        "clipmeter_sessions{state=\"disabled\"} 0",
        "clipmeter_sessions_usable 1",
        "clipmeter_sessions_required 0",
        "clipmeter_session_breaker_open 0",
    ] {
        assert!(
            metrics.lines().any(|found| found == line),
            "{line} is not in {metrics}"
        );
    }

    one.signal(Signal::TERM);
    assert_eq!(one.ended().await, Some(0));
    assert_eq!(two.probe("/readyz").await.0, StatusCode::OK);
}

#[tokio::test]
async fn start_with_invalid_configuration_fails_with_one_line() {
    let installation = Installation::new().await;
    for (variable, value, said) in [
        (
            "CLIPMETER_SECRETS_DIR",
            Some("/nowhere"),
            "mount the Secret with the keys",
        ),
        ("CLIPMETER_ADMIN_PASSWORD", None, "set CLIPMETER_ADMIN_PASSWORD"),
        (
            "CLIPMETER_GRPC_CERT",
            Some("/nowhere"),
            "cannot use /nowhere as the gRPC",
        ),
        (
            "KUBECONFIG",
            Some("/nowhere"),
            "cannot reach a Kubernetes cluster",
        ),
        ("DATABASE_URL", Some("nonsense"), "DATABASE_URL is not the URL"),
        (
            "DATABASE_READ_URL",
            Some("nonsense"),
            "DATABASE_READ_URL is not the URL",
        ),
    ] {
        let mut command = installation.command();
        match value {
            Some(value) => command.env(variable, value),
            None => command.env_remove(variable),
        };
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        let line = text.lines().last().unwrap_or_default();
        assert!(line.starts_with("api: ") && line.contains(said), "{text}");
    }
}
