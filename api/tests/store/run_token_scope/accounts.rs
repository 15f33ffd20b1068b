//! Tests of reports about accounts that are not in the run's batch.

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform, Profile, UnitReport};

use super::Attacker;
use crate::stats::counters::assert_recount;
use crate::tracking::identity::scrape_as;

const VICTIM: &str =
    "SELECT a::text || (SELECT string_agg(p::text, ';') FROM posts p WHERE p.account_id = a.id)
                      FROM platform_accounts a WHERE a.platform_id = '17'";

/// Creates a victim with the ID 17 and a post, and an account that was never read.
async fn victim_and_new() -> (World, i64) {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let victim = world.track(a, Platform::Instagram, "victim").await;
    scrape_as(&world, victim, profile("17", "victim"), seen("1001", 500, 50)).await;
    let own = world.track(b, Platform::Instagram, "own").await;
    (world, own)
}

fn lies() -> Profile {
    Profile {
        display_name: "Not the victim".to_owned(),
        follower_count: Some(1),
        ..profile("17", "stolen")
    }
}

#[tokio::test]
async fn page_with_id_of_another_account_changes_nothing() {
    let (world, own) = victim_and_new().await;
    let before: String = world.one(VICTIM).await;
    let mut attacker = Attacker::of(&world, Platform::Instagram, &[Id::AccountId(own)]).await;
    for _ in 0..2 {
        attacker
            .page(Some(lies()), vec![seen("1001", 1, 1), seen("1002", 1, 1)])
            .await
            .unwrap();
    }
    let end = UnitReport {
        profile: Some(lies()),
        ..attacker.end_of(Outcome::NotFound)
    };
    attacker.end(end).await.unwrap();
    attacker
        .page(Some(lies()), vec![seen("1001", 1, 1)])
        .await
        .unwrap();
    // Except for the name, by which the attacker's group may also track it.
    let after: String = world.one(VICTIM).await;
    assert_eq!(after.replace("{own},", "{},"), before);
    assert_recount(&world).await;
}

#[tokio::test]
async fn unit_result_with_id_of_another_account_changes_nothing() {
    for outcome in [
        Outcome::Ok,
        Outcome::Private,
        Outcome::NotFound,
        Outcome::IdentityChanged,
    ] {
        let (world, own) = victim_and_new().await;
        let before: String = world.one(VICTIM).await;
        let mut attacker = Attacker::of(&world, Platform::Instagram, &[Id::AccountId(own)]).await;
        let end = UnitReport {
            profile: Some(lies()),
            new_owner: Some(lies()),
            ..attacker.end_of(outcome)
        };
        attacker.end(end).await.unwrap();
        attacker
            .page(Some(lies()), vec![seen("1001", 1, 1)])
            .await
            .unwrap();
        let after: String = world.one(VICTIM).await;
        assert_eq!(after.replace("{own},", "{},"), before, "{outcome:?}");
    }
}

#[tokio::test]
async fn account_with_known_id_is_not_reassigned() {
    let (world, own) = victim_and_new().await;
    scrape_as(&world, own, profile("18", "own"), seen("2001", 1, 1)).await;
    let before: String = world.one(VICTIM).await;
    let mut attacker = Attacker::of(&world, Platform::Instagram, &[Id::AccountId(own)]).await;
    attacker
        .page(Some(lies()), vec![seen("1001", 1, 1)])
        .await
        .unwrap();
    let end = UnitReport {
        profile: Some(lies()),
        ..attacker.end_of(Outcome::Ok)
    };
    attacker.end(end).await.unwrap();
    assert_eq!(world.one::<String>(VICTIM).await, before);
    let ids = "SELECT string_agg(platform_id, ' ' ORDER BY id) FROM platform_accounts";
    assert_eq!(world.one::<String>(ids).await, "17 18");
}
