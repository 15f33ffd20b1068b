//! Tests of suspect and ended sessions.

use std::time::Duration;

use clipmeter_fixtures::database::{Worker, World};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Outcome, Platform, RequestStats, UnitReport};

use super::{lease_run, report_session, take, work};

/// Longer than the first cooldown of a suspect session.
const COOLDOWN: Duration = Duration::from_mins(7);

/// Returns the state and reason of every session, oldest first.
async fn states(world: &World) -> Vec<String> {
    sqlx::query_scalar("SELECT state FROM sessions ORDER BY id")
        .fetch_all(&world.owner)
        .await
        .unwrap()
}

/// Takes a session for a unit, reports this outcome for it, and ends the unit.
async fn report_outcome(run: &mut Worker<'_>, unit: usize, outcome: Outcome) -> i64 {
    let session = take(run, unit, &[]).await.unwrap().session_id;
    let end = UnitReport {
        unit_id: run.batch.units[unit].unit_id,
        request_stats: vec![RequestStats {
            endpoint: "web_profile_info".to_owned(),
            session_id: session,
            outcome: outcome.into(),
            requests: 1,
            ..RequestStats::default()
        }],
        ..run.end_of(outcome)
    };
    run.send(Body::Unit(end)).await.unwrap();
    session
}

/// Reports a refusal of the account's session, in a new run.
async fn refused(world: &World, account: i64, outcome: Outcome) -> i64 {
    let mut run = work(world, Platform::Instagram, &[account]).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    report_session(&mut run, session, outcome).await;
    run.complete().await.unwrap();
    session
}

#[tokio::test]
async fn unparsable_page_never_ends_a_session() {
    for outcome in [
        Outcome::UnexpectedPage,
        Outcome::EmptyBody,
        Outcome::ParseError,
        Outcome::SchemaChanged,
    ] {
        let (world, accounts) = World::with_pool(1, 1).await;
        for _ in 0..6 {
            let mut run = work(&world, Platform::Instagram, &accounts).await;
            report_outcome(&mut run, 0, outcome).await;
            run.complete().await.unwrap();
            let state = states(&world).await.remove(0);
            assert!(state == "suspect" || state == "active", "{outcome:?}: {state}");
            // Its cooldown ends automatically.
            world.clock.advance(Duration::from_hours(6));
        }
        let mut run = work(&world, Platform::Instagram, &accounts).await;
        report_outcome(&mut run, 0, Outcome::Ok).await;
        assert_eq!(states(&world).await, ["active"], "{outcome:?}");
    }
}

#[tokio::test]
async fn suspect_session_is_not_leased_before_cooldown_ends() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    report_outcome(&mut run, 0, Outcome::UnexpectedPage).await;
    run.complete().await.unwrap();
    assert_eq!(states(&world).await, ["suspect"]);
    let run = work(&world, Platform::Instagram, &accounts).await;
    assert_eq!(take(&run, 0, &[]).await, None);
    let response = world
        .api
        .runs()
        .take_session(run.run, run.token, run.batch.units[0].unit_id, &[])
        .await
        .unwrap();
    assert!((1..=600).contains(&response.retry_after_seconds), "{response:?}");
    world
        .clock
        .advance(Duration::from_secs(u64::from(response.retry_after_seconds) + 1));
    let run = lease_run(&world, run.run, None).await.unwrap();
    assert!(take(&run, 0, &[]).await.is_some());
}

#[tokio::test]
async fn session_ends_when_refusal_is_confirmed_after_cooldown() {
    for (outcome, end) in [
        (Outcome::SessionDead, "dead"),
        (Outcome::Suspended, "dead"),
        (Outcome::ChallengeRequired, "challenged"),
        (Outcome::CheckpointRequired, "challenged"),
    ] {
        let (world, accounts) = World::with_pool(1, 1).await;
        let mut run = work(&world, Platform::Instagram, &accounts).await;
        let session = take(&run, 0, &[]).await.unwrap().session_id;
        // The responses to one burst of requests count once.
        for _ in 0..3 {
            report_session(&mut run, session, outcome).await;
            world.clock.advance(Duration::from_secs(1));
        }
        run.complete().await.unwrap();
        assert_eq!(states(&world).await, ["suspect"], "{outcome:?}");
        world.clock.advance(COOLDOWN);
        refused(&world, accounts[0], outcome).await;
        assert_eq!(states(&world).await, [end], "{outcome:?}");
    }
}

