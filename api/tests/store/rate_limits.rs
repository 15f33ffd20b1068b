//! Tests of permits from the rate limiter.

use std::time::Duration;

use clipmeter_db::sessions::proxies;
use clipmeter_db::{Access, DbError, Scope};
use clipmeter_domain::ProxyAddress;
use clipmeter_fixtures::database::{Worker, World, secrets};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    AddressReport, Outcome, Platform, RequestStats, RequeueReport, ReservePermitsRequest, UnitKey,
};
use clipmeter_runtime::Clock as _;
use futures::future::join_all;
use uuid::Uuid;

/// Maximum wait of a granted permit.
const MAX: u32 = 60_000;

const MINUTE: u32 = 60_000;

async fn work<'w>(world: &'w World, platform: Platform, name: &str, source_address: &str) -> Worker<'w> {
    let group = world.group(name).await;
    let account = world.track(group, platform, name).await;
    let (run, _) = world.open(platform, &[Id::AccountId(account)]).await;
    world.take_from(run, None, source_address).await.unwrap()
}

async fn reserve_permits(worker: &Worker<'_>, endpoint: &str, session_id: i64, permits: u32) -> Vec<u32> {
    let request = ReservePermitsRequest {
        endpoint: endpoint.to_owned(),
        session_id,
        permits,
        ..ReservePermitsRequest::default()
    };
    let runs = worker.world.api.runs();
    runs.reserve_permits(worker.run, worker.token, &request)
        .await
        .unwrap()
}

async fn treated(worker: &mut Worker<'_>, outcome: Outcome) {
    let report = AddressReport {
        outcome: outcome.into(),
        ..AddressReport::default()
    };
    worker.send(Body::Address(report)).await.unwrap();
}

#[tokio::test]
async fn permits_are_shared_by_scrapers_behind_one_address() {
    let world = World::new().await;
    let one = work(&world, Platform::Tiktok, "one", "").await;
    let two = work(&world, Platform::Tiktok, "two", "").await;
    let elsewhere = work(&world, Platform::Tiktok, "three", "eth1").await;
    let mut waits = reserve_permits(&one, "item_list", 0, 4).await;
    waits.extend(reserve_permits(&two, "user_page", 0, 4).await);
    assert_eq!(waits[0], 0);
    for pair in waits.windows(2) {
        // 1,250 ms ± 40 %.
        assert!((750..=1_751).contains(&(pair[1] - pair[0])), "{waits:?}");
    }
    assert_eq!(reserve_permits(&elsewhere, "item_list", 0, 1).await, [0]);
    // Another platform is not affected.
    let instagram = work(&world, Platform::Instagram, "four", "").await;
    assert_eq!(reserve_permits(&instagram, "home", 0, 1).await, [0]);
}

#[tokio::test]
async fn permits_are_spaced_for_concurrent_scrapers() {
    let world = World::new().await;
    let mut workers = Vec::new();
    for n in 0..16 {
        workers.push(work(&world, Platform::Tiktok, &format!("n{n}"), "").await);
    }
    let mut waits = join_all(
        workers
            .iter()
            .map(|worker| reserve_permits(worker, "user_page", 0, 2)),
    )
    .await
    .concat();
    waits.sort_unstable();
    assert_eq!((waits.len(), waits[0]), (32, 0));
    for pair in waits.windows(2) {
        assert!((750..=1_751).contains(&(pair[1] - pair[0])), "{waits:?}");
    }
}

#[tokio::test]
async fn permit_too_far_in_the_future_is_not_reserved() {
    let world = World::new().await;
    let run = work(&world, Platform::Tiktok, "one", "").await;
    let mut waits = Vec::new();
    while waits.last().is_none_or(|wait| *wait <= MAX) {
        waits.extend(reserve_permits(&run, "item_list", 0, 4).await);
    }
    let last = *waits.last().unwrap();
    assert!((MAX..MAX + 2_000).contains(&last), "{waits:?}");
    assert_eq!(
        reserve_permits(&run, "item_list", 0, 1).await,
        [last],
        "no permit was used"
    );
    world.clock.advance(Duration::from_secs(20));
    assert_eq!(reserve_permits(&run, "item_list", 0, 1).await, [last - 20_000]);
}

