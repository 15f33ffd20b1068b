//! The pool of sessions: sealed, without duplicates, one run each.

mod pool;
mod reencrypt;

use std::sync::Arc;
use std::time::Duration;

use clipmeter_db::secrets::Secrets;
use clipmeter_db::{Access, DbError, Scope, sessions};
use clipmeter_fixtures::database::{Worker, World, secrets, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, SessionReport};
use clipmeter_runtime::Clock as _;

const FIRST: &str = "17841400000000001%3AtOkEnOne%3A5%3Asig";
const SECOND: &str = "17841400000000002%3AtOkEnTwo%3A5%3Asig";

async fn add(world: &World, lines: &[&str]) -> sessions::AddSessionsOutcome {
    world.add_sessions(secrets(), lines).await
}

pub(crate) async fn run(world: &World, group: i64, name: &str) -> (i64, uuid::Uuid) {
    let account = world.track(group, Platform::Instagram, name).await;
    (
        account,
        world.open(Platform::Instagram, &[Id::AccountId(account)]).await.0,
    )
}

async fn value(worker: &Worker<'_>) -> Option<String> {
    worker.take_session().await.map(|session| session.value)
}

async fn report(
    worker: &mut Worker<'_>,
    session_id: i64,
    outcome: Outcome,
    retry_after_seconds: Option<u32>,
) {
    let report = SessionReport {
        session_id,
        outcome: outcome.into(),
        retry_after_seconds,
        ..SessionReport::default()
    };
    worker.send(Body::Session(report)).await.unwrap();
}

#[tokio::test]
async fn asvs_13_3_1_sessions_are_stored_encrypted_and_without_duplicates() {
    let world = World::new().await;
    let added = add(&world, &[FIRST, "", "  ", &FIRST.replace("%3A", ":"), SECOND]).await;
    assert_eq!((added.added, added.duplicates), (2, 1));
    let added = add(&world, &[SECOND]).await;
    assert_eq!((added.added, added.duplicates), (0, 1));

    let dump: String = world
        .one("SELECT string_agg(s::text || encode(sealed, 'escape'), ' ') FROM sessions s")
        .await;
    for part in ["17841400000000001", "tOkEn"] {
        assert!(!dump.contains(part), "{dump}");
    }
}

