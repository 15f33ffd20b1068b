//! The calls but reports.

use clipmeter_proto::v1::control_client::ControlClient;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::tracking_client::TrackingClient;
use clipmeter_proto::v1::{
    CloseRunRequest, FetchBatchRequest, HeartbeatRequest, OpenRunRequest, PageReport, Platform,
    RemoveGroupRequest, ReservePermitsRequest, SyncGroupRequest, SyncPolicyRequest, TakeSessionRequest,
};
use tonic::{Code, Status};

use super::world;
use crate::grpc::{serve, with};
use crate::run_token_scope::collected;

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a list with one call per entry")]
async fn calls_exceeding_field_bounds_are_refused_by_name() {
    let (world, mut attacker) = world().await;
    let channel = serve(&world).await;
    let token = attacker.token.clone();
    let (run_id, lease_token) = (attacker.run.to_string(), attacker.lease_token.clone());
    let mut ingest = IngestClient::new(channel.clone());
    let before = collected(&world).await;
    let named = |field: &str, status: Status| {
        assert_eq!(status.code(), Code::InvalidArgument, "{field}: {status:?}");
        assert!(
            status.message().starts_with(&format!("{field}: ")),
            "{field}: {}",
            status.message()
        );
    };

    let fetch = FetchBatchRequest {
        run_id: run_id.clone(),
        ..FetchBatchRequest::default()
    };
    for (field, fetch) in [
        (
            "run_id",
            FetchBatchRequest {
                run_id: "x".to_owned(),
                ..fetch.clone()
            },
        ),
        (
            "lease_token",
            FetchBatchRequest {
                lease_token: "x".repeat(36),
                ..fetch.clone()
            },
        ),
        (
            "source_address",
            FetchBatchRequest {
                source_address: "a b".to_owned(),
                ..fetch.clone()
            },
        ),
    ] {
        named(field, ingest.fetch_batch(with(&token, fetch)).await.unwrap_err());
    }
    let beat = HeartbeatRequest {
        run_id: run_id.clone(),
        lease_token: String::new(),
    };
    named(
        "lease_token",
        ingest.heartbeat(with(&token, beat)).await.unwrap_err(),
    );
    let take = TakeSessionRequest {
        run_id: run_id.clone(),
        lease_token: lease_token.clone(),
        unit_id: 1,
        refused: vec![1; 101],
    };
    for (field, take) in [
        ("refused", take.clone()),
        (
            "refused[0]",
            TakeSessionRequest {
                refused: vec![0],
                ..take.clone()
            },
        ),
        (
            "unit_id",
            TakeSessionRequest {
                refused: Vec::new(),
                unit_id: -1,
                ..take
            },
        ),
    ] {
        named(field, ingest.take_session(with(&token, take)).await.unwrap_err());
    }
    let reserve = ReservePermitsRequest {
        run_id: run_id.clone(),
        lease_token,
        endpoint: "feed_user".to_owned(),
        permits: 1,
        ..ReservePermitsRequest::default()
    };
    for (field, reserve) in [
        (
            "endpoint",
            ReservePermitsRequest {
                endpoint: "x".repeat(41),
                ..reserve.clone()
            },
        ),
        (
            "session_id",
            ReservePermitsRequest {
                session_id: -1,
                ..reserve.clone()
            },
        ),
        (
            "permits",
            ReservePermitsRequest {
                permits: 65,
                ..reserve.clone()
            },
        ),
        (
            "delay_factor",
            ReservePermitsRequest {
                delay_factor: f64::NAN,
                ..reserve.clone()
            },
        ),
        (
            "delay_factor",
            ReservePermitsRequest {
                delay_factor: -1.0,
                ..reserve
            },
        ),
    ] {
        named(
            field,
            ingest.reserve_permits(with(&token, reserve)).await.unwrap_err(),
        );
    }
    let mut report = attacker.request(Body::Page(PageReport {
        unit_id: 1,
        ..PageReport::default()
    }));
    report.sequence = u64::MAX;
    let mut responses = ingest
        .report(with(&token, tokio_stream::iter([report])))
        .await
        .unwrap()
        .into_inner();
    named("sequence", responses.message().await.unwrap_err());

    let token = world.api.control_token().unwrap();
    let mut control = ControlClient::new(channel.clone());
    let open = OpenRunRequest {
        run_id: run_id.clone(),
        platform: Platform::Tiktok.into(),
        ..OpenRunRequest::default()
    };
    for (field, open) in [
        (
            "run_id",
            OpenRunRequest {
                run_id: String::new(),
                ..open.clone()
            },
        ),
        (
            "platform",
            OpenRunRequest {
                platform: 0,
                ..open.clone()
            },
        ),
        ("trigger", OpenRunRequest { trigger: 99, ..open }),
    ] {
        named(field, control.open_run(with(&token, open)).await.unwrap_err());
    }
    let close = CloseRunRequest {
        run_id: "x".to_owned(),
        reason: String::new(),
    };
    named(
        "run_id",
        control.close_run(with(&token, close)).await.unwrap_err(),
    );

    let mut tracking = TrackingClient::new(channel);
    let group = SyncGroupRequest {
        group: "a".repeat(254),
        ..SyncGroupRequest::default()
    };
    named(
        "group",
        tracking.sync_group(with(&token, group)).await.unwrap_err(),
    );
    let group = SyncGroupRequest {
        time_zone: Some("a".repeat(65)),
        ..SyncGroupRequest::default()
    };
    named(
        "time_zone",
        tracking.sync_group(with(&token, group)).await.unwrap_err(),
    );
    let remove = RemoveGroupRequest {
        group: "a/b".to_owned(),
        retain: false,
    };
    named(
        "group",
        tracking.remove_group(with(&token, remove)).await.unwrap_err(),
    );
    let policy = SyncPolicyRequest {
        instagram_minutes: u32::MAX,
        tiktok_minutes: 60,
    };
    named(
        "instagram_minutes",
        tracking.sync_policy(with(&token, policy)).await.unwrap_err(),
    );
    assert_eq!(collected(&world).await, before);
}

#[tokio::test]
async fn close_run_truncates_its_reason() {
    let (world, attacker) = world().await;
    let token = world.api.control_token().unwrap();
    let mut control = ControlClient::new(serve(&world).await);
    let close = CloseRunRequest {
        run_id: attacker.run.to_string(),
        reason: "\0ä".repeat(3_000),
    };
    control.close_run(with(&token, close)).await.unwrap();
    let kept = "SELECT max(length(closing_reason)) FROM runs";
    assert_eq!(world.one::<i32>(kept).await, 1_000);
}
