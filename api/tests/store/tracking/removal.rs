//! Tests of deleting resources.

use std::time::Duration;

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::{Platform, TrackedKind};

use super::operator::{Operator, group, instagram, name, tiktok, tracked, video};

const ID: &str = "7526770564367748360";

pub(super) async fn count(world: &World, table: &'static str) -> i64 {
    let query = format!("SELECT count(*) FROM {table}");
    world.one(&query).await
}

/// Lets the time pass in which a deletion can be undone, and runs the maintenance.
pub(super) async fn purge(world: &World) {
    world.clock.advance(Duration::from_hours(7 * 24));
    world.api.run_maintenance_once().await.unwrap();
}

/// Two groups that share an account and a video, and one account of the first alone.
pub(super) async fn two_groups(world: &World) -> Operator {
    let operator = Operator::of(world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    operator.group(&group("other", "Other")).await.unwrap();
    let shared = operator.track(&tiktok("nasa")).await.unwrap();
    let url = format!("https://www.tiktok.com/@nasa/video/{ID}");
    operator.track(&video("film", &url)).await.unwrap();
    let own = operator.track(&instagram("cat")).await.unwrap();
    for (kind, object, subject) in [
        (TrackedKind::TiktokAccount, "space", "nasa"),
        (TrackedKind::TiktokVideo, "film", &url),
    ] {
        operator
            .track(&tracked(name("other", kind, object), subject))
            .await
            .unwrap();
    }
    world
        .scrape(Platform::Tiktok, shared, vec![seen(ID, 10, 1), seen("2", 20, 2)])
        .await;
    world
        .scrape(Platform::Instagram, own, vec![seen("3", 30, 3)])
        .await;
    operator
}

#[tokio::test]
async fn account_removal_purges_only_untracked_data() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    assert_eq!(count(&world, "posts").await, 3);
    for _ in 0..2 {
        operator.remove(&instagram("cat")).await.unwrap();
        purge(&world).await;
        assert_eq!(count(&world, "posts").await, 2);
        assert_eq!(count(&world, "platform_accounts").await, 1);
    }
    for _ in 0..2 {
        operator.remove(&tiktok("nasa")).await.unwrap();
        operator.remove(&video("film", "")).await.unwrap();
        purge(&world).await;
        assert_eq!(count(&world, "posts").await, 2);
        assert_eq!(count(&world, "tracked_accounts").await, 1);
        assert_eq!(count(&world, "tracked_videos").await, 1);
    }
    let deleted = tracked(name("nobody", TrackedKind::TiktokVideo, "film"), "");
    operator.remove(&deleted).await.unwrap();
    assert_eq!(
        world
            .one::<Vec<String>>(
                "SELECT array_agg(concat_ws('|', username, action, details) ORDER BY id)
                 FROM audit_log WHERE action LIKE '%.delete'"
            )
            .await,
        [
            r#"Kubernetes|account.delete|{"platform": "instagram", "usernames": ["cat"]}"#.to_owned(),
            r#"Kubernetes|account.delete|{"platform": "tiktok", "usernames": ["nasa"]}"#.to_owned(),
            format!(r#"Kubernetes|video.delete|{{"urls": ["https://www.tiktok.com/@nasa/video/{ID}"]}}"#),
        ]
    );
}

#[tokio::test]
async fn group_removal_purges_only_untracked_data() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    for _ in 0..2 {
        operator.remove_group("acme", false).await.unwrap();
        purge(&world).await;
        assert_eq!(count(&world, "groups").await, 1);
        assert_eq!(count(&world, "posts").await, 2);
        assert_eq!(count(&world, "tracked_accounts").await, 1);
    }
    operator.remove_group("nobody", false).await.unwrap();
    operator.remove_group("nobody", true).await.unwrap();
    operator.remove_group("other", false).await.unwrap();
    purge(&world).await;
    assert_eq!(count(&world, "tombstones").await, 0);
    assert_eq!(count(&world, "posts").await, 0);
}
