//! The gRPC services, called over a real connection.

use std::sync::Arc;

use clipmeter_api::control_plane::Authenticator;
use clipmeter_fixtures::database::{START, World, seen};
use clipmeter_proto::LEADER_TERM;
use clipmeter_proto::v1::control_client::ControlClient;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::tracking_client::TrackingClient;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    CloseRunRequest, CompleteRunRequest, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    ListDueRequest, ListRunsRequest, OpenRunRequest, Outcome, PageReport, Platform, ReportRequest,
    RunTrigger, SyncPolicyRequest, UnitKey, UnitReport,
};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Code, Request};
use uuid::Uuid;

/// Serves the world's API until the test's runtime ends.
pub(crate) async fn serve(world: &World) -> Channel {
    serve_to(world, world.api.token_authenticator()).await
}

/// The same to these callers.
pub(crate) async fn serve_to(world: &World, authenticator: Arc<dyn Authenticator>) -> Channel {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let routes = world.api.grpc_routes(authenticator);
    tokio::spawn(
        Server::builder()
            .add_routes(routes)
            .serve_with_incoming(TcpListenerStream::new(listener)),
    );
    Endpoint::from_shared(format!("http://{address}"))
        .unwrap()
        .connect()
        .await
        .unwrap()
}

pub(crate) fn with<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request
        .metadata_mut()
        .insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

fn fetch(run: Uuid) -> FetchBatchRequest {
    FetchBatchRequest {
        run_id: run.to_string(),
        ..FetchBatchRequest::default()
    }
}

/// A page with two items and the end of its unit.
fn messages(batch: &FetchBatchResponse, run: Uuid) -> [ReportRequest; 2] {
    let unit_id = batch.units[0].unit_id;
    let page = PageReport {
        unit_id,
        observed_at: START,
        observations: vec![seen("1", 10, 1), seen("2", 20, 2)],
        ..PageReport::default()
    };
    let end = UnitReport {
        unit_id,
        outcome: Outcome::Ok.into(),
        observed_at: START,
        ..UnitReport::default()
    };
    [(1, Body::Page(page)), (2, Body::Unit(end))].map(|(sequence, body)| ReportRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token.clone(),
        sequence,
        body: Some(body),
    })
}

#[tokio::test]
async fn ingest_service_handles_fetch_report_and_complete() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let (run, _) = world.open(Platform::Tiktok, &[Id::AccountId(account)]).await;
    let token = world.api.run_token(run).unwrap();
    let mut ingest = IngestClient::new(serve(&world).await);

    let batch = ingest
        .fetch_batch(with(&token, fetch(run)))
        .await
        .unwrap()
        .into_inner();
    let stream = tokio_stream::iter(messages(&batch, run));
    let mut responses = ingest.report(with(&token, stream)).await.unwrap().into_inner();
    let mut acknowledged = Vec::new();
    while let Some(response) = responses.message().await.unwrap() {
        acknowledged.push(response.acknowledged);
    }
    assert_eq!(acknowledged, [1, 2]);
    let beat = HeartbeatRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token.clone(),
    };
    assert!(
        !ingest
            .heartbeat(with(&token, beat))
            .await
            .unwrap()
            .into_inner()
            .cancelled
    );
    let complete = CompleteRunRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token,
    };
    let done = ingest
        .complete_run(with(&token, complete))
        .await
        .unwrap()
        .into_inner();
    assert_eq!((done.items_new, done.items_updated), (2, 0));
    assert_eq!(world.one::<i64>("SELECT views FROM account_counters").await, 30);
    let ended = ingest.fetch_batch(with(&token, fetch(run))).await.unwrap_err();
    assert_eq!(ended.code(), Code::FailedPrecondition);
}

#[tokio::test]
async fn ingest_report_violating_constraint_is_invalid_argument() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let (run, _) = world.open(Platform::Tiktok, &[Id::AccountId(account)]).await;
    let token = world.api.run_token(run).unwrap();
    let mut ingest = IngestClient::new(serve(&world).await);
    let batch = ingest
        .fetch_batch(with(&token, fetch(run)))
        .await
        .unwrap()
        .into_inner();
    world.execute("ALTER TABLE posts ADD CHECK (likes < 1)").await;
    let [page, _] = messages(&batch, run);
    let mut responses = ingest
        .report(with(&token, tokio_stream::iter([page])))
        .await
        .unwrap()
        .into_inner();
    let refused = responses.message().await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument, "{refused:?}");
}