#[tokio::test]
async fn success_clears_suspect_session() {
    let (world, accounts) = World::with_pool(1, 1).await;
    for _ in 0..4 {
        refused(&world, accounts[0], Outcome::SessionDead).await;
        assert_eq!(states(&world).await, ["suspect"]);
        world.clock.advance(Duration::from_hours(6));
        let mut run = work(&world, Platform::Instagram, &accounts).await;
        report_outcome(&mut run, 0, Outcome::Ok).await;
        run.complete().await.unwrap();
        assert_eq!(states(&world).await, ["active"]);
    }
}

#[tokio::test]
async fn breaker_opens_when_sessions_end_within_ten_minutes() {
    let (world, accounts) = World::with_pool(3, 3).await;
    for account in &accounts {
        refused(&world, *account, Outcome::SessionDead).await;
    }
    assert_eq!(states(&world).await, ["suspect"; 3]);
    world.clock.advance(COOLDOWN);
    refused(&world, accounts[0], Outcome::SessionDead).await;
    assert_eq!(states(&world).await, ["dead", "suspect", "suspect"]);
    world.clock.advance(Duration::from_mins(1));
    for account in &accounts[1..] {
        // The address is on cooldown meanwhile; this run was in progress.
        refused(&world, *account, Outcome::SessionDead).await;
        assert_eq!(
            states(&world).await,
            ["suspect"; 3],
            "no session is marked as dead"
        );
        assert!(
            world
                .one::<bool>("SELECT bool_or(blocked_until > used_at + interval '9 minutes') FROM rate_limit_buckets WHERE kind = 'address'")
                .await,
            "the address cools down"
        );
    }
    assert!(
        world
            .one::<bool>("SELECT count(*) = 1 FROM session_breakers WHERE platform = 'instagram' AND open_until IS NOT NULL")
            .await
    );

    // The platform responds normally again: all sessions are tried again and work.
    world.clock.advance(Duration::from_hours(3));
    for account in &accounts {
        let mut run = work(&world, Platform::Instagram, &[*account]).await;
        report_outcome(&mut run, 0, Outcome::Ok).await;
        run.complete().await.unwrap();
    }
    assert_eq!(states(&world).await, ["active"; 3]);
}

#[tokio::test]
async fn breaker_stays_closed_when_sessions_end_further_apart() {
    let (world, accounts) = World::with_pool(2, 2).await;
    for account in &accounts {
        refused(&world, *account, Outcome::SessionDead).await;
    }
    for account in &accounts {
        world.clock.advance(Duration::from_mins(11));
        refused(&world, *account, Outcome::SessionDead).await;
    }
    assert_eq!(states(&world).await, ["dead"; 2]);
}

#[tokio::test]
async fn breaker_keeps_sessions_that_are_refused_at_once() {
    const SESSIONS: usize = 8;
    let (world, accounts) = World::with_pool(SESSIONS, SESSIONS).await;
    for account in &accounts {
        refused(&world, *account, Outcome::SessionDead).await;
    }
    world.clock.advance(COOLDOWN);
    let mut runs = Vec::new();
    for account in &accounts {
        let run = work(&world, Platform::Instagram, &[*account]).await;
        let session = take(&run, 0, &[]).await.unwrap().session_id;
        runs.push((run, session));
    }
    futures::future::join_all(
        runs.iter_mut()
            .map(|(run, session)| report_session(run, *session, Outcome::SessionDead)),
    )
    .await;
    assert_eq!(states(&world).await, vec!["suspect"; SESSIONS]);
}