#[tokio::test]
async fn permits_follow_session_rate_and_hourly_endpoint_cap() {
    let world = World::new().await;
    world.add_sessions(secrets(), &["1:token", "2:token"]).await;
    let run = work(&world, Platform::Instagram, "one", "").await;
    let runs = world.api.runs();
    let taken = runs
        .take_session(run.run, run.token, run.unit(), &[])
        .await
        .unwrap();
    let session = taken.session.unwrap().session_id;
    // Up to two at once, depending on the jitter, and 10 s ± 40% for each later one.
    let waits = reserve_permits(&run, "feed_user", session, 3).await;
    assert_eq!(waits[0], 0);
    assert!(waits[1] <= 8_001, "{waits:?}");
    assert!((6_000..=22_001).contains(&waits[2]), "{waits:?}");
    // An anonymous request fits in between: only the pauses of the address apply.
    assert!(reserve_permits(&run, "home", 0, 1).await[0] <= 3 * 3_500);
    // Its hourly limit is reached before that of the address.
    let mut reserved = 0;
    while reserve_permits(&run, "web_profile_info", 0, 1).await[0] <= MAX {
        reserved += 1;
        world.clock.advance(Duration::from_secs(10));
        runs.heartbeat(run.run, run.token).await.unwrap();
    }
    assert_eq!(reserved, 60);
    assert!(reserve_permits(&run, "home", 0, 1).await[0] <= MAX);
    // A session that is not the run's is given back.
    assert!(reserve_permits(&run, "feed_user", session + 1, 1).await[0] > MAX);
}

#[tokio::test]
async fn address_cooldown_applies_to_all_scrapers_behind_it() {
    let world = World::new().await;
    let mut one = work(&world, Platform::Tiktok, "one", "").await;
    let two = work(&world, Platform::Tiktok, "two", "").await;
    // Several reported refusals within a few seconds count as one.
    for _ in 0..20 {
        treated(&mut one, Outcome::EmptyBody).await;
    }
    assert_eq!(reserve_permits(&two, "item_list", 0, 1).await, [5 * MINUTE]);

    // A single limited session is attributed to the session, two at once to the address.
    let mut instagram = work(&world, Platform::Instagram, "three", "").await;
    treated(&mut instagram, Outcome::RateLimited).await;
    assert_eq!(reserve_permits(&instagram, "home", 0, 1).await, [0]);
    treated(&mut instagram, Outcome::RateLimited).await;
    assert_eq!(reserve_permits(&instagram, "home", 0, 1).await, [5 * MINUTE]);
}

#[tokio::test]
async fn probe_after_cooldown_is_one_request_across_runs() {
    // A permit that is reserved before the end of the cooldown is for the time after it.
    for early in [0, 30] {
        let world = World::new().await;
        let mut workers = Vec::new();
        for n in 0..16 {
            workers.push(work(&world, Platform::Tiktok, &format!("n{n}"), "").await);
        }
        treated(&mut workers[0], Outcome::Blocked).await;
        world.clock.advance(Duration::from_secs(5 * 60 - early));
        heartbeat_all(&workers).await;
        assert_eq!(tiktok_runs(&world).await, 1, "{early}");
        let responses = join_all(
            workers
                .iter()
                .map(|worker| reserve_permits(worker, "user_page", 0, 4)),
        )
        .await;
        let let_through: Vec<_> = (0..workers.len()).filter(|n| responses[*n][0] <= MAX).collect();
        assert_eq!(let_through.len(), 1, "{early} {responses:?}");
        let waits = &responses[let_through[0]];
        assert_eq!(waits.len(), 1, "one request: {early} {responses:?}");
        assert_eq!(u64::from(waits[0]), early * 1_000, "when the cooldown ends");
        assert_eq!(tiktok_runs(&world).await, 0, "another run would get no permits");
        for worker in &workers {
            assert!(
                reserve_permits(worker, "item_list", 0, 1).await[0] > MAX,
                "no worker gets another permit"
            );
        }

        // The probe was answered: all runs continue.
        world.clock.advance(Duration::from_secs(early));
        heartbeat_all(&workers).await;
        let prober = &mut workers[let_through[0]];
        requeue(prober, Outcome::Ok, 1).await;
        assert!(reserve_permits(&workers[0], "item_list", 0, 1).await[0] <= MAX);
        assert!(reserve_permits(&workers[1], "item_list", 0, 1).await[0] <= MAX);
        assert_eq!(tiktok_runs(&world).await, 2, "{early}");
        treated(&mut workers[2], Outcome::Blocked).await;
        let wait = reserve_permits(&workers[1], "item_list", 0, 1).await[0];
        assert_eq!(wait, 5 * MINUTE, "the cooldown schedule starts over: {early}");
    }
}

