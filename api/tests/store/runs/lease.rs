//! Tests of leases: only one scraper at a time holds a run, and a replaced one cannot write.

use std::time::Duration;

use clipmeter_db::DbError;
use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, RunTrigger, UnitKey};
use uuid::Uuid;

#[tokio::test]
async fn lease_takeover_after_expiry_fences_off_old_holder() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut dead = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    dead.page(vec![seen("1", 100, 10)]).await.unwrap();
    assert!(matches!(
        world.take(dead.run).await.err(),
        Some(DbError::LeaseHeld)
    ));
    // With its token, a scraper that lost its connection continues.
    let same = world
        .api
        .runs()
        .fetch_batch(dead.run, Some(dead.token), "")
        .await
        .unwrap();
    assert_eq!(same.lease_token, dead.token.to_string());

    world
        .clock
        .advance(Duration::from_secs(u64::from(dead.batch.lease_seconds)));
    let mut successor = world.take(dead.run).await.unwrap();
    assert_eq!(successor.batch.units.len(), 1);
    assert!(matches!(
        dead.page(vec![seen("1", 999, 10)]).await,
        Err(DbError::LeaseLost)
    ));
    assert!(matches!(
        world.api.runs().heartbeat(dead.run, dead.token).await,
        Err(DbError::LeaseLost)
    ));
    assert!(matches!(dead.complete().await, Err(DbError::LeaseLost)));

    successor
        .page(vec![seen("1", 100, 10), seen("2", 1, 1)])
        .await
        .unwrap();
    successor.end(Outcome::Ok).await.unwrap();
    assert_eq!(successor.complete().await.unwrap().items_new, 2);
    assert_eq!(world.one::<i64>("SELECT max(views) FROM posts").await, 100);
    assert!(matches!(
        successor.page(vec![seen("1", 5, 5)]).await,
        Err(DbError::RunEnded)
    ));
    assert!(matches!(
        world.take(successor.run).await.err(),
        Some(DbError::RunEnded)
    ));
}

#[tokio::test]
async fn heartbeat_renews_lease() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let third = Duration::from_secs(u64::from(worker.batch.lease_seconds) / 3);
    for _ in 0..6 {
        world.clock.advance(third);
        assert!(
            !world
                .api
                .runs()
                .heartbeat(worker.run, worker.token)
                .await
                .unwrap()
        );
    }
    assert!(matches!(
        world.take(worker.run).await.err(),
        Some(DbError::LeaseHeld)
    ));
}

#[tokio::test]
async fn unit_is_assigned_to_at_most_one_open_run() {
    let world = World::new().await;
    let group = world.group("a").await;
    let one = Id::AccountId(world.track(group, Platform::Tiktok, "one").await);
    let two = Id::AccountId(world.track(group, Platform::Tiktok, "two").await);
    let (run, units) = world.open(Platform::Tiktok, &[one]).await;
    assert_eq!(units, 1);
    let (_, units) = world.open(Platform::Tiktok, &[one, two]).await;
    assert_eq!(units, 1);
    let (nothing, units) = world
        .open(Platform::Tiktok, &[one, two, Id::AccountId(9_999)])
        .await;
    assert_eq!(units, 0);
    assert!(matches!(
        world.api.runs().result(nothing).await,
        Err(DbError::NoSuchRun)
    ));

    // Once a unit has ended, a request for it need not wait for the rest of its batch.
    let mut worker = world.take(run).await.unwrap();
    worker.end(Outcome::NotFound).await.unwrap();
    assert_eq!(world.open(Platform::Tiktok, &[one]).await.1, 1);
}

