//! Tests of reports about sessions, addresses, endpoints and posts that do not belong to the run.

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    AddressReport, EndpointReport, HeartbeatRequest, MissingItem, MissingSource, Outcome, Platform,
    RequestStats, RequeueReport, ReservePermitsRequest, SessionReport, UnitReport,
};
use clipmeter_runtime::Clock as _;
use tonic::Code;
use uuid::Uuid;

use super::{Attacker, outlive_leases};
use crate::grpc::with;

/// Returns all stored data of sessions, addresses and endpoints, except for the holders of sessions.
const POOL: &str = "SELECT concat(
    (SELECT string_agg(concat_ws(' ', id, state, cooling_until, limited_at, backoff_step, clean, slow_until, last_error, claim, last_run_id), ';' ORDER BY id)
     FROM sessions),
    (SELECT string_agg(h::text, ';' ORDER BY h::text) FROM session_hours h),
    (SELECT string_agg(r::text, ';' ORDER BY r::text) FROM endpoint_cooldowns r),
    (SELECT string_agg(w::text, ';' ORDER BY w::text) FROM working_endpoints w))";

const REFUSALS: [Outcome; 6] = [
    Outcome::RateLimited,
    Outcome::FeedbackRequired,
    Outcome::ChallengeRequired,
    Outcome::SessionDead,
    Outcome::EndpointRetired,
    Outcome::SchemaChanged,
];

/// Leases a session to another run, which the attacker never had, and returns its ID.
async fn leased_by_another(world: &World, account: i64) -> (Attacker, i64) {
    let mut other = Attacker::of(world, &[account]).await;
    let unit = other.unit(0);
    let session = other.take(unit, &[]).await.unwrap().session_id;
    (other, session)
}

fn stats(session_id: i64, outcome: Outcome) -> RequestStats {
    RequestStats {
        endpoint: "feed_user".to_owned(),
        session_id,
        outcome: outcome.into(),
        requests: 1_000,
        ..RequestStats::default()
    }
}

#[tokio::test]
async fn reports_on_sessions_not_leased_by_run_change_nothing() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    let (_other, foreign_session) = leased_by_another(&world, accounts[0]).await;
    let free = world
        .one::<i64>("SELECT min(id) FROM sessions WHERE leased_run_id IS NULL")
        .await;
    let mut attacker = Attacker::of(&world, &accounts[1..]).await;
    let unit_id = attacker.unit(0);
    attacker.take(unit_id, &[foreign_session]).await.unwrap();
    let free = if attacker.seen.contains(&free) {
        free + 1
    } else {
        free
    };
    assert!(!attacker.seen.contains(&free) && free != foreign_session);
    let before = world.one::<String>(POOL).await;
    for session_id in [foreign_session, free, i64::MAX] {
        for outcome in REFUSALS.into_iter().chain([Outcome::Ok]) {
            for body in [
                Body::Session(SessionReport {
                    session_id,
                    outcome: outcome.into(),
                    retry_after_seconds: Some(86_400),
                    claim: "hmac.of-a-thief".to_owned(),
                }),
                Body::Address(AddressReport {
                    address: "direct".to_owned(),
                    outcome: outcome.into(),
                    retry_after_seconds: Some(86_400),
                    session_id,
                }),
                Body::Endpoint(EndpointReport {
                    session_id,
                    address: "direct".to_owned(),
                    endpoint: "feed_user".to_owned(),
                    need: "posts".to_owned(),
                    outcome: outcome.into(),
                }),
                Body::Requeued(RequeueReport {
                    unit_id,
                    request_stats: vec![stats(session_id, outcome)],
                }),
            ] {
                attacker.send(body).await.unwrap();
            }
        }
    }
    let end = UnitReport {
        unit_id,
        outcome: Outcome::NotFound.into(),
        request_stats: vec![
            stats(foreign_session, Outcome::SessionDead),
            stats(free, Outcome::NotFound),
        ],
        ..UnitReport::default()
    };
    attacker.send(Body::Unit(end)).await.unwrap();
    assert_eq!(world.one::<String>(POOL).await, before);
    let blocked =
        "SELECT count(*) FROM rate_limit_buckets WHERE blocked_until IS NOT NULL OR counted_at IS NOT NULL";
    assert_eq!(world.one::<i64>(blocked).await, 0);
    let owners = "SELECT count(*) FROM session_accounts";
    assert_eq!(world.one::<i64>(owners).await, 2, "no account loses its session");
}

