//! Tests of locked-out sessions, and of the history that is cleared when an administrator re-enables one.

use std::time::Duration;

use clipmeter_db::sessions::{self, StateChange};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{Worker, World, secrets};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EndpointReport, Outcome, Platform};
use clipmeter_runtime::Clock as _;

use super::states::change;
use super::{lease_run, report_session, take, work};

fn retired(session_id: i64, endpoint: &str) -> Body {
    Body::Endpoint(EndpointReport {
        session_id,
        endpoint: endpoint.to_owned(),
        outcome: Outcome::EndpointRetired.into(),
        ..EndpointReport::default()
    })
}

/// Creates a run whose only session is redirected by every endpoint for profiles, one hour apart.
async fn lock_out<'w>(world: &'w World, accounts: &[i64]) -> Worker<'w> {
    let mut run = work(world, Platform::Instagram, accounts).await;
    for endpoint in ["web_profile_info", "profile_page", "feed_by_name"] {
        let session = take(&run, 0, &[]).await.unwrap().session_id;
        run.send(retired(session, endpoint)).await.unwrap();
        world.clock.advance(Duration::from_hours(1));
        run = lease_run(world, run.run, None).await.unwrap();
    }
    assert_eq!(take(&run, 0, &[]).await, None);
    assert_eq!(world.api.runs().capacity().await.unwrap().usable_sessions, 0);
    run
}

#[tokio::test]
async fn locked_out_session_is_leased_once_an_endpoint_reopens() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let run = lock_out(&world, &accounts).await;
    // The first was closed three hours ago.
    world.clock.advance(Duration::from_mins(21 * 60 + 1));
    let run = lease_run(&world, run.run, None).await.unwrap();
    let session = take(&run, 0, &[]).await.unwrap();
    let cooldowns: Vec<&str> = session
        .cooldowns
        .iter()
        .map(|cooldown| cooldown.endpoint.as_str())
        .collect();
    assert_eq!(
        cooldowns,
        ["feed_by_name", "profile_page"],
        "they are locked out for a day too"
    );
}

/// Re-enables the only session, or adds it again.
async fn see_to_it(world: &World, is_re_added: bool) {
    if is_re_added {
        world.add_sessions(secrets(), &["0:token"]).await;
    } else {
        let session = world.one::<i64>("SELECT id FROM sessions").await;
        assert_eq!(change(world, session, false).await, StateChange::Done);
    }
}

#[tokio::test]
async fn locked_out_session_is_retried_after_admin_intervention() {
    for (disables_it_first, is_re_added) in [(false, false), (false, true), (true, false), (true, true)] {
        let (world, accounts) = World::with_pool(1, 1).await;
        let run = lock_out(&world, &accounts).await;
        if disables_it_first {
            let session = world.one::<i64>("SELECT id FROM sessions").await;
            assert_eq!(change(&world, session, true).await, StateChange::Done);
        }
        see_to_it(&world, is_re_added).await;
        let session = take(&run, 0, &[]).await.unwrap();
        assert!(session.cooldowns.is_empty(), "{:?}", session.cooldowns);
    }
}

#[tokio::test]
async fn reenabled_session_loses_endpoint_cooldowns_but_keeps_its_own() {
    for is_re_added in [false, true] {
        let (world, accounts) = World::with_pool(1, 1).await;
        let mut run = work(&world, Platform::Instagram, &accounts).await;
        let session = take(&run, 0, &[]).await.unwrap().session_id;
        run.send(retired(session, "profile_page")).await.unwrap();
        report_session(&mut run, session, Outcome::RateLimited).await;
        assert_eq!(change(&world, session, true).await, StateChange::Done);
        see_to_it(&world, is_re_added).await;
        assert_eq!(take(&run, 0, &[]).await, None, "its cooldown continues");
        world.clock.advance(Duration::from_mins(3));
        let run = lease_run(&world, run.run, None).await.unwrap();
        let session = take(&run, 0, &[]).await.unwrap();
        assert!(session.cooldowns.is_empty(), "{:?}", session.cooldowns);
    }
}

#[tokio::test]
async fn reenabling_session_does_not_deadlock_with_waiting_report() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = lock_out(&world, &accounts).await;
    let session = world.one::<i64>("SELECT id FROM sessions").await;
    let mut admin = world.begin(Scope::Admin, Access::Write).await;
    sqlx::query("SELECT FROM sessions FOR UPDATE")
        .execute(&mut *admin)
        .await
        .unwrap();
    let reenable = async {
        world.until_waiting(1).await;
        // The cleared history belongs to no session, or one of the two transactions would conflict.
        world
            .execute("SELECT FROM endpoint_cooldowns FOR UPDATE NOWAIT")
            .await;
        let reenabled = sessions::reenable(&mut admin, world.clock.now(), session).await;
        assert_eq!(reenabled.unwrap(), StateChange::Done);
        admin.commit().await.unwrap();
    };
    let late = run.send(retired(session, "profile_page"));
    futures::future::join(late, reenable).await.0.unwrap();
    let session = take(&run, 0, &[]).await.unwrap();
    let cooldowns = session
        .cooldowns
        .iter()
        .map(|cooldown| cooldown.endpoint.as_str());
    assert_eq!(
        cooldowns.collect::<Vec<_>>(),
        ["profile_page"],
        "it was reported after the session was re-enabled"
    );
}