#[tokio::test]
async fn run_opening_and_closing_are_idempotent() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let key = UnitKey {
        platform: Platform::Instagram.into(),
        id: Some(Id::AccountId(account)),
    };
    let runs = world.api.runs();
    let run = Uuid::new_v4();
    for _ in 0..2 {
        let units = runs
            .open_run(
                run,
                Platform::Instagram,
                std::slice::from_ref(&key),
                RunTrigger::Request,
            )
            .await;
        assert_eq!(units.unwrap(), 1);
    }
    let open = runs.list_runs().await.unwrap();
    assert_eq!(open.len(), 1);
    assert_eq!((open[0].units, open[0].trigger()), (1, RunTrigger::Request));

    let mut worker = world.take(run).await.unwrap();
    for _ in 0..2 {
        runs.close_run(run, "its process is gone").await.unwrap();
    }
    assert!(runs.list_runs().await.unwrap().is_empty());
    assert!(matches!(worker.end(Outcome::Ok).await, Err(DbError::RunEnded)));
    let result = runs.result(run).await.unwrap();
    assert!(result.ended && result.units[0].outcome.is_none());
    assert_eq!(
        world.open(Platform::Instagram, &[Id::AccountId(account)]).await.1,
        1
    );
    assert!(matches!(
        runs.close_run(Uuid::new_v4(), "").await,
        Err(DbError::NoSuchRun)
    ));
}

#[tokio::test]
async fn run_wait_returns_when_run_ends() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    let unfinished = world.api.runs().wait(worker.run, Duration::ZERO).await.unwrap();
    assert!(!unfinished.ended);

    // Longer than the test's timeout: only the notification can end the wait.
    let wait = world.api.runs().wait(worker.run, Duration::from_hours(1));
    let work = async {
        worker.page(vec![seen("1", 1, 1)]).await.unwrap();
        worker.finish(worker.end_of(Outcome::Ok)).await;
    };
    let (result, ()) = futures::future::join(wait, work).await;
    let result = result.unwrap();
    assert!(result.ended);
    assert_eq!(result.units[0].outcome, Some(Outcome::Ok));
    assert_eq!(
        (result.units[0].account_id, result.units[0].items_new),
        (Some(account), 1)
    );
}

#[tokio::test]
async fn run_with_invalid_arguments_is_refused() {
    let world = World::new().await;
    let runs = world.api.runs();
    let key = |platform: Platform, id| UnitKey {
        platform: platform.into(),
        id,
    };
    for (platform, units, trigger) in [
        (Platform::Unspecified, vec![], RunTrigger::Schedule),
        (Platform::Tiktok, vec![], RunTrigger::Unspecified),
        (
            Platform::Tiktok,
            vec![key(Platform::Tiktok, None)],
            RunTrigger::Schedule,
        ),
        (
            Platform::Tiktok,
            vec![key(Platform::Instagram, Some(Id::AccountId(1)))],
            RunTrigger::Schedule,
        ),
        (
            Platform::Tiktok,
            vec![key(Platform::Tiktok, Some(Id::AccountId(1))); 1_001],
            RunTrigger::Schedule,
        ),
    ] {
        let refused = runs.open_run(Uuid::new_v4(), platform, &units, trigger).await;
        assert!(matches!(refused, Err(DbError::Invalid(_))), "{refused:?}");
    }
}

#[tokio::test]
async fn run_survives_loss_of_all_database_connections() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    worker.page(vec![seen("1", 100, 10)]).await.unwrap();
    let wait = world.api.runs().wait(worker.run, Duration::from_hours(1));
    let outage = async {
        world
            .count(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
            .await;
        // Like a scraper: repeats the message with the same number until it is acknowledged.
        for sequence in 1..=2 {
            let body = match sequence {
                1 => worker.page_of(None, vec![seen("1", 100, 10)]),
                _ => Body::Unit(worker.end_of(Outcome::Ok)),
            };
            while worker.send_as(sequence, body.clone()).await.is_err() {}
        }
        worker.complete().await.unwrap()
    };
    let (result, done) = futures::future::join(wait, outage).await;
    assert_eq!(done.items_new, 1);
    assert!(result.unwrap().ended);
    assert_eq!(world.count("SELECT count(*) FROM post_metrics").await, 1);
}

#[tokio::test]
async fn run_is_kept_for_a_week_after_end() {
    let (world, account) = World::tracking(Platform::Instagram, "nasa").await;
    world
        .scrape(Platform::Instagram, account, vec![seen("1", 1, 1)])
        .await;
    for (days, kept) in [(6, 2), (2, 2)] {
        world.clock.advance(Duration::from_hours(days * 24));
        world
            .scrape(Platform::Instagram, account, vec![seen("1", 1, 1)])
            .await;
        assert_eq!(world.count("SELECT count(*) FROM runs").await, kept);
        assert_eq!(world.count("SELECT count(*) FROM run_units").await, kept);
    }
}
