//! Tests of accounts whose name differs from that in their resource.

use std::time::Duration;

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::{Platform, TrackedKind};
use tonic::Code;

use super::operator::{
    Operator, assert_silent, group, instagram, name, refusal, subscribe_to_changes, tracked,
};
use super::removal::purge;
use crate::tracking::identity::scrape_as;

const NAMES: &str =
    "SELECT array_agg(concat_ws('|', a.username, a.former_usernames, t.resource) ORDER BY t.id)
    FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id";

#[tokio::test]
async fn account_sync_by_old_name_keeps_renamed_account() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let cat = operator.track(&instagram("cat")).await.unwrap();
    scrape_as(&world, cat, profile("17", "cat"), seen("1", 1, 1)).await;
    scrape_as(&world, cat, profile("17", "tiger"), seen("2", 1, 1)).await;
    let notifications = subscribe_to_changes(&world).await;
    assert_eq!(operator.track(&instagram("cat")).await.unwrap(), cat);
    assert_silent(&world, notifications).await;
    assert_eq!(world.one::<Vec<String>>(NAMES).await, ["tiger|{cat}|cat"]);
    // Under its new name, it is the same account, and already has a resource.
    let again = tracked(name("acme", TrackedKind::InstagramAccount, "tiger"), "tiger");
    assert_eq!(refusal(operator.track(&again).await).0, Code::AlreadyExists);
}

#[tokio::test]
async fn account_sync_by_old_name_adopts_renamed_account() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let acme = world.group("Acme").await;
    let cat = world.track(acme, Platform::Instagram, "cat").await;
    scrape_as(&world, cat, profile("17", "cat"), seen("1", 1, 1)).await;
    scrape_as(&world, cat, profile("17", "tiger"), seen("2", 1, 1)).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    assert_eq!(operator.track(&instagram("cat")).await.unwrap(), cat);
    assert_eq!(world.one::<Vec<String>>(NAMES).await, ["tiger|{cat}|cat"]);
}

#[tokio::test]
async fn account_sync_by_recycled_name_tracks_its_new_owner() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let (acme, other) = (world.group("Acme").await, world.group("Other").await);
    let cat = world.track(acme, Platform::Instagram, "cat").await;
    scrape_as(&world, cat, profile("17", "cat"), seen("1", 1, 1)).await;
    scrape_as(&world, cat, profile("17", "tiger"), seen("2", 1, 1)).await;
    let successor = world.track(other, Platform::Instagram, "cat").await;
    scrape_as(&world, successor, profile("18", "cat"), seen("3", 1, 1)).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    assert_eq!(operator.track(&instagram("cat")).await.unwrap(), successor);
    let tiger = operator.track(&instagram("tiger")).await.unwrap();
    assert_eq!(tiger, cat);
}

#[tokio::test]
async fn account_added_by_old_and_new_name_is_merged() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let old = operator.track(&instagram("cat")).await.unwrap();
    scrape_as(&world, old, profile("17", "cat"), seen("1", 1, 1)).await;
    // Renamed, and added under the new name too, before it was read.
    let new = operator.track(&instagram("tiger")).await.unwrap();
    assert_ne!(new, old);
    // It has a third name meanwhile, which a second read must confirm.
    for _ in 0..2 {
        scrape_as(&world, new, profile("17", "lion"), seen("2", 1, 1)).await;
        world.clock.advance(Duration::from_mins(10));
    }
    assert_eq!(operator.track(&instagram("cat")).await.unwrap(), old);
    assert_eq!(
        refusal(operator.track(&instagram("tiger")).await).0,
        Code::AlreadyExists
    );
    operator.remove(&instagram("cat")).await.unwrap();
    purge(&world).await;
    assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 0);
}
