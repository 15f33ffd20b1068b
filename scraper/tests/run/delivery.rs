//! Reports are stored once and in order, despite broken connections and restarts of the API.

use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_scraper::error::{EXIT_FAILED, EXIT_MISCONFIGURED, ScraperError};
use tonic::Status;

use super::fake_platform::{REQUESTED_NAME, StubResponse};
use super::instagram::{PROFILE, profile};
use super::setup::{Setup, TOKEN, account};
use super::tiktok::{LIST, SEC_UID, user_page};

/// Timeout for something that happens immediately unless it is broken.
const SOON: Duration = Duration::from_mins(2);

async fn setup(units: i64) -> Setup {
    let units = (1..=units).map(|id| account(id, &format!("user{id}"))).collect();
    Setup::new(Platform::Instagram, units).await
}

/// Waits for a condition that other tasks bring about.
async fn until(what: &str, condition: impl Fn() -> bool) {
    let waiting = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(SOON, waiting)
        .await
        .unwrap_or_else(|_| panic!("{what} did not happen"));
}

#[tokio::test]
async fn run_reports_every_unit_and_completes() {
    let setup = setup(20).await;
    let done = setup.run().await.unwrap().unwrap();
    assert_eq!((done.items_new, done.items_updated), (1, 2));
    let recorded = setup.recorded();
    let ids: Vec<i64> = recorded.units().iter().map(|unit| unit.unit_id).collect();
    assert_eq!(ids, (1..=20).collect::<Vec<_>>());
    assert_eq!(
        recorded.stored.keys().copied().collect::<Vec<_>>(),
        (1..=20).collect::<Vec<_>>()
    );
    assert_eq!(recorded.completed, 1);
    assert_eq!(
        recorded.authorizations.iter().collect::<Vec<_>>(),
        [&format!("Bearer {TOKEN}")]
    );
    assert!(
        recorded
            .units()
            .iter()
            .all(|unit| unit.requests > 0 && unit.bytes > 0)
    );
}

#[tokio::test]
async fn report_lost_in_stream_is_resent_with_same_sequence() {
    let setup = setup(12).await;
    setup.recorded().break_streams = vec![3, 1, 5];
    setup.run().await.unwrap().unwrap();
    let recorded = setup.recorded();
    assert_eq!(
        recorded.stored.keys().copied().collect::<Vec<_>>(),
        (1..=12).collect::<Vec<_>>()
    );
    assert!(
        recorded.arrived.len() > recorded.stored.len(),
        "something was sent twice"
    );
    for message in &recorded.arrived {
        assert_eq!(
            message.body, recorded.stored[&message.sequence].body,
            "a number keeps its message"
        );
    }
}

#[tokio::test]
async fn run_waits_for_killed_api_and_delivers_everything() {
    let mut setup = setup(8).await;
    // The last unit never gets a response, so the run is still in progress when the API is killed. The others need no session, which
    // only the API can lease.
    setup
        .platform
        .on_marked(PROFILE, "user8", [StubResponse::hang()])
        .on(PROFILE, [profile("42", REQUESTED_NAME, 0, &[])]);
    let run = {
        let (config, dependencies) = (setup.config.clone(), setup.dependencies.clone());
        tokio::spawn(async move { clipmeter_scraper::run::work(&config, &dependencies).await })
    };
    let recorded = setup.api.recorded.clone();
    until("the first report", || !recorded.lock().unwrap().stored.is_empty()).await;
    setup.api.kill();
    let platform = setup.platform.clone();
    until("the last unit", || {
        platform
            .received()
            .iter()
            .any(|request| request.target.contains("user8"))
    })
    .await;
    // The first heartbeat after the restart returns this; it stops the scraper, which still waits for the last unit.
    setup.recorded().cancelled = true;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!run.is_finished(), "the run waits for the API");
    setup.api.restart();
    tokio::time::timeout(SOON, run)
        .await
        .unwrap()
        .unwrap()
        .unwrap()
        .unwrap();
    let recorded = setup.recorded();
    let count = u64::try_from(recorded.stored.len()).unwrap();
    assert!(
        recorded.stored.keys().copied().eq(1..=count),
        "no number is missing"
    );
    let ids: Vec<i64> = recorded.units().iter().map(|unit| unit.unit_id).collect();
    assert_eq!(ids, (1..=7).collect::<Vec<_>>());
    assert_eq!(recorded.completed, 1);
}

