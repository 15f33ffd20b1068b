//! Tests of the session pool.

mod capacity;
mod clock;
mod concurrent_runs;
mod endpoints;
mod grpc;
mod locked_out;
mod proxies;
mod prune;
mod states;
mod suspect;

use std::collections::BTreeMap;
use std::time::Duration;

use clipmeter_db::DbError;
use clipmeter_fixtures::database::{Worker, World};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, RequestStats, Session, SessionReport, UnitReport};
use clipmeter_runtime::Clock as _;
use uuid::Uuid;

/// Leases a run for these accounts, for a scraper that requests sessions.
async fn work<'w>(world: &'w World, platform: Platform, accounts: &[i64]) -> Worker<'w> {
    let ids: Vec<Id> = accounts.iter().copied().map(Id::AccountId).collect();
    let (run, units) = world.open(platform, &ids).await;
    assert_eq!(units as usize, accounts.len());
    lease_run(world, run, None).await.unwrap()
}

async fn lease_run(world: &World, run: Uuid, token: Option<Uuid>) -> Result<Worker<'_>, DbError> {
    world.take_from(run, token, "").await
}

/// Takes a session for a unit, at a later time.
async fn take(worker: &Worker<'_>, unit: usize, refused: &[i64]) -> Option<Session> {
    worker.world.clock.advance(Duration::from_millis(1));
    let unit = worker.batch.units[unit].unit_id;
    let runs = worker.world.api.runs();
    runs.take_session(worker.run, worker.token, unit, refused)
        .await
        .unwrap()
        .session
}

async fn report_session(worker: &mut Worker<'_>, session_id: i64, outcome: Outcome) {
    let report = SessionReport {
        session_id,
        outcome: outcome.into(),
        ..SessionReport::default()
    };
    worker.send(Body::Session(report)).await.unwrap();
}

/// Ends a unit, after which the session of another account may be taken.
async fn end(worker: &mut Worker<'_>, unit: usize) {
    let end = UnitReport {
        unit_id: worker.batch.units[unit].unit_id,
        ..worker.end_of(Outcome::NotAvailable)
    };
    worker.send(Body::Unit(end)).await.unwrap();
}

/// Returns the session that each unit of a run gets, in order.
async fn sessions_of(worker: &mut Worker<'_>) -> Vec<i64> {
    let mut sessions = Vec::new();
    for unit in 0..worker.batch.units.len() {
        sessions.push(take(worker, unit, &[]).await.unwrap().session_id);
        end(worker, unit).await;
    }
    sessions
}

/// Returns the session that each account is read with, ten accounts per run.
async fn read_all(world: &World, accounts: &[i64]) -> Vec<i64> {
    let mut sessions = Vec::new();
    for ten in accounts.chunks(10) {
        let mut run = work(world, Platform::Instagram, ten).await;
        sessions.extend(sessions_of(&mut run).await);
        run.complete().await.unwrap();
    }
    sessions
}

#[tokio::test]
async fn accounts_are_spread_and_keep_sessions_until_refused() {
    let (world, accounts) = World::with_pool(20, 200).await;
    let sessions = read_all(&world, &accounts).await;
    let mut spread = BTreeMap::new();
    for session in &sessions {
        *spread.entry(*session).or_insert(0) += 1;
    }
    assert_eq!(spread.len(), 20);
    // Each run uses three sessions.
    assert!(
        spread.values().all(|accounts| (9..=12).contains(accounts)),
        "{spread:?}"
    );

    world.clock.advance(Duration::from_hours(24));
    assert_eq!(read_all(&world, &accounts).await, sessions);

    world.clock.advance(Duration::from_hours(24));
    let mut run = work(&world, Platform::Instagram, &accounts[7..8]).await;
    let refused = sessions[7];
    let leased = take(&run, 0, &[]).await.unwrap();
    assert_eq!(leased.session_id, refused);
    report_session(&mut run, refused, Outcome::SessionDead).await;
    let other = take(&run, 0, &[refused]).await.unwrap();
    assert_ne!(other.session_id, refused);
    run.complete().await.unwrap();

    for (before, after) in sessions.iter().zip(read_all(&world, &accounts).await) {
        assert_eq!(
            *before == after,
            *before != refused,
            "only the accounts of the dead session move"
        );
    }
}

#[tokio::test]
async fn account_keeps_a_session_that_is_cooling_or_busy() {
    let (world, accounts) = World::with_pool(2, 2).await;
    let mut own = Vec::new();
    for account in &accounts {
        let run = work(&world, Platform::Instagram, &[*account]).await;
        own.push(take(&run, 0, &[]).await.unwrap().session_id);
        run.complete().await.unwrap();
    }
    assert_ne!(own[0], own[1]);
    // The first account's session is on cooldown meanwhile, and the account is read with the other one.
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let own_again = take(&run, 0, &[]).await.unwrap().session_id;
    assert_eq!(own_again, own[0]);
    report_session(&mut run, own[0], Outcome::RateLimited).await;
    assert_eq!(take(&run, 0, &[]).await.unwrap().session_id, own[1]);
    world.clock.advance(Duration::from_mins(3));
    let run = lease_run(&world, run.run, None).await.unwrap();
    assert_eq!(take(&run, 1, &[]).await.unwrap().session_id, own[1]);
    assert_eq!(take(&run, 0, &[]).await.unwrap().session_id, own[0]);
    // A session that failed is not tried again in the unit, and is no longer assigned to the account.
    assert_eq!(take(&run, 0, &[own[0]]).await.unwrap().session_id, own[1]);
    assert_eq!(take(&run, 0, &[own[0], own[1]]).await, None);
    assert_eq!(take(&run, 1, &[]).await.unwrap().session_id, own[1]);
    assert_eq!(take(&run, 0, &[]).await.unwrap().session_id, own[1]);
}

