//! Tests of clock changes: leases, cooldowns, limits and schedules continue unchanged.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_api::{Api, ApiConfig, ClockSync};
use clipmeter_db::DbError;
use clipmeter_fixtures::database::{Worker, World, secrets, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    AddressReport, EndpointReport, Outcome, Platform, ReservePermitsRequest, TrackedUnit,
};
use clipmeter_runtime::{Clock, ManualClock};
use clipmeter_scheduler::{Unit, next_due};
use sqlx::Row as _;

use super::{lease_run, report_session, take, work};

const SHIFTS: [TimeDelta; 6] = [
    TimeDelta::days(-1),
    TimeDelta::days(1),
    TimeDelta::minutes(-7),
    TimeDelta::minutes(7),
    TimeDelta::days(-400),
    TimeDelta::days(40),
];

/// Numbers of sessions and of accounts that are read once an hour.
const SESSIONS: usize = 4;
const ACCOUNTS: usize = 30;
const HOUR: i64 = 3_600;

/// Returns the stored times as seconds from now, and by how much each may differ afterwards.
const SUBJECTS: [(&str, &str, i64); 14] = [
    (
        "lease",
        "SELECT lease_expires_at FROM runs WHERE ended_at IS NULL",
        1,
    ),
    (
        "age of a run",
        "SELECT opened_at FROM runs WHERE ended_at IS NULL",
        1,
    ),
    (
        "cooldown of a session",
        "SELECT cooling_until FROM sessions WHERE state = 'cooling'",
        1,
    ),
    (
        "limits of a session",
        "SELECT limited_at[1] FROM sessions WHERE state = 'cooling'",
        1,
    ),
    (
        "order of sessions",
        "SELECT last_leased_at FROM sessions WHERE last_leased_at IS NOT NULL ORDER BY id DESC LIMIT 1",
        1,
    ),
    (
        "cooldown of an address",
        "SELECT blocked_until FROM rate_limit_buckets WHERE blocked_until IS NOT NULL",
        1,
    ),
    (
        "next permit of a session",
        "SELECT ready_at FROM rate_limit_buckets WHERE kind = 'session'",
        1,
    ),
    (
        "reserved permits",
        "SELECT reserved[1] FROM rate_limit_buckets WHERE kind = 'session'",
        1,
    ),
    // Slots are five minutes long.
    (
        "hour of a session",
        "SELECT hits_from FROM rate_limit_buckets WHERE kind = 'session'",
        300,
    ),
    (
        "cooldown of an endpoint",
        "SELECT until FROM endpoint_cooldowns",
        1,
    ),
    ("endpoint that worked", "SELECT since FROM working_endpoints", 1),
    (
        "attempt of an account",
        "SELECT max(last_attempt_at) FROM platform_accounts",
        1,
    ),
    (
        "reading of older posts",
        "SELECT max(week_read_at) FROM platform_accounts",
        1,
    ),
    (
        "full crawl",
        "SELECT max(last_full_crawl_at) FROM platform_accounts",
        1,
    ),
];

/// Creates an active installation: accounts that were read within the last hour, a session on cooldown, and an open run.
async fn busy() -> (World, Vec<i64>) {
    let (world, accounts) = World::with_pool(SESSIONS, ACCOUNTS).await;
    for account in &accounts[2..] {
        world
            .scrape(Platform::Instagram, *account, vec![seen("1", 10, 1)])
            .await;
        world.clock.advance(Duration::from_mins(2));
    }
    (world, accounts)
}

