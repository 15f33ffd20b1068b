//! Tests of disabling and re-enabling sessions.

use std::time::Duration;

use clipmeter_db::sessions::{self, PooledSession, StateChange};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{World, secrets};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Outcome, Platform, RequestStats, SessionReport, UnitReport};
use clipmeter_runtime::Clock as _;
use clipmeter_scheduler::cooldown::SessionStatus;

use super::{report_session, take, work};

/// Disables or re-enables a session.
pub(super) async fn change(world: &World, id: i64, disables: bool) -> StateChange {
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let now = world.clock.now();
    let changed = if disables {
        sessions::disable(&mut tx, now, id).await.unwrap()
    } else {
        sessions::reenable(&mut tx, now, id).await.unwrap()
    };
    tx.commit().await.unwrap();
    changed
}

async fn pooled(world: &World, id: i64) -> PooledSession {
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    sessions::pooled_one(&mut tx, &secrets(), world.clock.now(), id)
        .await
        .unwrap()
        .unwrap()
}

#[tokio::test]
async fn disabled_session_stays_leased_until_its_run_takes_another() {
    let (world, accounts) = World::with_pool(2, 2).await;
    let run = work(&world, Platform::Instagram, &accounts[..1]).await;
    let disabled = take(&run, 0, &[]).await.unwrap().session_id;
    assert_eq!(change(&world, disabled, true).await, StateChange::Done);
    assert_eq!(change(&world, disabled, true).await, StateChange::Nothing);
    assert_eq!(change(&world, i64::MAX, true).await, StateChange::NoSuchSession);
    let shown = pooled(&world, disabled).await;
    assert_eq!((shown.state, shown.in_use), (SessionStatus::Disabled, true));
    assert_eq!(shown.reason.as_deref(), Some(sessions::ADMIN));
    assert_eq!(shown.since, world.clock.now());

    let other = work(&world, Platform::Instagram, &accounts[1..]).await;
    let taken = take(&other, 0, &[disabled + 1_000]).await.unwrap().session_id;
    assert_ne!(taken, disabled);
    assert_eq!(take(&run, 0, &[]).await, None);
    assert!(!pooled(&world, disabled).await.in_use);

    // Its account may still be assigned to it.
    let reenabled = world.clock.now().timestamp();
    assert_eq!(change(&world, disabled, false).await, StateChange::Done);
    assert_eq!(change(&world, disabled, false).await, StateChange::Nothing);
    assert_eq!(take(&run, 0, &[]).await.unwrap().session_id, disabled);
    let slowed = "SELECT extract(epoch FROM slow_until)::bigint FROM sessions WHERE slow_until IS NOT NULL";
    assert_eq!(world.one::<i64>(slowed).await, reenabled + 24 * 3_600);
}

#[tokio::test]
async fn disabling_and_reenabling_session_keeps_its_cooldown() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    report_session(&mut run, session, Outcome::RateLimited).await;
    let cooling = pooled(&world, session).await;
    assert_eq!(
        (cooling.state, cooling.reason.as_deref()),
        (SessionStatus::Cooling, Some("rate_limited"))
    );
    change(&world, session, true).await;
    change(&world, session, false).await;
    let back = pooled(&world, session).await;
    assert_eq!((back.state, back.until), (SessionStatus::Cooling, cooling.until));
    assert_eq!(take(&run, 0, &[]).await, None);

    // The session counts as active once its cooldown is over, although no run has requested it yet.
    world.clock.advance(Duration::from_mins(5));
    let cooled_down = pooled(&world, session).await;
    assert_eq!(
        (cooled_down.state, cooled_down.reason, cooled_down.until),
        (SessionStatus::Active, None, None)
    );
    assert_eq!(Some(cooled_down.since), cooling.until);
}

#[tokio::test]
async fn session_keeps_user_agent_and_encrypted_claim() {
    const CLAIM: &str = "hmac.AR0xClaimOfATest";
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let first = take(&run, 0, &[]).await.unwrap();
    assert!(first.user_agent.contains("Chrome/"), "{first:?}");
    assert_eq!(first.claim, "");
    for (claim, outcome) in [(CLAIM, Outcome::Ok), ("", Outcome::Ok)] {
        let report = SessionReport {
            session_id: first.session_id,
            outcome: outcome.into(),
            claim: claim.to_owned(),
            ..SessionReport::default()
        };
        run.send(Body::Session(report)).await.unwrap();
    }
    let dump: String = world
        .one("SELECT string_agg(s::text || encode(claim, 'escape'), ' ') FROM sessions s")
        .await;
    assert!(!dump.contains("ClaimOfATest"), "{dump}");
    world.execute("UPDATE sessions SET user_agent = 'Its own'").await;
    let again = take(&run, 0, &[]).await.unwrap();
    assert_eq!(
        (again.user_agent.as_str(), again.claim.as_str()),
        ("Its own", CLAIM)
    );
    let odd = SessionReport {
        session_id: first.session_id,
        outcome: Outcome::Ok.into(),
        claim: "two\r\nlines".to_owned(),
        ..SessionReport::default()
    };
    assert!(run.send(Body::Session(odd)).await.is_err());
}

#[tokio::test]
async fn session_statistics_cover_the_last_day() {
    let (world, accounts) = World::with_pool(2, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    let stats = |session_id, outcome: Outcome, requests| RequestStats {
        endpoint: "web_profile_info".to_owned(),
        session_id,
        outcome: outcome.into(),
        requests,
        ..RequestStats::default()
    };
    report_session(&mut run, session, Outcome::RateLimited).await;
    let end = UnitReport {
        request_stats: vec![
            stats(session, Outcome::Ok, 6),
            stats(0, Outcome::Ok, 50),
            stats(session, Outcome::RateLimited, 2),
            // It does not belong to this run.
            stats(session + 1, Outcome::Ok, 9),
        ],
        ..run.end_of(Outcome::RateLimited)
    };
    for _ in 0..2 {
        run.send_as(2, Body::Unit(end.clone())).await.unwrap();
    }
    let counted = pooled(&world, session).await;
    assert_eq!((counted.requests, counted.refused, counted.accounts), (8, 2, 1));
    let (error, at) = counted.last_error.unwrap();
    assert_eq!((error.as_str(), at), ("rate_limited", world.clock.now()));
    assert_eq!(pooled(&world, session + 1).await.requests, 0);
    world.clock.advance(Duration::from_hours(25));
    assert_eq!(pooled(&world, session).await.requests, 0);
}