#[tokio::test]
async fn account_not_found_is_retried_with_another_session() {
    let (world, accounts) = World::with_pool(2, 1).await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let mut run = work(&world, Platform::Instagram, &accounts).await;
        let session_id = take(&run, 0, &[]).await.unwrap().session_id;
        seen.push(session_id);
        let end = UnitReport {
            request_stats: vec![RequestStats {
                endpoint: "web_profile_info".to_owned(),
                session_id,
                outcome: Outcome::NotFound.into(),
                requests: 1,
                ..RequestStats::default()
            }],
            ..run.end_of(Outcome::NotFound)
        };
        run.finish(end).await;
    }
    assert_ne!(seen[0], seen[1]);
}

#[tokio::test]
async fn take_session_without_free_session_returns_retry_after() {
    let (world, accounts) = World::with_pool(1, 2).await;
    let mut one = work(&world, Platform::Instagram, &accounts[..1]).await;
    let two = work(&world, Platform::Instagram, &accounts[1..]).await;
    let session = take(&one, 0, &[]).await.unwrap().session_id;
    let retry_after = async || {
        let unit = two.batch.units[0].unit_id;
        let runs = world.api.runs();
        let taken = runs.take_session(two.run, two.token, unit, &[]).await.unwrap();
        assert_eq!(taken.session, None);
        taken.retry_after_seconds
    };
    assert_eq!(retry_after().await, 60, "it is in use");
    let report = SessionReport {
        session_id: session,
        outcome: Outcome::RateLimited.into(),
        retry_after_seconds: Some(20),
        ..SessionReport::default()
    };
    one.send(Body::Session(report)).await.unwrap();
    assert!((19..=20).contains(&retry_after().await), "it is on cooldown");
    report_session(&mut one, session, Outcome::ChallengeRequired).await;
    let cooldown = retry_after().await;
    assert!(cooldown > 300, "it is suspect for {cooldown} s");
    world.clock.advance(Duration::from_secs(u64::from(cooldown) + 1));
    let mut one = lease_run(&world, one.run, None).await.unwrap();
    take(&one, 0, &[]).await.unwrap();
    report_session(&mut one, session, Outcome::ChallengeRequired).await;
    let two = lease_run(&world, two.run, None).await.unwrap();
    let unit = two.batch.units[0].unit_id;
    let taken = world
        .api
        .runs()
        .take_session(two.run, two.token, unit, &[])
        .await
        .unwrap();
    assert_eq!(taken.retry_after_seconds, 0, "it waits for an admin");
}

#[tokio::test]
async fn session_backoff_grows_until_enough_clean_requests() {
    let (world, accounts) = World::with_pool(1, 3).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let cooldown = "SELECT extract(epoch FROM cooling_until)::bigint FROM sessions";
    for expected in [96..=144, 240..=360] {
        let session = take(&run, 0, &[]).await.unwrap().session_id;
        report_session(&mut run, session, Outcome::RateLimited).await;
        let seconds = world.one::<i64>(cooldown).await - world.clock.now().timestamp();
        assert!(expected.contains(&seconds), "{seconds}");
        world.clock.advance(Duration::from_hours(25));
        run = lease_run(&world, run.run, None).await.unwrap();
    }
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    for (unit, requests) in [(0, 19), (1, 1)] {
        let end = UnitReport {
            unit_id: run.batch.units[unit].unit_id,
            outcome: Outcome::NotFound.into(),
            request_stats: vec![RequestStats {
                endpoint: "web_profile_info".to_owned(),
                session_id: session,
                outcome: Outcome::NotFound.into(),
                requests,
                ..RequestStats::default()
            }],
            ..run.end_of(Outcome::NotFound)
        };
        assert_eq!(world.one::<i32>("SELECT backoff_step FROM sessions").await, 2);
        for _ in 0..2 {
            // A repeated message is not counted again.
            run.send_as(unit as u64 + 1, Body::Unit(end.clone()))
                .await
                .unwrap();
        }
    }
    assert_eq!(world.one::<i32>("SELECT backoff_step FROM sessions").await, 0);
    assert_eq!(world.one::<i32>("SELECT clean FROM sessions").await, 20);
}

#[tokio::test]
async fn take_session_requires_run_lease_and_own_unit() {
    let (world, accounts) = World::with_pool(1, 2).await;
    let run = work(&world, Platform::Instagram, &accounts[..1]).await;
    let other = work(&world, Platform::Instagram, &accounts[1..]).await;
    let runs = world.api.runs();
    let (unit, foreign) = (run.unit(), other.unit());
    assert!(matches!(
        runs.take_session(run.run, Uuid::new_v4(), unit, &[]).await,
        Err(DbError::LeaseLost)
    ));
    assert!(matches!(
        runs.take_session(run.run, run.token, foreign, &[]).await,
        Err(DbError::Invalid(_))
    ));
    let group = world.group("b").await;
    let account = world.track(group, Platform::Tiktok, "b").await;
    let tiktok = work(&world, Platform::Tiktok, &[account]).await;
    assert!(matches!(
        runs.take_session(tiktok.run, tiktok.token, tiktok.unit(), &[])
            .await,
        Err(DbError::Invalid(_))
    ));
    run.complete().await.unwrap();
    assert!(matches!(
        runs.take_session(run.run, run.token, unit, &[]).await,
        Err(DbError::RunEnded)
    ));
}
