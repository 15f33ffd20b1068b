//! Tests of the sessions of runs.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_db::sessions::{self, SessionFilter};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{Worker, World, secrets};
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_runtime::Clock as _;

use super::{open, pool};

/// Moves a session to a set.
async fn assign(world: &World, session: i64, set: Option<&str>) {
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    assert!(sessions::assign_set(&mut tx, session, set).await.unwrap());
    tx.commit().await.unwrap();
}

/// Leases a run of a pool for an account.
async fn work<'w>(world: &'w World, pool: Option<&str>, account: i64) -> Worker<'w> {
    world.clock.advance(Duration::from_secs(1));
    let (run, units) = open(world, pool, Platform::Instagram, &[Id::AccountId(account)]).await;
    assert_eq!(units, 1);
    world.take(run).await.unwrap()
}

/// Takes a session, and ends the run.
async fn leased(worker: Worker<'_>) -> Option<i64> {
    let session = worker.take_session().await;
    worker.complete().await.unwrap();
    session.map(|session| session.session_id)
}

/// Creates two sessions, of which only the second is in the set of the pool `eu`, and an account of each.
async fn two_sets() -> (World, [i64; 2], [i64; 2]) {
    let (world, accounts) = World::with_pool(2, 11).await;
    pool(&world, "eu", &[]).await;
    // The eleventh account belongs to the second group.
    world
        .execute("UPDATE groups SET scraper_pool = 'eu' WHERE name = 'g10'")
        .await;
    let ids: Vec<i64> = world.one("SELECT array_agg(id ORDER BY id) FROM sessions").await;
    assign(&world, ids[1], Some("eu")).await;
    (world, [accounts[0], accounts[10]], [ids[0], ids[1]])
}

#[tokio::test]
async fn run_gets_sessions_of_its_set_only() {
    let (world, [plain, of_pool], [common, of_set]) = two_sets().await;
    for _ in 0..2 {
        assert_eq!(leased(work(&world, None, plain).await).await, Some(common));
        assert_eq!(
            leased(work(&world, Some("eu"), of_pool).await).await,
            Some(of_set)
        );
    }
    // Not even if no other is free, and with no hint at when it is.
    for (session, pool, account) in [(common, None, plain), (of_set, Some("eu"), of_pool)] {
        let run = work(&world, pool, account).await;
        let taken = run.take_session().await.unwrap();
        assert_eq!(taken.session_id, session);
        let runs = world.api.runs();
        let other = runs
            .take_session(run.run, run.token, run.unit(), &[session])
            .await
            .unwrap();
        assert_eq!(other.session, None);
        let disable = format!("UPDATE sessions SET state = 'disabled' WHERE id = {session}");
        world.execute(&disable).await;
        let none = runs
            .take_session(run.run, run.token, run.unit(), &[])
            .await
            .unwrap();
        assert_eq!((none.session, none.retry_after_seconds), (None, 0));
        run.complete().await.unwrap();
    }
}

#[tokio::test]
async fn session_that_moves_to_another_set_is_not_leased_again() {
    let (world, [plain, _], [common, of_set]) = two_sets().await;
    let run = work(&world, None, plain).await;
    assert_eq!(run.take_session().await.unwrap().session_id, common);
    assign(&world, common, Some("eu")).await;
    assert_eq!(run.take_session().await, None);
    run.complete().await.unwrap();
    // The account keeps no session of another set.
    assign(&world, of_set, None).await;
    assert_eq!(leased(work(&world, None, plain).await).await, Some(of_set));
    let assigned = "SELECT session_id FROM session_accounts";
    assert_eq!(world.one::<i64>(assigned).await, of_set);
}

#[tokio::test]
async fn account_that_changes_its_pool_changes_its_session() {
    let (world, [plain, _], [common, of_set]) = two_sets().await;
    let assigned = "SELECT session_id FROM session_accounts";
    assert_eq!(leased(work(&world, None, plain).await).await, Some(common));
    assert_eq!(world.one::<i64>(assigned).await, common);
    world.execute("UPDATE groups SET scraper_pool = 'eu'").await;
    assert_eq!(leased(work(&world, Some("eu"), plain).await).await, Some(of_set));
    assert_eq!(world.one::<i64>(assigned).await, of_set);
}

#[tokio::test]
async fn run_gets_no_session_after_its_pool_is_deleted() {
    let (world, [_, of_pool], _) = two_sets().await;
    let run = work(&world, Some("eu"), of_pool).await;
    world.execute("DELETE FROM scraper_pools").await;
    let runs = world.api.runs();
    let taken = runs
        .take_session(run.run, run.token, run.unit(), &[])
        .await
        .unwrap();
    assert_eq!((taken.session, taken.retry_after_seconds), (None, 0));
    run.complete().await.unwrap();
}

#[tokio::test]
async fn session_added_again_keeps_its_set_unless_one_is_given() {
    let world = World::new().await;
    let add = async |line: &str, set: Option<&str>| {
        let text = [line].into_iter().collect();
        let mut tx = world.begin(Scope::Admin, Access::Write).await;
        let now = world.clock.now();
        let added = sessions::add_to_set(&mut tx, &Arc::new(secrets()), now, text, set)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        added.added
    };
    let set = "SELECT session_set FROM sessions";
    assert_eq!(add("1:token", Some("eu")).await, 1);
    for (given, expected) in [(None, "eu"), (Some("us"), "us"), (None, "us")] {
        world.execute("UPDATE sessions SET state = 'disabled'").await;
        assert_eq!(add("1:token", given).await, 1);
        assert_eq!(world.one::<String>(set).await, expected);
    }
    // A session in use is not changed.
    assert_eq!(add("1:token", Some("eu")).await, 0);
    assert_eq!(world.one::<String>(set).await, "us");
}

#[tokio::test]
async fn sessions_are_listed_and_counted_by_set() {
    let (world, _, [common, of_set]) = two_sets().await;
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    let now = world.clock.now();
    for (set, expected) in [
        (None, vec![(common, None), (of_set, Some("eu"))]),
        (Some(None), vec![(common, None)]),
        (Some(Some("eu")), vec![(of_set, Some("eu"))]),
        (Some(Some("us")), vec![]),
    ] {
        let filter = SessionFilter {
            set,
            ..SessionFilter::default()
        };
        let found = sessions::pooled(&mut tx, &secrets(), now, &filter, 0, 10)
            .await
            .unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|session| (session.id, session.session_set.as_deref()))
            .collect();
        assert_eq!(found, expected, "{set:?}");
    }
    let by_set = sessions::counts_by_set(&mut tx, &secrets(), now).await.unwrap();
    let counts: Vec<_> = by_set
        .iter()
        .map(|(set, counts)| (set.as_deref(), counts.total, counts.usable, counts.required))
        .collect();
    assert_eq!(counts, [(None, 1, 1, 1), (Some("eu"), 1, 1, 1)]);
    let all = sessions::counts(&mut tx, &secrets(), now).await.unwrap();
    assert_eq!((all.total, all.usable, all.required), (2, 2, 1));
}
