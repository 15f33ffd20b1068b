//! The platform configuration that scrapers receive.

mod discovery;

use clipmeter_db::platform_config::{self, Current, Layer, LayerChange};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::World;
use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_runtime::Clock as _;
use clipmeter_scheduler::{ScrapeHistory, UnitKind, Why, cadence};
use serde_json::{Value, json};

/// Sets the configuration as an admin.
async fn put_config(world: &World, document: Value) -> Current {
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let current = platform_config::current_to_change(&mut tx).await.unwrap();
    let change = LayerChange {
        document,
        made_at: world.clock.now(),
        made_by: Some("admin"),
        note: "why",
    };
    platform_config::put(&mut tx, &current, Layer::Admin, change)
        .await
        .unwrap();
    let current = platform_config::current(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    current
}

#[tokio::test]
async fn changed_config_is_sent_with_next_batch() {
    let world = World::new().await;
    let group = world.group("g").await;
    let account = world.track(group, Platform::Tiktok, "one").await;
    let before = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    assert_eq!(before.batch.platform_config, None, "the scraper's own");
    before.complete().await.unwrap();
    put_config(&world, json!({"instagram": {"app_id": "1"}})).await;
    let current = put_config(&world, json!({"tiktok": {"page_size": 10}})).await;
    assert_eq!(current.revision(), 2);
    let after = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let received = after.batch.platform_config.clone().unwrap();
    assert_eq!(received.revision, 2);
    let platform_config = PlatformConfig::shipped()
        .unwrap()
        .with(&received.document)
        .unwrap();
    assert_eq!(platform_config, current.effective().unwrap());
    assert_eq!(platform_config.tiktok.page_size, 10);
    assert_eq!(
        platform_config.instagram,
        PlatformConfig::shipped().unwrap().instagram,
        "the removed override has no effect"
    );
}

#[tokio::test]
async fn config_members_unknown_to_release_are_ignored() {
    let world = World::new().await;
    let current = put_config(&world, json!({"novelty": true, "instagram": {"app_id": "1"}})).await;
    assert_eq!(current.effective().unwrap().instagram.app_id, "1");
    let current = put_config(&world, json!({"instagram": {"page_size": 5_000}})).await;
    assert_eq!(current.effective().unwrap(), PlatformConfig::shipped().unwrap());
}

#[tokio::test]
async fn config_history_keeps_one_hundred_revisions_per_layer() {
    let world = World::new().await;
    for n in 0..103 {
        put_config(&world, json!({"instagram": {"app_id": n.to_string()}})).await;
    }
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    assert_eq!(platform_config::count(&mut tx).await.unwrap(), 100);
    let newest = platform_config::page(&mut tx, 0, 2).await.unwrap();
    assert_eq!([newest[0].revision, newest[1].revision], [103, 102]);
    assert_eq!(newest[0].document["instagram"]["app_id"], "102");
}

#[tokio::test]
async fn new_config_resets_failures_of_unparsable_outcomes_only() {
    let world = World::new().await;
    let (mut group, mut accounts) = (0, Vec::new());
    for (n, outcome) in Outcome::all().enumerate() {
        // A group may have ten.
        if n % 10 == 0 {
            group = world.group(&format!("g{n}")).await;
        }
        let account = world.track(group, Platform::Tiktok, &format!("a{n}")).await;
        sqlx::query("UPDATE platform_accounts SET last_outcome = $2, consecutive_failures = 5 WHERE id = $1")
            .bind(account)
            .bind(outcome.code())
            .execute(&world.owner)
            .await
            .unwrap();
        accounts.push((account, outcome));
    }
    put_config(&world, json!({})).await;
    for (account, outcome) in accounts {
        let failures: i32 =
            sqlx::query_scalar("SELECT consecutive_failures FROM platform_accounts WHERE id = $1")
                .bind(account)
                .fetch_one(&world.owner)
                .await
                .unwrap();
        let seen = ScrapeHistory {
            kind: UnitKind::Video,
            interval: 3_600,
            last_attempt: Some(0),
            outcome: Some(outcome),
            failures: 5,
            quiet_since: None,
        };
        // An unexpected page is temporary, but the new configuration may also be able to parse it.
        let was_not_understood = cadence(&seen).why == Why::Unreadable || outcome == Outcome::UnexpectedPage;
        assert_eq!(failures == 0, was_not_understood, "{}", outcome.code());
    }
}
