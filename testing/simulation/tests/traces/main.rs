//! One trace from the button in the browser to the scraper's requests: the real API with PostgreSQL, the scraper, the simulator, and a
//! collector.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../loopreel/scrapers.rs"]
mod scrapers;
mod tap;

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use clipmeter_api::control_plane::{DatabaseOnly, RunStarter};
use clipmeter_fixtures::collector::{Collector, ReceivedSpan};
use clipmeter_fixtures::database::World;
use clipmeter_fixtures::wait_for;
use clipmeter_proto::trace_context::{TRACEPARENT, TRACES, Traceparent};
use clipmeter_proto::v1::control_client::ControlClient;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{ListRunsRequest, OpenRunRequest, Platform, RunTrigger, UnitKey};
use clipmeter_proto::{Bearer, Credential, endpoint};
use clipmeter_runtime::Clock as _;
use clipmeter_simulator::{AccountKind, FaultKind, FaultRule, Simulator, SimulatorConfig};
use http::{Method, Request};
use serde_json::{Value, json};
use tower::ServiceExt as _;
use tracing::Instrument as _;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::Identity;
use uuid::Uuid;

use self::scrapers::InProcessScrapers;
use self::tap::Tap;

const PASSWORD: &str = "a long admin password";

/// The span of the browser.
const BROWSER: Traceparent = Traceparent {
    trace_id: 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c,
    span_id: 0xb7ad_6b71_6920_3331,
    is_sampled: true,
};

/// Sends a request as the web app does.
async fn post(router: &axum::Router, token: &str, path: &str, body: Value) -> Value {
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(TRACEPARENT, BROWSER.to_string());
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let body = if body.is_null() {
        Body::empty()
    } else {
        request = request.header("content-type", "application/json");
        Body::from(body.to_string())
    };
    let response = router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    assert!(status.is_success(), "{path}: {status} {body:?}");
    serde_json::from_slice(&body).unwrap()
}

/// Returns the spans with this name.
fn named<'a>(spans: &'a [ReceivedSpan], name: &str) -> Vec<&'a ReceivedSpan> {
    spans.iter().filter(|span| span.name == name).collect()
}

/// Opens a run over gRPC as the operator does, and checks that the API stores its own span, a child of the operator's.
async fn continues_traces_of_operator(world: &World, grpc: &str, collector: &Collector) {
    let channel = endpoint(grpc, None).unwrap().connect_lazy();
    let credential = Credential::token(&world.api.control_token().unwrap()).unwrap();
    let mut control = ControlClient::with_interceptor(channel, Bearer(credential));
    let account = world.count("SELECT id FROM platform_accounts").await;
    let request = OpenRunRequest {
        run_id: Uuid::from_u128(7).to_string(),
        platform: Platform::Tiktok.into(),
        units: vec![UnitKey {
            platform: Platform::Tiktok.into(),
            id: Some(Id::AccountId(account)),
        }],
        trigger: RunTrigger::Schedule.into(),
        scraper_pool: String::new(),
    };
    let span = tracing::trace_span!(target: TRACES, "open run");
    let opened = control.open_run(request).instrument(span).await.unwrap();
    assert_eq!(opened.into_inner().units, 1);
    // Outside of the span: the poll has none.
    let listed = control.list_runs(ListRunsRequest {}).await.unwrap().into_inner();
    let stored: Traceparent = listed.runs[0].traceparent.parse().unwrap();
    let (operator, call) = wait_for("the spans of the opened run", async || {
        let spans = collector.spans();
        let of_operator = named(&spans, "open run").first().map(|span| (*span).clone());
        let of_call = named(&spans, "clipmeter.v1.Control/OpenRun")
            .first()
            .map(|span| (*span).clone());
        of_operator.zip(of_call).ok_or(spans)
    })
    .await;
    assert!(operator.parent_id.is_empty());
    assert_eq!(
        (&call.parent_id, &call.trace_id),
        (&operator.span_id, &operator.trace_id)
    );
    assert_eq!(
        (
            stored.trace_id.to_be_bytes().to_vec(),
            stored.span_id.to_be_bytes().to_vec()
        ),
        (call.trace_id, call.span_id)
    );
    assert_ne!(stored.trace_id, BROWSER.trace_id);
    assert!(named(&collector.spans(), "clipmeter.v1.Control/ListRuns").is_empty());
}

/// Checks the spans of the scraper's requests, the first of which failed.
fn repeats_failed_request(spans: &[ReceivedSpan], unit: &ReceivedSpan) {
    let requests: Vec<_> = spans
        .iter()
        .filter(|span| span.attributes.contains_key("url.template"))
        .collect();
    assert!(requests.len() >= 2, "{spans:#?}");
    for sent in &requests {
        assert_eq!(sent.parent_id, unit.span_id);
        assert_eq!(sent.attributes["server.address"], "127.0.0.1");
        assert_eq!(
            sent.name,
            format!(
                "{} {}",
                sent.attributes["http.request.method"], sent.attributes["url.template"]
            )
        );
    }
    let statuses: Vec<_> = requests
        .iter()
        .map(|sent| sent.attributes["http.response.status_code"].as_str())
        .collect();
    let failed = statuses.iter().filter(|status| status.starts_with('5')).count();
    assert_eq!(failed, 1, "{statuses:?}");
    let resends = requests.iter().filter(|sent| {
        sent.attributes
            .get("http.request.resend_count")
            .is_some_and(|count| count == "1")
    });
    assert_eq!(resends.count(), 1, "{requests:#?}");
}