/// Reports refusals of a session, an address and an endpoint, in a run that stays open.
async fn refused<'w>(world: &'w World, accounts: &[i64]) -> Worker<'w> {
    let mut run = work(world, Platform::Instagram, &accounts[..2]).await;
    let limited = take(&run, 0, &[]).await.unwrap().session_id;
    report_session(&mut run, limited, Outcome::RateLimited).await;
    let session = take(&run, 1, &[]).await.unwrap().session_id;
    for _ in 0..4 {
        let permits = ReservePermitsRequest {
            endpoint: "web_profile_info".to_owned(),
            session_id: session,
            permits: 4,
            ..ReservePermitsRequest::default()
        };
        world
            .api
            .runs()
            .reserve_permits(run.run, run.token, &permits)
            .await
            .unwrap();
        world.clock.advance(Duration::from_secs(20));
    }
    world.api.runs().heartbeat(run.run, run.token).await.unwrap();
    for (endpoint, outcome) in [
        ("clips_user", Outcome::EndpointRetired),
        ("feed_user", Outcome::Ok),
    ] {
        let report = EndpointReport {
            session_id: session,
            endpoint: endpoint.to_owned(),
            need: "posts".to_owned(),
            outcome: outcome.into(),
            ..EndpointReport::default()
        };
        run.send(Body::Endpoint(report)).await.unwrap();
    }
    let captcha = AddressReport {
        outcome: Outcome::Captcha.into(),
        ..AddressReport::default()
    };
    run.send(Body::Address(captcha)).await.unwrap();
    run
}

/// Seconds from now to each subject.
async fn distances(world: &World, now: DateTime<Utc>) -> Vec<i64> {
    let mut distances = Vec::new();
    for (subject, query, _) in SUBJECTS {
        let row = sqlx::query(query).fetch_optional(&world.owner).await.unwrap();
        let time: Option<DateTime<Utc>> = row.and_then(|row| row.get(0));
        assert!(time.is_some(), "{subject} is missing");
        distances.push((time.unwrap() - now).num_seconds());
    }
    distances
}

fn assert_same(before: &[i64], after: &[i64], shift: TimeDelta) {
    for ((subject, _, most), (before, after)) in SUBJECTS.iter().zip(before.iter().zip(after)) {
        assert!(
            (before - after).abs() <= *most,
            "{subject}, clock set by {shift}: {before} s from now before, {after} s after"
        );
    }
}

async fn restarted(world: &World) -> Api {
    let clock = Arc::clone(&world.clock) as Arc<dyn Clock>;
    Api::connect(ApiConfig::new(world.database.options.clone(), secrets(), clock))
        .await
        .unwrap()
}

/// Returns the seconds from now until each unit is due; negative if it is overdue.
async fn schedule(api: &Api) -> Vec<i64> {
    let now = api.clock().now().timestamp();
    let units = api.runs().list_units().await.unwrap();
    let due = |unit: &TrackedUnit| {
        let unit: Unit = unit.try_into().unwrap();
        next_due(&unit, now).saturating_sub(now)
    };
    units.iter().map(due).collect()
}

#[tokio::test]
async fn clock_step_preserves_time_remaining_of_stored_deadlines() {
    let (world, accounts) = busy().await;
    let run = refused(&world, &accounts).await;
    let time = world.api.clock();
    for shift in SHIFTS {
        let before = distances(&world, time.now()).await;
        let overdue = schedule(&world.api).await.iter().filter(|due| **due <= 0).count();
        world.clock.set(shift);
        assert_same(&before, &distances(&world, time.now()).await, shift);
        let sync = world.api.sync_clock_once().await.unwrap();
        assert_eq!(sync, ClockSync::Followed(shift));
        assert_eq!(time.now(), world.clock.now());
        assert_same(&before, &distances(&world, time.now()).await, shift);

        let due = schedule(&world.api).await;
        // Ticks move by the remainder of the step and the interval.
        let due_now = due.iter().filter(|due| **due <= 0).count();
        assert!(
            due_now <= overdue + ACCOUNTS / 4,
            "set by {shift}, everything at once: {due:?}"
        );
        let hole = *due.iter().max().unwrap();
        assert!(hole <= HOUR * 5 / 4, "set by {shift}: nothing for {hole} s");
        // No other scraper gets the run, and its holder continues.
        let stolen = lease_run(&world, run.run, None).await.map(drop);
        assert!(
            matches!(stolen, Err(DbError::LeaseHeld)),
            "set by {shift}: {stolen:?}"
        );
        assert!(!world.api.runs().heartbeat(run.run, run.token).await.unwrap());
        assert_eq!(world.api.sync_clock_once().await.unwrap(), ClockSync::Unchanged);
        // A second of the schedule may pass with the clock.
        world.clock.advance(Duration::from_secs(1));
    }
    // A lost scraper blocks its run for one lease.
    world.clock.advance(Duration::from_secs(30));
    lease_run(&world, run.run, None).await.unwrap();
}