#[tokio::test]
async fn control_service_opens_lists_and_closes_runs() {
    let world = World::new().await;
    let group = world.group("a").await;
    world.track(group, Platform::Tiktok, "nasa").await;
    let token = world.api.control_token().unwrap();
    let mut control = ControlClient::new(serve(&world).await);

    let request = ListDueRequest {
        limit_per_platform: 1,
        ..ListDueRequest::default()
    };
    let units = control
        .list_due(with(&token, request))
        .await
        .unwrap()
        .into_inner()
        .units;
    let run_id = Uuid::new_v4().to_string();
    let open = OpenRunRequest {
        run_id: run_id.clone(),
        platform: Platform::Tiktok.into(),
        units: units.into_iter().filter_map(|unit| unit.key).collect(),
        trigger: RunTrigger::Schedule.into(),
        scraper_pool: String::new(),
    };
    assert_eq!(
        control
            .open_run(with(&token, open))
            .await
            .unwrap()
            .into_inner()
            .units,
        1
    );
    let runs = control
        .list_runs(with(&token, ListRunsRequest {}))
        .await
        .unwrap()
        .into_inner()
        .runs;
    assert_eq!(runs.len(), 1);
    assert_eq!(
        (runs[0].run_id.as_str(), runs[0].opened_at),
        (run_id.as_str(), START)
    );
    let close = CloseRunRequest {
        run_id,
        reason: "its Job is gone".to_owned(),
    };
    control.close_run(with(&token, close)).await.unwrap();
    let runs = control
        .list_runs(with(&token, ListRunsRequest {}))
        .await
        .unwrap()
        .into_inner()
        .runs;
    assert!(runs.is_empty());
}

#[tokio::test]
async fn grpc_status_codes_match_the_contract() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let (run, _) = world.open(Platform::Tiktok, &[Id::AccountId(account)]).await;
    let channel = serve(&world).await;
    let mut ingest = IngestClient::new(channel.clone());
    let mut control = ControlClient::new(channel);
    let token = world.api.run_token(run).unwrap();
    let control_token = world.api.control_token().unwrap();

    let code = |result: Result<_, tonic::Status>| result.map(|_: tonic::Response<_>| ()).unwrap_err().code();
    assert_eq!(
        code(ingest.fetch_batch(Request::new(fetch(run))).await),
        Code::Unauthenticated
    );
    assert_eq!(
        code(ingest.fetch_batch(with(&control_token, fetch(run))).await),
        Code::Unauthenticated
    );
    assert_eq!(
        code(ingest.fetch_batch(with(&token, fetch(Uuid::new_v4()))).await),
        Code::PermissionDenied
    );
    let unknown = Uuid::new_v4();
    let unknown_token = world.api.run_token(unknown).unwrap();
    assert_eq!(
        code(ingest.fetch_batch(with(&unknown_token, fetch(unknown))).await),
        Code::NotFound
    );
    let odd = FetchBatchRequest {
        run_id: "run".to_owned(),
        ..FetchBatchRequest::default()
    };
    assert_eq!(
        code(ingest.fetch_batch(with(&token, odd)).await),
        Code::InvalidArgument
    );
    ingest.fetch_batch(with(&token, fetch(run))).await.unwrap();
    assert_eq!(
        code(ingest.fetch_batch(with(&token, fetch(run))).await),
        Code::Unavailable
    );
    let foreign_heartbeat = HeartbeatRequest {
        run_id: run.to_string(),
        lease_token: Uuid::new_v4().to_string(),
    };
    assert_eq!(
        ingest
            .heartbeat(with(&token, foreign_heartbeat))
            .await
            .unwrap_err()
            .code(),
        Code::FailedPrecondition
    );

    let close = CloseRunRequest {
        run_id: unknown.to_string(),
        reason: String::new(),
    };
    assert_eq!(
        control
            .close_run(with(&control_token, close.clone()))
            .await
            .unwrap_err()
            .code(),
        Code::NotFound
    );
    assert_eq!(
        control.close_run(with(&token, close)).await.unwrap_err().code(),
        Code::Unauthenticated
    );
    let key = UnitKey {
        platform: Platform::Instagram.into(),
        id: Some(Id::AccountId(account)),
    };
    let mixed = OpenRunRequest {
        run_id: unknown.to_string(),
        platform: Platform::Tiktok.into(),
        units: vec![key],
        trigger: RunTrigger::Schedule.into(),
        scraper_pool: String::new(),
    };
    assert_eq!(
        control
            .open_run(with(&control_token, mixed))
            .await
            .unwrap_err()
            .code(),
        Code::InvalidArgument
    );
}