#[tokio::test]
async fn permits_are_deferred_for_sessions_not_leased() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    let (_other, foreign_session) = leased_by_another(&world, accounts[0]).await;
    let mut attacker = Attacker::of(&world, &accounts[1..]).await;
    for session_id in [foreign_session, foreign_session + 1, i64::MAX] {
        for _ in 0..50 {
            let request = ReservePermitsRequest {
                run_id: attacker.run.to_string(),
                lease_token: attacker.batch.lease_token.clone(),
                endpoint: "feed_user".to_owned(),
                session_id,
                permits: 4,
                delay_factor: 1_000.0,
            };
            let waits = attacker
                .ingest
                .reserve_permits(with(&attacker.bearer, request))
                .await
                .unwrap();
            assert!(
                waits.into_inner().wait_ms[0] > 60_000,
                "the unit should be requeued"
            );
        }
    }
    assert_eq!(world.count("SELECT count(*) FROM rate_limit_buckets").await, 0);
}

#[tokio::test]
async fn address_cooldowns_by_one_run_are_limited() {
    let (world, accounts) = World::with_pool(super::POOL, 1).await;
    let mut attacker = Attacker::of(&world, &accounts).await;
    let refused = |address: &str| {
        Body::Address(AddressReport {
            address: address.to_owned(),
            outcome: Outcome::Captcha.into(),
            retry_after_seconds: None,
            session_id: 0,
        })
    };
    // The name in the report counts for nothing.
    for address in ["node-1", "proxy:1", ""] {
        attacker.send(refused(address)).await.unwrap();
    }
    let keys = "SELECT string_agg(key, ',' ORDER BY key) FROM rate_limit_buckets WHERE kind = 'address'";
    assert_eq!(world.one::<String>(keys).await, "direct");
    // Another address name in every lease does not help either.
    for node in 0..20 {
        outlive_leases(&world);
        attacker.batch.lease_token.clear();
        attacker.lease(&format!("node-{node}")).await.unwrap();
        attacker.send(refused("")).await.unwrap();
    }
    let cooled_down =
        "SELECT count(*) FROM rate_limit_buckets WHERE kind = 'address' AND blocked_until IS NOT NULL";
    assert_eq!(
        world.one::<i64>(cooled_down).await,
        6,
        "at most eight reports of a run are accepted"
    );
}

#[tokio::test]
async fn forged_endpoints_and_traffic_are_discarded_or_capped() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    let mut attacker = Attacker::of(&world, &accounts[..1]).await;
    let unit_id = attacker.unit(0);
    let session_id = attacker.take(unit_id, &[]).await.unwrap().session_id;
    for number in 0..50 {
        for (session_id, endpoint, need) in [
            (0, format!("made_up_{number}"), "posts".to_owned()),
            (session_id, format!("made_up_{number}"), "posts".to_owned()),
            (session_id, "feed_user".to_owned(), format!("made_up_{number}")),
        ] {
            for outcome in [Outcome::Ok, Outcome::EndpointRetired] {
                if need != "posts" && outcome != Outcome::Ok {
                    continue;
                }
                let report = EndpointReport {
                    session_id,
                    endpoint: endpoint.clone(),
                    need: need.clone(),
                    outcome: outcome.into(),
                    ..EndpointReport::default()
                };
                attacker.send(Body::Endpoint(report)).await.unwrap();
            }
        }
    }
    let stored =
        "SELECT (SELECT count(*) FROM endpoint_cooldowns) + (SELECT count(*) FROM working_endpoints)";
    assert_eq!(world.one::<i64>(stored).await, 0);

    let flood = |endpoint: String| RequestStats {
        endpoint,
        outcome: Outcome::Ok.into(),
        requests: 1_000_000,
        bytes: 1 << 40,
        ..RequestStats::default()
    };
    for number in 0..50 {
        let request_stats = [flood(format!("made_up_{number}")), flood("feed_user".to_owned())];
        let report = RequeueReport {
            unit_id,
            request_stats: request_stats.into(),
        };
        attacker.send(Body::Requeued(report)).await.unwrap();
    }
    assert_eq!(
        world.count("SELECT count(*) FROM traffic_hours").await,
        2,
        "feed_user, and one for all others"
    );
    assert_eq!(
        world.one::<i64>("SELECT max(bytes) FROM traffic_hours").await,
        10_000_000_000_000
    );
    // Another run still adds to the same sums.
    let mut other = Attacker::of(&world, &accounts[1..]).await;
    let unit_id = other.unit(0);
    let report = UnitReport {
        unit_id,
        outcome: Outcome::Ok.into(),
        request_stats: vec![flood("feed_user".to_owned())],
        ..UnitReport::default()
    };
    other.send(Body::Unit(report)).await.unwrap();
}

