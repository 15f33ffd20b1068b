//! The export of traces: to a collector, to one that hangs, and to none.

use std::time::{Duration, Instant};

use clipmeter_fixtures::collector::{Collector, silent_collector};
use clipmeter_fixtures::{eventually, wait_for};
use reqwest::StatusCode;
use rustix::process::Signal;

use crate::installation::Installation;
use crate::replica::Replica;

/// Name of the exporter's thread; Linux keeps 15 characters.
const EXPORTER_THREAD: &str = "OpenTelemetry.T";

/// Well above the two seconds for the last spans, for a busy machine, and below the time that Kubernetes gives the pod.
const STOP_LIMIT: Duration = Duration::from_secs(40);

async fn start(installation: &Installation, variables: &[(&str, &str)]) -> Replica {
    let mut command = installation.command();
    command.env("OTEL_BSP_SCHEDULE_DELAY", "50");
    command.envs(variables.iter().copied());
    Installation::start_by(command).await
}

fn exports(replica: &Replica) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{}/task", replica.id())).unwrap();
    threads
        .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok())
        .any(|name| name.trim_end() == EXPORTER_THREAD)
}

#[tokio::test]
async fn api_exports_requests_with_service_name_and_headers() {
    let (installation, collector) = (Installation::new().await, Collector::start().await);
    let mut replica = start(
        &installation,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url()),
            ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=of-the-collector"),
            ("OTEL_SERVICE_NAME", "clipmeter-api-eu"),
        ],
    )
    .await;
    assert!(exports(&replica));
    let token = replica.sign_in().await;
    replica.poll(&token, "/api/groups", None).await;
    replica.probe("/readyz").await;
    let sign_in = wait_for("the span of the sign-in", async || {
        let spans = collector.spans();
        let found = spans
            .iter()
            .find(|span| span.name == "POST /api/auth/login")
            .cloned();
        found.ok_or(spans)
    })
    .await;
    assert_eq!(
        (sign_in.service.as_str(), sign_in.authorization.as_str()),
        ("clipmeter-api-eu", "of-the-collector")
    );
    let expected = [
        ("http.route", "/api/auth/login"),
        ("http.response.status_code", "200"),
    ];
    for (name, value) in expected {
        assert_eq!(
            sign_in.attributes.get(name).map(String::as_str),
            Some(value),
            "{sign_in:?}"
        );
    }
    assert!(sign_in.parent_id.is_empty());

    // The last spans are sent at the end. The probes have no span.
    replica.signal(Signal::TERM);
    assert_eq!(replica.ended().await, Some(0));
    let spans = collector.spans();
    assert!(
        spans.iter().any(|span| span.name == "GET /api/groups"),
        "{spans:?}"
    );
    assert!(
        spans.iter().all(|span| !span.name.contains("readyz")),
        "{spans:?}"
    );
}

#[tokio::test]
async fn sampler_ratio_zero_overrides_flag_of_caller() {
    let (installation, collector) = (Installation::new().await, Collector::start().await);
    let mut replica = start(
        &installation,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url()),
            ("OTEL_TRACES_SAMPLER", "traceidratio"),
            ("OTEL_TRACES_SAMPLER_ARG", "0"),
        ],
    )
    .await;
    replica.sign_in().await;
    let client = reqwest::Client::new();
    let request = client.get(format!("http://{}/api/groups", replica.http)).header(
        "traceparent",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    );
    assert_eq!(request.send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    replica.signal(Signal::TERM);
    assert_eq!(replica.ended().await, Some(0));
    assert!(collector.spans().is_empty(), "{:?}", collector.spans());
}

#[tokio::test]
async fn silent_collector_delays_nothing_and_is_logged_once() {
    let installation = Installation::new().await;
    let mut replica = start(
        &installation,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &silent_collector().await),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "200"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "8"),
            ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4"),
        ],
    )
    .await;
    let token = replica.sign_in().await;
    let warnings = |replica: &Replica| {
        let log = replica.log().into_iter();
        log.filter(|line| line.contains("cannot send traces")).count()
    };
    eventually("the warning", async || {
        replica.poll(&token, "/api/groups", None).await;
        warnings(&replica) > 0
    })
    .await;
    // Many times the queue, during several failed exports.
    let began = Instant::now();
    for _ in 0..100 {
        let (status, ..) = replica.poll(&token, "/api/groups", None).await;
        assert_eq!(status, StatusCode::OK);
    }
    eventually("several exports", async || {
        replica.poll(&token, "/api/groups", None).await;
        began.elapsed() > Duration::from_secs(1)
    })
    .await;
    assert_eq!(warnings(&replica), 1, "{:?}", replica.log());
    let stopped = Instant::now();
    replica.signal(Signal::TERM);
    assert_eq!(replica.ended().await, Some(0));
    assert!(stopped.elapsed() < STOP_LIMIT, "{:?}", stopped.elapsed());
}

#[tokio::test]
async fn api_without_usable_endpoint_runs_without_exporter() {
    let installation = Installation::new().await;
    for (endpoint, is_refused) in [("", false), ("not an address", true)] {
        let mut command = installation.command();
        command.env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
        let replica = Installation::start_by(command).await;
        replica.sign_in().await;
        assert!(!exports(&replica), "{endpoint}");
        let is_logged = replica
            .before_ready
            .iter()
            .any(|line| line.contains("cannot export traces"));
        assert_eq!(is_logged, is_refused, "{:?}", replica.before_ready);
    }
}