/// A call of a leading operator.
fn led<T>(world: &World, term: &str, message: T) -> Request<T> {
    let mut request = with(&world.api.control_token().unwrap(), message);
    request.metadata_mut().insert(LEADER_TERM, term.parse().unwrap());
    request
}

#[tokio::test]
async fn control_plane_writes_of_deposed_leader_are_rejected() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let channel = serve(&world).await;
    let (mut control, mut tracking) = (ControlClient::new(channel.clone()), TrackingClient::new(channel));
    let open = |run: u128| OpenRunRequest {
        run_id: Uuid::from_u128(run).to_string(),
        platform: Platform::Tiktok.into(),
        units: vec![UnitKey {
            platform: Platform::Tiktok.into(),
            id: Some(Id::AccountId(account)),
        }],
        trigger: RunTrigger::Schedule.into(),
        scraper_pool: String::new(),
    };
    let policy = |minutes| SyncPolicyRequest {
        instagram_minutes: minutes,
        tiktok_minutes: minutes,
    };
    control.open_run(led(&world, "100.7", open(1))).await.unwrap();
    // The same leader repeats its term, and calls without a term come from standalone mode.
    tracking
        .sync_policy(led(&world, "100.7", policy(60)))
        .await
        .unwrap();
    tracking
        .sync_policy(with(&world.api.control_token().unwrap(), policy(70)))
        .await
        .unwrap();
    let close = || CloseRunRequest {
        run_id: Uuid::from_u128(1).to_string(),
        reason: "ended".to_owned(),
    };
    for (term, later) in [("100.8", "100.7"), ("101.1", "100.9")] {
        tracking.sync_policy(led(&world, term, policy(80))).await.unwrap();
        let refused = [
            control.open_run(led(&world, later, open(2))).await.err(),
            control.close_run(led(&world, later, close())).await.err(),
            tracking.sync_policy(led(&world, later, policy(90))).await.err(),
        ];
        for (call, status) in ["OpenRun", "CloseRun", "SyncPolicy"].into_iter().zip(refused) {
            let status = status.expect(call);
            assert_eq!(status.code(), Code::FailedPrecondition, "{status}");
            assert!(status.message().contains("another operator leads"), "{status}");
        }
        // Reads change nothing and need no term.
        control
            .list_runs(led(&world, later, ListRunsRequest {}))
            .await
            .unwrap();
    }
    assert_eq!(
        world
            .one::<i64>("SELECT count(*) FROM runs WHERE ended_at IS NULL")
            .await,
        1
    );
    let intervals = "SELECT count(*) FROM settings WHERE intervals ->> 'instagram' = '80'";
    assert_eq!(world.one::<i64>(intervals).await, 1);
    let status = tracking
        .sync_policy(led(&world, "first", policy(60)))
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn control_plane_calls_of_new_term_do_not_deadlock() {
    let world = World::new().await;
    let channel = serve(&world).await;
    for term in 1..=20 {
        let call = |minutes| {
            let policy = SyncPolicyRequest {
                instagram_minutes: minutes,
                tiktok_minutes: minutes,
            };
            let (mut tracking, request) = (
                TrackingClient::new(channel.clone()),
                led(&world, &format!("100.{term}"), policy),
            );
            async move { tracking.sync_policy(request).await }
        };
        let calls = futures::future::join_all((60..68).map(call)).await;
        for called in calls {
            called.unwrap();
        }
    }
}
