//! Tests of sessions and permits over a real gRPC connection.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{FetchBatchRequest, Platform, ReservePermitsRequest, TakeSessionRequest};
use tonic::Code;
use uuid::Uuid;

use crate::grpc::{serve, with};

#[tokio::test]
async fn grpc_sessions_and_permits_require_token_of_run() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let (run, _) = world
        .open(Platform::Instagram, &[Id::AccountId(accounts[0])])
        .await;
    let token = world.api.run_token(run).unwrap();
    let mut ingest = IngestClient::new(serve(&world).await);
    let fetch = FetchBatchRequest {
        run_id: run.to_string(),
        source_address: "node-7".to_owned(),
        ..FetchBatchRequest::default()
    };
    let batch = ingest
        .fetch_batch(with(&token, fetch))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(batch.address.unwrap().key, "node-7");

    let take = TakeSessionRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token.clone(),
        unit_id: batch.units[0].unit_id,
        ..TakeSessionRequest::default()
    };
    let response = ingest
        .take_session(with(&token, take.clone()))
        .await
        .unwrap()
        .into_inner();
    let session = response.session.unwrap();
    assert_eq!(session.value, "0%3Atoken");

    let reserve = ReservePermitsRequest {
        run_id: run.to_string(),
        lease_token: batch.lease_token,
        endpoint: "feed_user".to_owned(),
        session_id: session.session_id,
        permits: 1,
        ..ReservePermitsRequest::default()
    };
    let permits = ingest
        .reserve_permits(with(&token, reserve.clone()))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(permits.wait_ms, [0]);

    // A token is valid only for its own run.
    let foreign = world.api.run_token(Uuid::new_v4()).unwrap();
    let response = ingest.take_session(with(&foreign, take)).await.unwrap_err();
    let reserved = ingest.reserve_permits(with(&foreign, reserve)).await.unwrap_err();
    assert_eq!(
        (response.code(), reserved.code()),
        (Code::PermissionDenied, Code::PermissionDenied)
    );
}