#[tokio::test]
async fn session_is_leased_to_one_run_until_it_ends() {
    let world = World::new().await;
    let group = world.group("a").await;
    add(&world, &[FIRST]).await;
    let (_, first) = run(&world, group, "one").await;
    let (_, second) = run(&world, group, "two").await;
    let holder = world.take(first).await.unwrap();
    assert_eq!(value(&holder).await.as_deref(), Some(FIRST));
    let other = world.take(second).await.unwrap();
    assert_eq!(value(&other).await, None);
    holder.complete().await.unwrap();
    assert_eq!(value(&other).await.as_deref(), Some(FIRST));
    world.api.runs().close_run(second, "gone").await.unwrap();
    assert_eq!(
        world
            .count("SELECT count(*) FROM sessions WHERE leased_run_id IS NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn session_after_refusal_is_replaced_and_cools_down() {
    let world = World::new().await;
    let group = world.group("a").await;
    add(&world, &[FIRST, SECOND]).await;
    let (account, id) = run(&world, group, "one").await;
    let mut worker = world.take(id).await.unwrap();
    let first = worker.take_session().await.unwrap().session_id;
    report(&mut worker, first, Outcome::RateLimited, Some(120)).await;
    let second = worker.take_session().await.unwrap();
    assert_eq!(second.value, SECOND);
    report(&mut worker, second.session_id, Outcome::SessionDead, None).await;
    // A late report does not make it active again.
    report(&mut worker, second.session_id, Outcome::RateLimited, Some(1)).await;
    assert_eq!(value(&worker).await, None);
    worker.complete().await.unwrap();

    world.clock.advance(Duration::from_mins(2));
    let next = world.lease(Platform::Instagram, Id::AccountId(account)).await;
    assert_eq!(value(&next).await.as_deref(), Some(FIRST));
    let states: String = world
        .one("SELECT string_agg(state, ',' ORDER BY id) FROM sessions")
        .await;
    assert_eq!(states, "active,suspect");
}

#[tokio::test]
async fn session_is_leased_for_instagram_only_and_if_decryptable() {
    let world = World::new().await;
    let group = world.group("a").await;
    world.add_sessions(Secrets::generate().unwrap(), &[FIRST]).await;
    let (_, id) = run(&world, group, "one").await;
    assert_eq!(value(&world.take(id).await.unwrap()).await, None);

    add(&world, &[SECOND]).await;
    let account = world.track(group, Platform::Tiktok, "two").await;
    let tiktok = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let taken = world
        .api
        .runs()
        .take_session(tiktok.run, tiktok.token, tiktok.unit(), &[])
        .await;
    assert!(matches!(taken, Err(DbError::Invalid(_))), "{taken:?}");
}

#[tokio::test]
async fn session_added_again_is_used_again_unless_cooling() {
    let world = World::new().await;
    let group = world.group("a").await;
    add(&world, &[FIRST, SECOND]).await;
    let (_, id) = run(&world, group, "one").await;
    let mut worker = world.take(id).await.unwrap();
    for (outcome, session) in [
        (Outcome::ChallengeRequired, FIRST),
        (Outcome::SessionDead, SECOND),
    ] {
        let taken = worker.take_session().await.unwrap();
        assert_eq!(taken.value, session);
        report(&mut worker, taken.session_id, outcome, None).await;
    }
    assert_eq!(value(&worker).await, None);

    let added = add(&world, &[FIRST, SECOND]).await;
    assert_eq!((added.added, added.duplicates), (2, 0));
    let added = add(&world, &[FIRST]).await;
    assert_eq!((added.added, added.duplicates), (0, 1));
    let taken = worker.take_session().await.unwrap();
    report(&mut worker, taken.session_id, Outcome::RateLimited, Some(600)).await;
    // The platform requires the cooldown, so adding the session again does not end it.
    let added = add(&world, &[&taken.value]).await;
    assert_eq!((added.added, added.duplicates), (0, 1));
    let states: String = world
        .one("SELECT string_agg(state, ',' ORDER BY state) FROM sessions")
        .await;
    assert_eq!(states, "active,cooling");
}

#[tokio::test]
async fn session_deletion_while_leased_does_not_stop_its_run() {
    let world = World::new().await;
    let group = world.group("a").await;
    add(&world, &[FIRST, SECOND]).await;
    let (_, id) = run(&world, group, "one").await;
    let mut worker = world.take(id).await.unwrap();
    let first = worker.take_session().await.unwrap();
    assert_eq!(first.value, FIRST);
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let deletion = sessions::delete_at(&mut tx, 0, |_| true).await.unwrap();
    assert_eq!(deletion, sessions::Deletion::Deleted { total: 1 });
    tx.commit().await.unwrap();

    worker.page(vec![seen("1", 5, 1)]).await.unwrap();
    report(&mut worker, first.session_id, Outcome::RateLimited, Some(60)).await;
    let second = worker.take_session().await.unwrap();
    assert_eq!(second.value, SECOND);
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    assert_eq!(sessions::delete_all(&mut tx, |_| true).await.unwrap(), Some(1));
    tx.commit().await.unwrap();
    report(&mut worker, second.session_id, Outcome::SessionDead, None).await;
    worker.end(Outcome::SessionDead).await.unwrap();
    assert_eq!(worker.complete().await.unwrap().items_new, 1);
    assert_eq!(world.count("SELECT count(*) FROM sessions").await, 0);
}

#[tokio::test]
async fn session_imports_of_same_lines_run_concurrently_without_duplicates() {
    let world = World::new().await;
    let lines: Vec<String> = (0..500).map(|n| format!("{n}:token")).collect();
    let forward: Vec<&str> = lines.iter().map(String::as_str).collect();
    let backward: Vec<&str> = forward.iter().rev().copied().collect();
    let (one, other) = tokio::join!(add(&world, &forward), add(&world, &backward));
    assert_eq!(
        (one.added + other.added, one.duplicates + other.duplicates),
        (500, 500)
    );
}

#[tokio::test]
async fn session_import_does_not_block_lease_of_existing_session() {
    let world = World::new().await;
    let group = world.group("a").await;
    add(&world, &[FIRST]).await;
    let (_, id) = run(&world, group, "one").await;
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let text = [FIRST, SECOND].into_iter().collect();
    sessions::add(&mut tx, &Arc::new(secrets()), world.clock.now(), text)
        .await
        .unwrap();
    // The import is not committed.
    assert_eq!(
        value(&world.take(id).await.unwrap()).await.as_deref(),
        Some(FIRST)
    );
    tx.commit().await.unwrap();
}