#[tokio::test]
async fn clock_step_between_starts_costs_at_most_one_interval() {
    for shift in [TimeDelta::days(-1), TimeDelta::minutes(-7), TimeDelta::days(-400)] {
        let (world, accounts) = busy().await;
        let run = refused(&world, &accounts).await;
        let before = distances(&world, world.clock.now()).await;
        let overdue = schedule(&world.api).await.iter().filter(|due| **due <= 0).count();
        world.clock.set(shift);
        let api = restarted(&world).await;
        let after = distances(&world, world.clock.now()).await;
        for ((subject, _, _), (before, after)) in SUBJECTS.iter().zip(before.iter().zip(&after)) {
            // The time without events before the clock was changed.
            let later = after - before;
            assert!(
                (-300..=300).contains(&later),
                "{subject}, clock set by {shift}: {before} s from now before, {after} s after"
            );
        }
        let due = schedule(&api).await;
        let due_now = due.iter().filter(|due| **due <= 0).count();
        assert!(
            due_now <= overdue + ACCOUNTS / 4,
            "set by {shift}, everything at once: {due:?}"
        );
        assert!(
            *due.iter().max().unwrap() <= HOUR * 5 / 4,
            "set by {shift}: {due:?}"
        );
        assert!(!api.runs().heartbeat(run.run, run.token).await.unwrap());
        // Times are moved only once.
        restarted(&world).await;
        assert_same(
            &after,
            &distances(&world, world.clock.now()).await,
            TimeDelta::zero(),
        );
    }
}

#[tokio::test]
async fn counts_keep_updating_after_clock_set_back() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let views = "SELECT views FROM posts WHERE external_id = '1'";
    world
        .scrape(Platform::Instagram, accounts[0], vec![seen("1", 10, 1)])
        .await;
    world.clock.set(TimeDelta::days(-1));
    world.api.sync_clock_once().await.unwrap();
    world.clock.advance(Duration::from_hours(1));
    world
        .scrape(Platform::Instagram, accounts[0], vec![seen("1", 20, 2)])
        .await;
    assert_eq!(world.one::<i64>(views).await, 20);
}

#[tokio::test]
async fn sessions_rotate_after_clock_set_back() {
    let (world, accounts) = World::with_pool(SESSIONS, 2 * SESSIONS).await;
    let run = work(&world, Platform::Instagram, &accounts).await;
    let mut leased = Vec::new();
    for unit in 0..2 * SESSIONS {
        if unit == SESSIONS {
            world.clock.set(TimeDelta::days(-1));
            world.api.sync_clock_once().await.unwrap();
        }
        leased.push(take(&run, unit, &[]).await.unwrap().session_id);
    }
    let (before, after) = leased.split_at(SESSIONS);
    assert_eq!(before, after, "the lease order is unchanged");
}

#[tokio::test]
async fn clock_that_diverges_from_shared_database_is_not_followed() {
    let (world, accounts) = busy().await;
    let clock = Arc::new(ManualClock::new(Utc::now()));
    let connect = async || {
        let mut config = ApiConfig::new(
            world.database.options.clone(),
            secrets(),
            Arc::clone(&clock) as Arc<dyn Clock>,
        );
        config.shares_database = true;
        Api::connect(config).await.unwrap()
    };
    let is_of_now = |api: &Api| (api.clock().now() - Utc::now()).abs() < TimeDelta::minutes(5);
    let attempts = "SELECT max(last_attempt_at)::text FROM platform_accounts";
    let before: String = world.one(attempts).await;
    let api = connect().await;
    for shift in [TimeDelta::days(1), TimeDelta::days(-2)] {
        clock.set(shift);
        assert!(
            matches!(api.sync_clock_once().await.unwrap(), ClockSync::Diverged(_)),
            "{shift}"
        );
        assert!(is_of_now(&api), "{shift}");
        // A program that starts afterwards does not move them either.
        let other = connect().await;
        assert!(is_of_now(&other), "{shift}");
        assert!(
            matches!(other.sync_clock_once().await.unwrap(), ClockSync::Diverged(_)),
            "{shift}"
        );
        assert_eq!(world.one::<String>(attempts).await, before, "{shift}");
    }
    clock.set(TimeDelta::days(1));
    assert_eq!(api.sync_clock_once().await.unwrap(), ClockSync::Unchanged);
    assert_eq!(accounts.len(), ACCOUNTS);
}