#[tokio::test]
async fn address_cooldown_doubles_while_probes_fail() {
    let world = World::new().await;
    let mut run = work(&world, Platform::Tiktok, "one", "").await;
    treated(&mut run, Outcome::Blocked).await;
    for (minutes, next, outcome, is_reported) in [
        (5, 10, Outcome::EmptyBody, true),
        (10, 20, Outcome::UnexpectedPage, false),
        (20, 40, Outcome::Blocked, true),
        (40, 60, Outcome::Transient, false),
        (60, 60, Outcome::RateLimited, true),
    ] {
        world.clock.advance(Duration::from_mins(minutes));
        run = renewed(&world, run).await;
        assert!(
            reserve_permits(&run, "item_list", 0, 1).await[0] <= MAX,
            "{minutes}"
        );
        if is_reported {
            treated(&mut run, outcome).await;
        }
        requeue(&mut run, outcome, 1).await;
        let wait = reserve_permits(&run, "item_list", 0, 1).await[0];
        assert_eq!(wait, next * MINUTE, "{minutes} {outcome:?}");
    }
}

#[tokio::test]
async fn probe_of_dead_or_idle_run_is_reassigned() {
    let world = World::new().await;
    let mut died = work(&world, Platform::Tiktok, "one", "").await;
    let other = work(&world, Platform::Tiktok, "two", "").await;
    treated(&mut died, Outcome::Blocked).await;
    world.clock.advance(Duration::from_mins(5));
    let died = renewed(&world, died).await;
    let mut other = renewed(&world, other).await;
    assert!(reserve_permits(&died, "item_list", 0, 1).await[0] <= MAX);
    // A requeue by another run is not the result of the probe.
    requeue(&mut other, Outcome::Ok, 1).await;
    assert!(reserve_permits(&other, "item_list", 0, 1).await[0] > MAX);
    world.clock.advance(Duration::from_mins(3));
    let mut other = renewed(&world, other).await;
    assert!(
        reserve_permits(&other, "item_list", 0, 1).await[0] <= MAX,
        "it has expired"
    );
    // The first run's result arrives too late to count.
    let mut died = renewed(&world, died).await;
    requeue(&mut died, Outcome::Blocked, 1).await;
    requeue(&mut other, Outcome::Ok, 0).await;
    assert!(
        reserve_permits(&died, "item_list", 0, 1).await[0] > MAX,
        "no request was sent yet"
    );
    requeue(&mut other, Outcome::NotFound, 1).await;
    assert!(reserve_permits(&died, "item_list", 0, 1).await[0] <= MAX);
}

#[tokio::test]
async fn probe_is_not_used_by_a_deferred_permit() {
    let world = World::new().await;
    world.add_sessions(secrets(), &["1:token"]).await;
    let mut run = work(&world, Platform::Instagram, "one", "").await;
    let runs = world.api.runs();
    let taken = runs
        .take_session(run.run, run.token, run.unit(), &[])
        .await
        .unwrap();
    let session = taken.session.unwrap().session_id;
    treated(&mut run, Outcome::Blocked).await;
    world
        .execute("UPDATE rate_limit_buckets SET blocked_until = blocked_until - interval '5 minutes'")
        .await;
    // The session's own permit is more than a minute away; the anonymous client's is not.
    world
        .execute(
            "INSERT INTO rate_limit_buckets (kind, platform, key, full_at, used_at)
             SELECT 'session', 'instagram', id::text, now() + interval '400 years', now() FROM sessions",
        )
        .await;
    assert!(reserve_permits(&run, "home", session, 1).await[0] > MAX);
    assert!(
        reserve_permits(&run, "home", 0, 1).await[0] <= MAX,
        "the probe is still available"
    );
    assert!(reserve_permits(&run, "home", 0, 1).await[0] > MAX);
}