#[tokio::test]
async fn removal_reports_for_unassigned_accounts_are_ignored() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    for (account, id) in accounts.iter().zip(["11", "22"]) {
        world
            .scrape(Platform::Instagram, *account, vec![seen(id, 10, 1)])
            .await;
    }
    for source in [MissingSource::Private, MissingSource::Item, MissingSource::List] {
        for _ in 0..3 {
            world.clock.advance(std::time::Duration::from_hours(25));
            let mut attacker = Attacker::of(&world, &accounts[1..]).await;
            let unit_id = attacker.unit(0);
            let end = UnitReport {
                unit_id,
                outcome: Outcome::Ok.into(),
                observed_at: world.clock.now().timestamp(),
                missing: vec![MissingItem {
                    id: 11,
                    source: source.into(),
                }],
                ..UnitReport::default()
            };
            attacker.send(Body::Unit(end)).await.unwrap();
            world
                .api
                .runs()
                .close_run(attacker.run, "its pod is gone")
                .await
                .unwrap();
        }
    }
    assert_eq!(
        world
            .one::<String>("SELECT availability FROM posts WHERE external_id = '11'")
            .await,
        "public"
    );
    assert_eq!(world.count("SELECT count(*) FROM suspected_removals").await, 0);
}

#[tokio::test]
async fn heartbeat_renews_only_own_open_run() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    let other = Attacker::of(&world, &accounts[..1]).await;
    let mut attacker = Attacker::of(&world, &accounts[1..]).await;
    let beat = |run: Uuid, token: &str| HeartbeatRequest {
        run_id: run.to_string(),
        lease_token: token.to_owned(),
    };
    let leases = "SELECT string_agg(concat_ws(' ', id, lease_token, lease_expires_at, ended_at), ';' ORDER BY id) FROM runs";
    let own = beat(attacker.run, &attacker.batch.lease_token);
    let before = world.one::<String>(leases).await;
    for (run, token, code) in [
        (
            other.run,
            other.batch.lease_token.as_str(),
            Code::PermissionDenied,
        ),
        (
            other.run,
            attacker.batch.lease_token.as_str(),
            Code::PermissionDenied,
        ),
        (
            attacker.run,
            other.batch.lease_token.as_str(),
            Code::FailedPrecondition,
        ),
    ] {
        let refused = attacker
            .ingest
            .heartbeat(with(&attacker.bearer, beat(run, token)))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), code, "{refused}");
    }
    assert_eq!(world.one::<String>(leases).await, before);
    world
        .api
        .runs()
        .close_run(attacker.run, "its pod is gone")
        .await
        .unwrap();
    let refused = attacker
        .ingest
        .heartbeat(with(&attacker.bearer, own))
        .await
        .unwrap_err();
    assert_eq!(refused.code(), Code::FailedPrecondition);
}