/// Columns that move with the clock, because durations are measured from them.
const MOVED: [&str; 33] = [
    "discoveries.done_at",
    "platform_accounts.doubted_at",
    "platform_accounts.gap_checked_at",
    "platform_accounts.last_attempt_at",
    "platform_accounts.last_full_crawl_at",
    "platform_accounts.last_success_at",
    "platform_accounts.month_read_at",
    "platform_accounts.week_read_at",
    "endpoint_cooldowns.until",
    "runs.lease_expires_at",
    "runs.opened_at",
    "runs.taken_at",
    "session_breakers.last_end_at",
    "session_breakers.open_until",
    "session_breakers.opened_at",
    "sessions.cooling_until",
    "sessions.refused_at",
    "sessions.last_leased_at",
    "sessions.slow_until",
    "sessions.limited_at",
    "suspected_removals.missing_since",
    "tombstones.purge_at",
    "tracked_videos.last_attempt_at",
    "tracked_videos.last_success_at",
    "rate_limit_buckets.reserved",
    "rate_limit_buckets.blocked_until",
    "rate_limit_buckets.counted_at",
    "rate_limit_buckets.full_at",
    "rate_limit_buckets.hits_from",
    "rate_limit_buckets.probe_until",
    "rate_limit_buckets.ready_at",
    "rate_limit_buckets.used_at",
    "working_endpoints.since",
];

/// Columns that are capped at now after the clock was set back, because older observations are ignored.
const NEVER_TO_COME: [&str; 6] = [
    "account_pictures.checked_at",
    "post_pictures.checked_at",
    "platform_config_revisions.made_at",
    "posts.unavailable_since",
    "posts.updated_at",
    "sessions.state_since",
];

/// Columns that record when something happened, and do not change.
const HISTORY: &str = "boosted_posts.boosted_at audit_log.at clock_steps.at ended_sign_ins.expires_at erasures.at erased_handles.at captured_responses.at groups.created_at
    platform_accounts.handle_conflict_at platform_accounts.created_at platform_accounts.first_success_at platform_accounts.quiet_since
    posts.first_seen_at posts.posted_at posts.sort_at pictures.created_at proxies.created_at saved_views.created_at share_links.created_at share_links.expires_at share_links.last_used_at run_units.ended_at runs.ended_at scraper_pools.created_at session_accounts.since
    scope_keys.used_at session_hours.hour sessions.created_at sessions.last_error_at settings.created_at tombstones.deleted_at tracked_accounts.created_at
    tracked_videos.created_at traffic_hours.hour users.created_at users.last_login crawl_checkpoints.saved_at _sqlx_migrations.installed_on";

#[tokio::test]
async fn clock_step_handling_is_declared_for_every_timestamp_column() {
    let world = World::new().await;
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT table_name || '.' || column_name FROM information_schema.columns
         WHERE table_schema = 'public' AND udt_name IN ('timestamptz', '_timestamptz') AND table_name NOT LIKE 'post_metrics%'
           AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')",
    )
    .fetch_all(&world.owner)
    .await
    .unwrap();
    let said = |column: &str| {
        MOVED.contains(&column)
            || NEVER_TO_COME.contains(&column)
            || HISTORY.split_whitespace().any(|said| said == column)
    };
    let unsaid: Vec<_> = columns.iter().filter(|column| !said(column)).collect();
    assert!(
        unsaid.is_empty(),
        "list here how a clock change affects {unsaid:?}, and implement it in crates/db/src/clock_steps.rs"
    );
    for column in MOVED.iter().chain(&NEVER_TO_COME) {
        assert!(
            columns.iter().any(|known| known == column),
            "{column} no longer exists"
        );
    }
}
