//! What the API is told arrives once, in order, whatever happens on the way.

use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_scraper::error::{EXIT_FAILED, EXIT_MISCONFIGURED, ScraperError};
use tonic::Status;

use super::setup::{Setup, TOKEN, account};
use super::standin::Reply;
use super::tiktok::{LIST, SEC_UID, user_page};

/// How long a test waits for something that happens at once unless it is broken.
const SOON: Duration = Duration::from_secs(30);

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
async fn every_unit_is_reported_and_the_run_is_completed() {
    let setup = setup(20).await;
    let done = setup.run().await.unwrap().unwrap();
    assert_eq!((done.items_new, done.items_updated), (1, 2));
    let told = setup.told();
    let ids: Vec<i64> = told.units().iter().map(|unit| unit.unit_id).collect();
    assert_eq!(ids, (1..=20).collect::<Vec<_>>());
    assert_eq!(
        told.stored.keys().copied().collect::<Vec<_>>(),
        (1..=20).collect::<Vec<_>>()
    );
    assert_eq!(told.completed, 1);
    assert_eq!(
        told.authorizations.iter().collect::<Vec<_>>(),
        [&format!("Bearer {TOKEN}")]
    );
    assert!(
        told.units()
            .iter()
            .all(|unit| unit.requests > 0 && unit.bytes > 0)
    );
}

#[tokio::test]
async fn what_a_broken_stream_lost_is_sent_again_under_the_same_number() {
    let setup = setup(12).await;
    setup.told().break_streams = vec![3, 1, 5];
    setup.run().await.unwrap().unwrap();
    let told = setup.told();
    assert_eq!(
        told.stored.keys().copied().collect::<Vec<_>>(),
        (1..=12).collect::<Vec<_>>()
    );
    assert!(told.arrived.len() > told.stored.len(), "something was sent twice");
    for message in &told.arrived {
        assert_eq!(
            message.body, told.stored[&message.sequence].body,
            "a number keeps its message"
        );
    }
}

#[tokio::test]
async fn a_killed_api_is_waited_for_and_gets_everything() {
    let mut setup = setup(8).await;
    // The last unit's page does not come, so that the run is certainly under way when the API dies.
    setup
        .platform
        .on_marked("/api/v1/users/web_profile_info/", "user8", [Reply::hang()]);
    let run = {
        let (config, surroundings) = (setup.config.clone(), setup.surroundings.clone());
        tokio::spawn(async move { clipmeter_scraper::run::work(&config, &surroundings).await })
    };
    let told = setup.api.told.clone();
    until("the first report", || !told.lock().unwrap().stored.is_empty()).await;
    setup.api.kill();
    let asked = setup.platform.clone();
    until("the last unit", || {
        asked.asked().iter().any(|asked| asked.target.contains("user8"))
    })
    .await;
    // It learns this from the first heartbeat that is answered again.
    setup.told().cancelled = true;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!run.is_finished(), "the run waits for the API");
    setup.api.restart();
    tokio::time::timeout(SOON, run)
        .await
        .unwrap()
        .unwrap()
        .unwrap()
        .unwrap();
    let told = setup.told();
    assert_eq!(
        told.stored.keys().copied().collect::<Vec<_>>(),
        (1..=7).collect::<Vec<_>>()
    );
    assert_eq!(told.completed, 1);
}

#[tokio::test]
async fn a_token_of_another_run_ends_the_program_for_good_before_any_request() {
    let setup = setup(1).await;
    setup.told().refuse_lease = vec![Status::permission_denied("not your run")];
    let error = setup.run().await.unwrap_err();
    assert_eq!(error.exit_status(), EXIT_MISCONFIGURED, "{error}");
    assert_eq!(setup.platform.asked().len(), 0);
}

/// While an upgrade replaces the API, a replica of the version before may be asked.
#[tokio::test]
async fn a_token_that_is_not_accepted_yet_is_tried_again() {
    let setup = setup(1).await;
    setup.told().refuse_lease = vec![
        Status::unauthenticated("unknown"),
        Status::unauthenticated("unknown"),
    ];
    setup.run().await.unwrap().unwrap();
    assert_eq!(setup.told().leases, 3);
}

#[tokio::test]
async fn a_lease_that_another_scraper_holds_is_waited_for() {
    let setup = setup(1).await;
    setup.told().refuse_lease = vec![Status::unavailable("held"), Status::unavailable("held")];
    setup.run().await.unwrap().unwrap();
    assert_eq!(setup.told().leases, 3);
}

#[tokio::test]
async fn a_run_that_has_ended_is_nothing_to_fail_about() {
    let setup = setup(1).await;
    setup.told().refuse_lease = vec![Status::failed_precondition("ended")];
    assert_eq!(setup.run().await.unwrap(), None);
}

#[tokio::test]
async fn a_scraper_that_is_fenced_off_stops() {
    let setup = setup(40).await;
    setup.told().refuse_reports = Some(Status::failed_precondition("taken over"));
    let error = setup.run().await.unwrap_err();
    assert!(matches!(error, ScraperError::Fenced(_)), "{error}");
    assert_eq!(error.exit_status(), EXIT_FAILED);
    assert_eq!(setup.told().completed, 0);
    assert!(
        setup.platform.asked_for("/api/v1/users/").len() < 40,
        "it does not go on to the last unit"
    );
}

#[tokio::test]
async fn a_cancelled_run_returns_what_it_has_not_done() {
    let setup = setup(5).await;
    setup
        .platform
        .on_marked("/api/v1/users/web_profile_info/", "user3", [Reply::hang()]);
    setup.told().cancelled = true;
    tokio::time::timeout(SOON, setup.run())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    let told = setup.told();
    assert!(told.heartbeats > 0);
    assert!(told.units().len() <= 2, "units 3 to 5 have no outcome");
    assert_eq!(told.completed, 1);
}

#[tokio::test]
async fn a_signal_to_stop_keeps_what_is_done() {
    let setup = setup(5).await;
    setup
        .platform
        .on_marked("/api/v1/users/web_profile_info/", "user3", [Reply::hang()]);
    let (told, stop) = (setup.api.told.clone(), setup.surroundings.stop.clone());
    let stopper = async move {
        until("two reports", || told.lock().unwrap().stored.len() == 2).await;
        stop.cancel();
    };
    let (done, ()) = tokio::join!(setup.run(), stopper);
    assert!(matches!(done, Err(ScraperError::Interrupted)), "{done:?}");
    assert_eq!(setup.told().units().len(), 2);
    assert_eq!(setup.told().completed, 0, "another scraper goes on with the run");
}

#[tokio::test]
async fn a_signal_to_stop_tells_what_the_unit_cost_that_is_given_back() {
    let setup = Setup::new(Platform::Tiktok, vec![account(1, "someone")]).await;
    setup.told().batch.takes_returns = true;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 30)])
        .on(LIST, [Reply::hang()]);
    let stopper = async {
        until("the list", || !setup.platform.asked_for(LIST).is_empty()).await;
        setup.surroundings.stop.cancel();
    };
    let (done, ()) = tokio::join!(setup.run(), stopper);
    assert!(matches!(done, Err(ScraperError::Interrupted)), "{done:?}");
    let returned = setup.told().returned().remove(0);
    let answered: Vec<_> = returned
        .tallies
        .iter()
        .map(|tally| (tally.endpoint.as_str(), tally.requests))
        .collect();
    assert_eq!(answered, [("user_page", 1)], "the list has no answer yet");
}