#[tokio::test]
async fn button_to_platform_requests_is_one_trace() {
    let collector = Collector::start().await;
    let logs = Identity::new().with_filter(LevelFilter::OFF).boxed();
    let traces = clipmeter_telemetry::start_with("clipmeter", logs, Some(collector.url()));
    let world = Arc::new(World::new().await);
    let config = SimulatorConfig {
        accounts: 20,
        clock_start: world.clock.now(),
        ..SimulatorConfig::default()
    };
    let simulator = Simulator::start(config).await.unwrap();
    let tap = Tap::start(simulator.address()).await;
    let scrapers = InProcessScrapers::start(&world, &tap.url()).await;
    let grpc = scrapers.api.clone();
    let router = world
        .api
        .http_router(Arc::new(scrapers) as Arc<dyn RunStarter>, Arc::new(DatabaseOnly));
    world.api.bootstrap_admin(Some(PASSWORD.into())).await.unwrap();
    let credentials = json!({"username": "admin", "password": PASSWORD});
    let signed_in = post(&router, "", "/api/auth/login", credentials).await;
    let token = signed_in["access_token"].as_str().unwrap();
    post(&router, token, "/api/groups", json!({"name": "Acme"})).await;
    let username = simulator
        .accounts()
        .into_iter()
        .filter(|account| account.platform == Platform::Tiktok && account.kind == AccountKind::Public)
        .map(|account| account.username)
        .find(|username| {
            let reading = simulator.reading(Platform::Tiktok, username, world.clock.now());
            !reading.unwrap().observations.is_empty()
        })
        .unwrap();
    let account = json!({"username": username});
    let account = post(&router, token, "/api/tiktok/accounts", account).await;
    simulator
        .inject(FaultRule::new(FaultKind::ServerError).about(&username).times(1))
        .unwrap();
    let path = format!("/api/tiktok/accounts/{}/refresh?wait=300", account["id"]);
    let refreshed = post(&router, token, &path, Value::Null).await;
    assert_eq!(refreshed["status"], "completed", "{refreshed}");

    let last = [
        "POST /api/tiktok/accounts/{id}/refresh",
        "run",
        "clipmeter.v1.Ingest/Report",
        "clipmeter.v1.Ingest/CompleteRun",
    ];
    let spans = wait_for("the spans that end last", async || {
        let spans = collector.spans();
        let is_complete = last.iter().all(|name| !named(&spans, name).is_empty());
        if is_complete { Ok(spans) } else { Err(spans) }
    })
    .await;
    let only = |name: &str| match named(&spans, name).as_slice() {
        [span] => (*span).clone(),
        _ => panic!("not one `{name}` in {spans:#?}"),
    };
    let trace_id = BROWSER.trace_id.to_be_bytes();
    assert!(spans.iter().all(|span| span.trace_id == trace_id), "{spans:#?}");

    let request = only("POST /api/tiktok/accounts/{id}/refresh");
    assert_eq!(request.parent_id, BROWSER.span_id.to_be_bytes());
    assert_eq!(request.attributes["http.response.status_code"], "200");
    assert_eq!(only("wait for run").parent_id, request.span_id);
    let run = only("run");
    assert_eq!(run.parent_id, request.span_id);
    assert_eq!(run.attributes["clipmeter.platform"], "tiktok");
    let unit = only("unit");
    assert_eq!(unit.parent_id, run.span_id);
    assert_eq!(unit.attributes["clipmeter.unit.outcome"], "ok");

    repeats_failed_request(&spans, &unit);
    let events: Vec<_> = unit.events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(events, ["retry"]);

    // The calls of the scraper continue the trace in the API.
    for call in ["clipmeter.v1.Ingest/Report", "clipmeter.v1.Ingest/CompleteRun"] {
        assert_eq!(only(call).parent_id, run.span_id, "{call}");
    }
    let stream = only("clipmeter.v1.Ingest/Report");
    let stored = named(&spans, "store report");
    assert!(!stored.is_empty() && stored.iter().all(|span| span.parent_id == stream.span_id));

    // Neither names nor secrets are exported, and the platform does not see the trace.
    for span in &spans {
        let text = format!("{span:?}");
        assert!(
            !text.contains(&username) && !text.contains(token) && !text.contains(PASSWORD),
            "{text}"
        );
    }
    let sent = tap.sent().to_lowercase();
    assert!(
        sent.contains("user-agent") && !sent.contains(TRACEPARENT),
        "{sent}"
    );

    continues_traces_of_operator(&world, &grpc, &collector).await;
    simulator.stop().await.unwrap();
    tokio::task::spawn_blocking(|| traces.stop()).await.unwrap();
}
