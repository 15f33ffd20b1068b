//! A token that is withdrawn while it is in use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clipmeter_api::control_plane::Authenticator;
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    FetchBatchRequest, HeartbeatRequest, Outcome, ReportRequest, SessionReport, TakeSessionRequest,
};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::metadata::MetadataMap;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::grpc::{serve_to, with};
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;

/// The longest that anything may be done with a token that was withdrawn: ten seconds, and a margin for a busy machine.
const MAX: Duration = Duration::from_secs(20);

/// An authenticator that accepts one run's token until it is withdrawn.
struct Withdrawable {
    run: Uuid,
    is_withdrawn: AtomicBool,
}

#[tonic::async_trait]
impl Authenticator for Withdrawable {
    async fn run(&self, _: &MetadataMap) -> Result<Uuid, Status> {
        if self.is_withdrawn.load(Ordering::SeqCst) {
            Err(Status::unauthenticated("its pod is gone"))
        } else {
            Ok(self.run)
        }
    }

    async fn control(&self, _: &MetadataMap) -> Result<(), Status> {
        Err(Status::permission_denied("a scraper opens no runs"))
    }
}

/// Asserts that an open stream ends automatically, with or without messages, and that nothing is stored afterwards.
#[tokio::test]
async fn report_stream_ends_within_ten_seconds_of_token_withdrawal() {
    let (world, accounts) = World::with_pool(super::POOL, 1).await;
    let (run, _) = world
        .open(Platform::Instagram, &[Id::AccountId(accounts[0])])
        .await;
    let authenticator = Arc::new(Withdrawable {
        run,
        is_withdrawn: AtomicBool::new(false),
    });
    let mut ingest =
        IngestClient::new(serve_to(&world, Arc::clone(&authenticator) as Arc<dyn Authenticator>).await);
    let fetch = FetchBatchRequest {
        run_id: run.to_string(),
        ..FetchBatchRequest::default()
    };
    let batch = ingest.fetch_batch(with("t", fetch)).await.unwrap().into_inner();
    let take = TakeSessionRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token.clone(),
        unit_id: batch.units[0].unit_id,
        ..TakeSessionRequest::default()
    };
    let taken = ingest.take_session(with("t", take)).await.unwrap().into_inner();
    let session_id = taken.session.unwrap().session_id;
    let message = |sequence| ReportRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token.clone(),
        sequence,
        body: Some(Body::Session(SessionReport {
            session_id,
            outcome: Outcome::Ok.into(),
            ..SessionReport::default()
        })),
    };
    let open = async |ingest: &mut IngestClient<_>| {
        let (sender, messages) = mpsc::channel(1);
        let stream = with("t", ReceiverStream::new(messages));
        (sender, ingest.report(stream).await.unwrap().into_inner())
    };
    let (silent, mut silence) = open(&mut ingest).await;
    let (busy, mut responses) = open(&mut ingest).await;
    busy.send(message(1)).await.unwrap();
    assert_eq!(responses.message().await.unwrap().unwrap().acknowledged, 1);

    authenticator.is_withdrawn.store(true, Ordering::SeqCst);
    let withdrawn_at = Instant::now();
    let mut sequence = 1;
    let refused = loop {
        sequence += 1;
        // Fails after the stream has ended with an error.
        drop(busy.send(message(sequence)).await);
        match responses.message().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the stream ended without a reason"),
            Err(status) => break status,
        }
    };
    assert_eq!(refused.code(), Code::Unauthenticated, "{refused}");
    assert!(withdrawn_at.elapsed() < MAX, "{:?}", withdrawn_at.elapsed());
    let refused = silence.message().await.unwrap_err();
    assert_eq!(refused.code(), Code::Unauthenticated, "{refused}");
    assert!(withdrawn_at.elapsed() < MAX, "{:?}", withdrawn_at.elapsed());
    drop(silent);
    let beat = HeartbeatRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token.clone(),
    };
    let refused = ingest.heartbeat(with("t", beat)).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unauthenticated);
}
