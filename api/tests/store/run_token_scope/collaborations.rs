//! Tests of posts in the lists of several accounts.

use std::time::Duration;

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{MissingItem, MissingSource, Outcome, Platform, UnitReport};

use super::Attacker;
use crate::stats::counters::assert_recount;
use crate::stats::days;

const POST: &str =
    "SELECT account_id || ' ' || views || ' ' || (SELECT count(*) FROM post_metrics) FROM posts";

/// Creates two accounts of two groups that list the post 1001, which is stored under the first one.
async fn both_list_it() -> (World, [i64; 2], [i64; 2]) {
    let world = World::new().await;
    let groups = [world.group("a").await, world.group("b").await];
    let first = world.track(groups[0], Platform::Instagram, "first").await;
    let second = world.track(groups[1], Platform::Instagram, "second").await;
    for (account, views) in [(first, 100), (first, 200), (second, 300)] {
        world
            .scrape(Platform::Instagram, account, vec![seen("1001", views, 1)])
            .await;
        world.clock.advance(Duration::from_hours(1));
    }
    (world, groups, [first, second])
}

#[tokio::test]
async fn collaboration_is_updated_by_owner_linked_by_others() {
    let (world, _, [first, second]) = both_list_it().await;
    assert_eq!(world.one::<String>(POST).await, format!("{first} 200 2"));
    let links = "SELECT account_id || ' ' || is_listed || ' ' || is_author FROM post_links";
    assert_eq!(world.one::<String>(links).await, format!("{second} true false"));
    world
        .scrape(Platform::Instagram, first, vec![seen("1001", 400, 1)])
        .await;
    assert_eq!(world.one::<String>(POST).await, format!("{first} 400 3"));
}

#[tokio::test]
async fn collaboration_is_known_to_crawls_of_accounts_whose_lists_show_it() {
    let (world, _, [first, second]) = both_list_it().await;
    let known = async |account| {
        let worker = world.lease(Platform::Instagram, Id::AccountId(account)).await;
        let target = worker.target();
        worker.complete().await.unwrap();
        (target.known_ids, target.known_count)
    };
    for account in [first, second] {
        assert_eq!(known(account).await, (vec![1001], 1));
    }
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(second)).await;
    let unlisted = MissingItem {
        id: 1001,
        source: MissingSource::List.into(),
    };
    let end = UnitReport {
        missing: vec![unlisted],
        ..worker.end_of(Outcome::Ok)
    };
    worker.finish(end).await;
    assert_eq!(known(second).await, (Vec::new(), 0));
    assert_eq!(known(first).await, (vec![1001], 1));
    world
        .scrape(Platform::Instagram, second, vec![seen("1001", 300, 1)])
        .await;
    assert_eq!(known(second).await, (vec![1001], 1));
}

#[tokio::test]
async fn collaboration_moves_with_history_when_owner_is_untracked() {
    let (world, [a, b], [first, second]) = both_list_it().await;
    world.untrack(a, first).await;
    assert_eq!(world.one::<String>(POST).await, format!("{second} 200 2"));
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
    assert_eq!(world.count("SELECT count(*) FROM post_links").await, 0);
    assert_recount(&world).await;
    days::assert_recount(&world).await;
    // From now on, runs of its new owner change it.
    world
        .scrape(Platform::Instagram, second, vec![seen("1001", 500, 1)])
        .await;
    assert_eq!(world.one::<String>(POST).await, format!("{second} 500 3"));
    world.untrack(b, second).await;
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    assert_recount(&world).await;
}

#[tokio::test]
async fn collaboration_is_kept_while_tracked_and_deleted_when_unlisted() {
    let (world, [a, b], [first, second]) = both_list_it().await;
    world.track(b, Platform::Instagram, "first").await;
    world.untrack(a, first).await;
    assert_eq!(world.one::<String>(POST).await, format!("{first} 200 2"));
    world.untrack(b, second).await;
    assert_eq!(world.count("SELECT count(*) FROM post_links").await, 0);
    world.untrack(b, first).await;
    assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
}

#[tokio::test]
async fn collaboration_move_keeps_boost_and_clears_suspected_removal() {
    let (world, [a, _], [first, second]) = both_list_it().await;
    world
        .execute(
            "INSERT INTO boosted_posts (post_id, account_id, boosted_at) SELECT id, account_id, now() FROM posts
             ON CONFLICT DO NOTHING;
             INSERT INTO suspected_removals (post_id, account_id, missing_since, run_id, of_its_page)
             SELECT id, account_id, now(), gen_random_uuid(), true FROM posts",
        )
        .await;
    world.untrack(a, first).await;
    assert_eq!(
        world.one::<i64>("SELECT account_id FROM boosted_posts").await,
        second
    );
    assert_eq!(world.count("SELECT count(*) FROM suspected_removals").await, 0);
}

#[tokio::test]
async fn collaboration_is_not_boosted_or_moved_by_other_lists() {
    let (world, _, [first, second]) = both_list_it().await;
    world.clock.advance(Duration::from_hours(48));
    world.execute("DELETE FROM boosted_posts").await;
    let mut attacker = Attacker::of(&world, Platform::Instagram, &[Id::AccountId(second)]).await;
    attacker
        .page(None, vec![seen("1001", 900_000_000, 1)])
        .await
        .unwrap();
    attacker.end(attacker.end_of(Outcome::Ok)).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM boosted_posts").await, 0);
    assert_eq!(world.one::<i64>("SELECT account_id FROM posts").await, first);
}
