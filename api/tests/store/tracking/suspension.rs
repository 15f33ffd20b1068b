//! Tests of suspended accounts and groups.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{SyncGroupRequest, SyncTrackedRequest, TrackedKind};

use super::operator::{Operator, group, name, tracked};

async fn units(world: &World) -> Vec<(Id, u32, Vec<i64>)> {
    let units = world.api.runs().list_units().await.unwrap();
    units
        .into_iter()
        .map(|unit| {
            (
                unit.key.unwrap().id.unwrap(),
                unit.interval_seconds,
                unit.group_ids,
            )
        })
        .collect()
}

#[tokio::test]
async fn suspension_leaves_shortest_interval_of_remaining_groups() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.policy(60, 45).await.unwrap();
    let acme = operator.group(&group("acme", "Acme")).await.unwrap();
    let quick = SyncGroupRequest {
        tiktok_minutes: Some(20),
        ..group("quick", "Quick")
    };
    let quick = operator.group(&quick).await.unwrap();
    let of = |group, interval, suspended| SyncTrackedRequest {
        interval_minutes: interval,
        suspended,
        ..tracked(name(group, TrackedKind::TiktokAccount, "nasa"), "nasa")
    };
    let id = operator.track(&of("acme", None, false)).await.unwrap();
    let id = Id::AccountId(id);
    assert_eq!(units(&world).await, [(id, 2_700, vec![acme])]);
    operator.track(&of("quick", None, false)).await.unwrap();
    assert_eq!(units(&world).await, [(id, 1_200, vec![acme, quick])]);
    operator.track(&of("acme", Some(5), false)).await.unwrap();
    assert_eq!(units(&world).await, [(id, 300, vec![acme, quick])]);
    operator.track(&of("acme", Some(5), true)).await.unwrap();
    assert_eq!(units(&world).await, [(id, 1_200, vec![quick])]);
    let suspended = SyncGroupRequest {
        suspended: true,
        tiktok_minutes: Some(20),
        ..group("quick", "Quick")
    };
    operator.group(&suspended).await.unwrap();
    assert_eq!(units(&world).await, []);
    operator.track(&of("acme", None, false)).await.unwrap();
    assert_eq!(units(&world).await, [(id, 2_700, vec![acme])]);
}

#[tokio::test]
async fn suspension_by_one_group_keeps_video_unit() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let other = operator.group(&group("other", "Other")).await.unwrap();
    let of = |group, suspended| SyncTrackedRequest {
        suspended,
        ..tracked(
            name(group, TrackedKind::TiktokVideo, "film"),
            "https://www.tiktok.com/@u/video/7526770564367748360",
        )
    };
    let id = operator.track(&of("acme", false)).await.unwrap();
    assert_eq!(operator.track(&of("other", false)).await.unwrap(), id);
    assert_eq!(operator.track(&of("acme", true)).await.unwrap(), id);
    let unit = (Id::VideoId(id), 900, vec![other]);
    assert_eq!(units(&world).await, [unit]);
    // The video is represented by the row that requests nothing, and is not listed a second time.
    world
        .open(clipmeter_proto::v1::Platform::Tiktok, &[Id::VideoId(id)])
        .await;
    assert_eq!(units(&world).await, []);
    operator.track(&of("other", true)).await.unwrap();
    assert_eq!(units(&world).await, []);
}

#[tokio::test]
async fn suspension_ends_when_resources_are_detached() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let theirs = SyncGroupRequest {
        managed_by: "argocd-controller".to_owned(),
        ..group("acme", "Acme")
    };
    let account = SyncTrackedRequest {
        suspended: true,
        managed_by: "argocd-controller".to_owned(),
        ..tracked(name("acme", TrackedKind::TiktokAccount, "nasa"), "nasa")
    };
    let linked = "SELECT (SELECT count(*) FROM groups WHERE resource IS NOT NULL OR managed_by <> '')
        + (SELECT count(*) FROM tracked_accounts WHERE resource IS NOT NULL OR managed_by <> '' OR suspended)";
    let acme = operator.group(&theirs).await.unwrap();
    let id = operator.track(&account).await.unwrap();
    assert_eq!(world.one::<i64>(linked).await, 2);
    assert_eq!(units(&world).await, []);
    world.api.detach_resources().await.unwrap();
    assert_eq!(world.one::<i64>(linked).await, 0);
    assert_eq!(units(&world).await, [(Id::AccountId(id), 900, vec![acme])]);

    operator.group(&theirs).await.unwrap();
    operator.track(&account).await.unwrap();
    operator.remove_group("acme", true).await.unwrap();
    assert_eq!(world.one::<i64>(linked).await, 0);
}
