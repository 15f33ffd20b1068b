//! Tests of reports about posts of accounts that are not in the run's batch.

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{MissingItem, MissingSource, Outcome, Platform, UnitReport};

use super::{Attacker, collected};
use crate::stats::counters::assert_recount;

/// Creates a group with an account that has the post 1001, and another group with an account that the attacker may read.
async fn victim_and_thief(platform: Platform) -> (World, i64, i64) {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let victim = world.track(a, platform, "victim").await;
    world.scrape(platform, victim, vec![seen("1001", 500, 50)]).await;
    let own = world.track(b, platform, "own").await;
    (world, victim, own)
}

#[tokio::test]
async fn page_with_post_of_another_account_changes_nothing() {
    for platform in [Platform::Instagram, Platform::Tiktok] {
        let (world, victim, own) = victim_and_thief(platform).await;
        let mut attacker = Attacker::of(&world, platform, &[Id::AccountId(own)]).await;
        let before = "SELECT p::text || c::text FROM posts p JOIN account_counters c USING (account_id)
                      WHERE p.external_id = '1001'";
        let whole: String = world.one(before).await;
        attacker
            .page(None, vec![seen("1001", 1, 1), seen("2001", 7, 1)])
            .await
            .unwrap();
        attacker.end(attacker.end_of(Outcome::Ok)).await.unwrap();
        assert_eq!(world.one::<String>(before).await, whole);
        assert_eq!(
            world
                .one::<i64>("SELECT account_id FROM posts WHERE external_id = '1001'")
                .await,
            victim
        );
        assert_eq!(
            world
                .count("SELECT count(*) FROM post_metrics m JOIN posts p ON p.id = m.post_id WHERE p.external_id = '1001'")
                .await,
            1
        );
        // Its own post is stored.
        assert_eq!(
            world
                .one::<i64>("SELECT account_id FROM posts WHERE external_id = '2001'")
                .await,
            own
        );
        assert_recount(&world).await;
    }
}

#[tokio::test]
async fn page_does_not_restore_removed_post_of_another_account() {
    let (world, _, own) = victim_and_thief(Platform::Instagram).await;
    world
        .execute("UPDATE posts SET availability = 'removed', unavailable_since = '2023-11-14T22:14:00Z'")
        .await;
    let mut attacker = Attacker::of(&world, Platform::Instagram, &[Id::AccountId(own)]).await;
    attacker.page(None, vec![seen("1001", 500, 50)]).await.unwrap();
    assert_eq!(
        world.one::<String>("SELECT availability FROM posts").await,
        "removed"
    );
}

#[tokio::test]
async fn removal_reports_for_posts_of_another_account_are_ignored() {
    let (world, _, own) = victim_and_thief(Platform::Tiktok).await;
    let posts = "SELECT string_agg(p::text, ';') FROM posts p";
    let before: String = world.one(posts).await;
    for source in [MissingSource::Item, MissingSource::List, MissingSource::Private] {
        for _ in 0..3 {
            let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::AccountId(own)]).await;
            // It first lists the post as its own.
            attacker.page(None, vec![seen("1001", 1, 1)]).await.unwrap();
            let end = UnitReport {
                missing: vec![MissingItem {
                    id: 1001,
                    source: source.into(),
                }],
                ..attacker.end_of(Outcome::Ok)
            };
            attacker.end(end).await.unwrap();
            world.api.runs().close_run(attacker.run, "").await.unwrap();
            world.clock.advance(std::time::Duration::from_hours(25));
        }
    }
    assert_eq!(world.one::<String>(posts).await, before);
    assert_eq!(world.count("SELECT count(*) FROM suspected_removals").await, 0);
}

#[tokio::test]
async fn unit_of_another_run_is_refused_and_stores_nothing() {
    let (world, victim, own) = victim_and_thief(Platform::Tiktok).await;
    let mut honest = Attacker::of(&world, Platform::Tiktok, &[Id::AccountId(victim)]).await;
    let mut attacker = Attacker::of(&world, Platform::Tiktok, &[Id::AccountId(own)]).await;
    attacker.units = honest.units.clone();
    let before = collected(&world).await;
    let profile = Some(profile("666", "victim"));
    assert!(attacker.page(profile, vec![seen("1001", 1, 1)]).await.is_err());
    assert!(attacker.end(attacker.end_of(Outcome::NotFound)).await.is_err());
    assert_eq!(collected(&world).await, before);
    honest.page(None, vec![seen("1001", 501, 50)]).await.unwrap();
}