#[tokio::test]
async fn refused_lease_is_retried_unless_final() {
    for (name, refusals, result, leases, requests) in [
        (
            "the token of another run",
            vec![Status::permission_denied("not your run")],
            Err(EXIT_MISCONFIGURED),
            1,
            0,
        ),
        // During an upgrade of the API, a replica of the previous version may receive the call.
        (
            "a token that is not yet accepted",
            vec![Status::unauthenticated("unknown"); 2],
            Ok(true),
            3,
            1,
        ),
        (
            "a lease that another scraper holds",
            vec![Status::unavailable("held"); 2],
            Ok(true),
            3,
            1,
        ),
        (
            "a run that has ended",
            vec![Status::failed_precondition("ended")],
            Ok(false),
            1,
            0,
        ),
    ] {
        let setup = setup(1).await;
        setup.recorded().refuse_lease = refusals;
        let done = setup.run().await;
        let done = done
            .map(|completed| completed.is_some())
            .map_err(|error| error.exit_status());
        assert_eq!(done, result, "{name}");
        assert_eq!(setup.recorded().leases, leases, "{name}");
        assert_eq!(setup.platform.received().len().min(1), requests, "{name}");
    }
}

#[tokio::test]
async fn run_stops_when_fenced() {
    let setup = setup(40).await;
    setup.recorded().refuse_reports = Some(Status::failed_precondition("taken over"));
    let error = setup.run().await.unwrap_err();
    assert!(matches!(error, ScraperError::Fenced(_)), "{error}");
    assert_eq!(error.exit_status(), EXIT_FAILED);
    assert_eq!(setup.recorded().completed, 0);
    assert!(
        setup.platform.received_at("/api/v1/users/").len() < 40,
        "it does not go on to the last unit"
    );
}

#[tokio::test]
async fn run_when_canceled_leaves_unfinished_units_without_result() {
    let setup = setup(5).await;
    setup
        .platform
        .on_marked("/api/v1/users/web_profile_info/", "user3", [StubResponse::hang()]);
    setup.recorded().cancelled = true;
    tokio::time::timeout(SOON, setup.run())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    let recorded = setup.recorded();
    assert!(recorded.heartbeats > 0);
    assert!(recorded.units().len() <= 2, "units 3 to 5 have no outcome");
    assert_eq!(recorded.completed, 1);
}

#[tokio::test]
async fn stop_signal_keeps_finished_units() {
    let setup = setup(5).await;
    setup
        .platform
        .on_marked("/api/v1/users/web_profile_info/", "user3", [StubResponse::hang()]);
    let (recorded, stop) = (setup.api.recorded.clone(), setup.dependencies.stop.clone());
    let stopper = async move {
        until("two reports", || recorded.lock().unwrap().stored.len() == 2).await;
        stop.cancel();
    };
    let (done, ()) = tokio::join!(setup.run(), stopper);
    assert!(matches!(done, Err(ScraperError::Interrupted)), "{done:?}");
    assert_eq!(setup.recorded().units().len(), 2);
    assert_eq!(
        setup.recorded().completed,
        0,
        "another scraper goes on with the run"
    );
}

#[tokio::test]
async fn stop_signal_requeues_unit_with_its_request_statistics() {
    let setup = Setup::new(Platform::Tiktok, vec![account(1, "someone")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 30)])
        .on(LIST, [StubResponse::hang()]);
    let stopper = async {
        until("the list", || !setup.platform.received_at(LIST).is_empty()).await;
        setup.dependencies.stop.cancel();
    };
    let (done, ()) = tokio::join!(setup.run(), stopper);
    assert!(matches!(done, Err(ScraperError::Interrupted)), "{done:?}");
    let requeued = setup.recorded().requeued().remove(0);
    let responded: Vec<_> = requeued
        .request_stats
        .iter()
        .map(|stats| (stats.endpoint.as_str(), stats.requests))
        .collect();
    assert_eq!(responded, [("user_page", 1)], "the list has no response yet");
}

#[tokio::test]
async fn run_ends_before_its_deadline_and_leaves_the_rest_open() {
    let mut setup = Setup::new(Platform::Tiktok, vec![account(1, "someone")]).await;
    // The first requests are complete within half of it, also on a busy machine.
    setup.config.args.deadline_seconds = Some(16);
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 30)])
        .on(LIST, [StubResponse::hang()]);
    let done = setup.run().await;
    assert!(matches!(done, Ok(None)), "{done:?}");
    let recorded = setup.recorded();
    assert_eq!((recorded.completed, recorded.units().len()), (0, 0));
    let requeued = recorded.requeued();
    assert_eq!(requeued.iter().map(|unit| unit.unit_id).collect::<Vec<_>>(), [1]);
}