#[tokio::test]
async fn probe_is_not_judged_by_requests_from_another_address() {
    let world = World::new().await;
    world.add_sessions(secrets(), &["1:token"]).await;
    let address = ProxyAddress::parse("http://frankfurt.example:8080").unwrap();
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    proxies::add(
        &mut tx,
        &secrets(),
        world.clock.now(),
        "frankfurt",
        &address,
        None,
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    world
        .execute("UPDATE sessions SET proxy_id = (SELECT id FROM proxies)")
        .await;
    let session = world.one::<i64>("SELECT id FROM sessions").await;
    let mut run = work(&world, Platform::Instagram, "one", "").await;
    treated(&mut run, Outcome::Blocked).await;
    let mut wait = 5;
    // The last request of the second unit is the probe, which fails; that of the session says nothing about it.
    for (outcomes, next) in [
        ([(session, Outcome::Ok), (session, Outcome::Ok)], None),
        ([(session, Outcome::Ok), (0, Outcome::Transient)], Some(10)),
    ] {
        world.clock.advance(Duration::from_mins(wait));
        run = renewed(&world, run).await;
        assert!(reserve_permits(&run, "home", 0, 1).await[0] <= MAX);
        let request_stats = outcomes.map(|(session_id, outcome)| RequestStats {
            endpoint: "home".to_owned(),
            outcome: outcome.into(),
            session_id,
            requests: 1,
            ..RequestStats::default()
        });
        let requeued = RequeueReport {
            unit_id: run.unit(),
            request_stats: request_stats.to_vec(),
        };
        run.send(Body::Requeued(requeued)).await.unwrap();
        let after = reserve_permits(&run, "home", 0, 1).await[0];
        match next {
            None => assert!(
                after > MAX && after < 5 * MINUTE,
                "the probe is still open: {after}"
            ),
            Some(minutes) => assert_eq!(after, minutes * MINUTE),
        }
        wait = 3;
    }
}

/// Extends the leases of idle runs.
async fn heartbeat_all(workers: &[Worker<'_>]) {
    for worker in workers {
        drop(worker.world.api.runs().heartbeat(worker.run, worker.token).await);
    }
}

/// Continues the run after its lease would have expired, with a heartbeat as its scraper would send.
async fn renewed<'w>(world: &World, worker: Worker<'w>) -> Worker<'w> {
    world
        .execute(
            "UPDATE runs SET lease_expires_at = lease_expires_at + interval '2 hours' WHERE ended_at IS NULL",
        )
        .await;
    worker
}

/// Requeues the run's unit after this many requests with this outcome.
async fn requeue(worker: &mut Worker<'_>, outcome: Outcome, requests: u32) {
    let requeued = RequeueReport {
        unit_id: worker.unit(),
        request_stats: vec![RequestStats {
            endpoint: "item_list".to_owned(),
            outcome: outcome.into(),
            requests,
            ..RequestStats::default()
        }],
    };
    worker.send(Body::Requeued(requeued)).await.unwrap();
}

#[tokio::test]
async fn session_at_its_hourly_cap_is_not_leased() {
    let world = World::new().await;
    world.add_sessions(secrets(), &["1:token"]).await;
    let run = work(&world, Platform::Instagram, "one", "").await;
    let runs = world.api.runs();
    let take = async || {
        let taken = runs.take_session(run.run, run.token, run.unit(), &[]).await;
        taken.unwrap().session.map(|session| session.session_id)
    };
    let session = take().await.unwrap();
    while reserve_permits(&run, "feed_user", session, 1).await[0] <= MAX {
        world.clock.advance(Duration::from_secs(15));
        runs.heartbeat(run.run, run.token).await.unwrap();
    }
    assert_eq!(take().await, None);
    for _ in 0..120 {
        world.clock.advance(Duration::from_secs(29));
        runs.heartbeat(run.run, run.token).await.unwrap();
    }
    assert_eq!(take().await, Some(session));
}

#[tokio::test]
async fn reserve_permits_requires_run_lease() {
    let world = World::new().await;
    let run = work(&world, Platform::Tiktok, "one", "").await;
    let runs = world.api.runs();
    let request = ReservePermitsRequest {
        endpoint: "item_list".to_owned(),
        permits: 1,
        ..ReservePermitsRequest::default()
    };
    assert!(matches!(
        runs.reserve_permits(run.run, Uuid::new_v4(), &request).await,
        Err(DbError::LeaseLost)
    ));
    let odd = ReservePermitsRequest {
        endpoint: "item list".to_owned(),
        ..request.clone()
    };
    assert!(matches!(
        runs.reserve_permits(run.run, run.token, &odd).await,
        Err(DbError::Invalid(_))
    ));
    run.complete().await.unwrap();
    assert!(matches!(
        runs.reserve_permits(run.run, run.token, &request).await,
        Err(DbError::RunEnded)
    ));
    let group = world.group("b").await;
    let account = world.track(group, Platform::Tiktok, "b").await;
    let key = UnitKey {
        platform: Platform::Tiktok.into(),
        id: Some(Id::AccountId(account)),
    };
    let id = Uuid::new_v4();
    let trigger = clipmeter_proto::v1::RunTrigger::Schedule;
    runs.open_run(id, Platform::Tiktok, &[key], trigger)
        .await
        .unwrap();
    assert!(matches!(
        runs.fetch_batch(id, None, "a/b").await.map(drop),
        Err(DbError::Invalid(_))
    ));
}

async fn tiktok_runs(world: &World) -> u32 {
    let capacity = world.api.runs().capacity().await.unwrap();
    let mut runs = capacity.runs.iter();
    runs.find(|of| of.platform() == Platform::Tiktok).unwrap().runs
}
