//! Resources that are deleted and created again.

use std::time::Duration;

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Platform, SyncGroupRequest, SyncTrackedRequest, TrackedKind};

use super::operator::{group, instagram, name, tiktok, tracked, video};
use super::removal::{count, purge, two_groups};
use crate::stats::days::assert_recount;

/// Everything that is stored, except when things were deleted and the keys of run units.
const EVERYTHING: &str = "SELECT concat_ws('|',
    (SELECT string_agg(to_jsonb(g)::text, ',' ORDER BY id) FROM groups g),
    (SELECT string_agg((to_jsonb(u) - 'token_version')::text, ',' ORDER BY id) FROM users u),
    (SELECT string_agg(to_jsonb(t)::text, ',' ORDER BY id) FROM tracked_accounts t),
    (SELECT string_agg((to_jsonb(v) - '{last_outcome,last_attempt_at}'::text[])::text, ',' ORDER BY id) FROM tracked_videos v),
    (SELECT string_agg(to_jsonb(a)::text, ',' ORDER BY id) FROM platform_accounts a),
    (SELECT string_agg(to_jsonb(p)::text, ',' ORDER BY id) FROM posts p),
    (SELECT string_agg(to_jsonb(c)::text, ',' ORDER BY account_id) FROM account_counters c),
    (SELECT string_agg(to_jsonb(d)::text, ',' ORDER BY account_id, day) FROM account_days d),
    (SELECT string_agg(to_jsonb(d)::text, ',' ORDER BY post_id, day) FROM video_days d),
    (SELECT string_agg(to_jsonb(d)::text, ',' ORDER BY platform, day) FROM post_days d),
    (SELECT count(*) FROM post_metrics), (SELECT count(*) FROM tombstones))";

/// What a group can see: posts that are not hidden, in lists and in the histogram.
const SHOWN: &str =
    "SELECT concat_ws('|', (SELECT count(*) FROM posts WHERE NOT hidden), (SELECT sum(n) FROM post_days))";

const FILM: &str = "https://www.tiktok.com/@nasa/video/7526770564367748360";

#[tokio::test]
async fn deleted_account_disappears_and_returns_with_its_resource() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    let cat = SyncTrackedRequest {
        interval_minutes: Some(30),
        ..instagram("cat")
    };
    operator.track(&cat).await.unwrap();
    let before: String = world.one(EVERYTHING).await;
    assert_eq!(world.one::<String>(SHOWN).await, "3|3");
    for _ in 0..2 {
        operator.remove(&cat).await.unwrap();
        assert_eq!(world.one::<String>(SHOWN).await, "2|2");
        assert_eq!(world.api.runs().list_units().await.unwrap().len(), 2);
        assert_eq!(count(&world, "post_metrics").await, 3);
        assert_recount(&world).await;
    }
    // Just before the end of the week.
    world
        .clock
        .advance(Duration::from_hours(7 * 24) - Duration::from_secs(1));
    world.api.run_maintenance_once().await.unwrap();
    operator.track(&cat).await.unwrap();
    assert_eq!(world.one::<String>(EVERYTHING).await, before);
    assert_recount(&world).await;

    operator.remove(&cat).await.unwrap();
    purge(&world).await;
    assert_eq!(count(&world, "posts").await, 2);
    assert_eq!(world.one::<String>(SHOWN).await, "2|2");
}

#[tokio::test]
async fn deleted_account_makes_room_and_cannot_return_without() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    let small = SyncGroupRequest {
        max_instagram_accounts: 1,
        ..group("acme", "Acme")
    };
    operator.group(&small).await.unwrap();
    operator.remove(&instagram("cat")).await.unwrap();
    operator.track(&instagram("dog")).await.unwrap();
    operator.track(&instagram("cat")).await.unwrap_err();
    assert_eq!(count(&world, "tombstones").await, 1);
    operator.remove(&instagram("dog")).await.unwrap();
    operator.track(&instagram("cat")).await.unwrap();
    assert_eq!(world.one::<String>(SHOWN).await, "3|3");
}

#[tokio::test]
async fn account_of_two_groups_stays_with_the_other() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    let before: String = world.one(EVERYTHING).await;
    operator.remove(&tiktok("nasa")).await.unwrap();
    operator.remove(&video("film", "")).await.unwrap();
    assert_eq!(world.one::<String>(SHOWN).await, "3|3");
    operator.track(&tiktok("nasa")).await.unwrap();
    operator.track(&video("film", FILM)).await.unwrap();
    assert_eq!(world.one::<String>(EVERYTHING).await, before);

    // The last group hides it, and another one that tracks it gets what is still stored.
    let of_other = tracked(name("other", TrackedKind::TiktokAccount, "space"), "nasa");
    operator.remove(&tiktok("nasa")).await.unwrap();
    operator.remove(&of_other).await.unwrap();
    // Both groups still track the video.
    assert_eq!(world.one::<String>(SHOWN).await, "2|2");
    operator.track(&of_other).await.unwrap();
    assert_eq!(world.one::<String>(SHOWN).await, "3|3");
    purge(&world).await;
    assert_eq!(world.one::<String>(SHOWN).await, "3|3");
    assert_recount(&world).await;
}

#[tokio::test]
async fn deleted_video_disappears_and_returns_with_its_resource() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    let before: String = world.one(EVERYTHING).await;
    let others = [
        tracked(name("other", TrackedKind::TiktokVideo, "film"), FILM),
        tracked(name("other", TrackedKind::TiktokAccount, "space"), "nasa"),
    ];
    let own = [video("film", FILM), tiktok("nasa")];
    for request in own.iter().chain(&others) {
        operator.remove(request).await.unwrap();
    }
    assert_eq!(world.one::<String>(SHOWN).await, "1|1");
    assert_recount(&world).await;
    operator.track(&own[0]).await.unwrap();
    assert_eq!(world.one::<String>(SHOWN).await, "2|2");
    assert_recount(&world).await;
    for request in own.iter().chain(&others) {
        operator.track(request).await.unwrap();
    }
    assert_eq!(world.one::<String>(EVERYTHING).await, before);
}

#[tokio::test]
async fn deleted_group_returns_with_users_whatever_was_deleted_first() {
    for children_first in [true, false] {
        let world = World::new().await;
        let operator = two_groups(&world).await;
        world
            .execute(
                "INSERT INTO users (username, group_id, password_hash, created_at)
                 SELECT 'ann', id, 'x', created_at FROM groups WHERE name = 'Acme'",
            )
            .await;
        let before: String = world.one(EVERYTHING).await;
        let children = [instagram("cat"), tiktok("nasa"), video("film", FILM)];
        if children_first {
            for child in &children {
                operator.remove(child).await.unwrap();
            }
        }
        for _ in 0..2 {
            operator.remove_group("acme", false).await.unwrap();
        }
        assert_eq!(count(&world, "groups").await, 1);
        assert_eq!(count(&world, "users").await, 0);
        assert_eq!(world.one::<String>(SHOWN).await, "2|2");
        // The name is free for others to take.
        let id = operator.group(&group("acme", "ACME")).await.unwrap();
        let renamed = operator.group(&group("acme", "Acme")).await.unwrap();
        assert_eq!(id, renamed);
        for child in &children {
            operator.track(child).await.unwrap();
        }
        assert_eq!(world.one::<String>(EVERYTHING).await, before);
        assert!(
            world.one::<bool>("SELECT token_version = 1 FROM users").await,
            "tokens that were issued before stay revoked"
        );
    }
}

#[tokio::test]
async fn retained_data_is_not_purged() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    let before: String = world.one(EVERYTHING).await;
    // By its own policy, and by that of its group.
    let kept = SyncTrackedRequest {
        retain: Some(true),
        ..instagram("cat")
    };
    operator.track(&kept).await.unwrap();
    operator.remove(&kept).await.unwrap();
    operator.remove_group("acme", true).await.unwrap();
    purge(&world).await;
    assert_eq!(world.one::<String>(SHOWN).await, "2|2");
    operator.group(&group("acme", "Acme")).await.unwrap();
    for child in [instagram("cat"), tiktok("nasa"), video("film", FILM)] {
        operator.track(&child).await.unwrap();
    }
    assert_eq!(world.one::<String>(EVERYTHING).await, before);

    // A group's tombstone is kept as long as an account needs it.
    operator.track(&kept).await.unwrap();
    operator.remove(&kept).await.unwrap();
    operator.remove_group("acme", false).await.unwrap();
    purge(&world).await;
    assert_eq!(count(&world, "tombstones").await, 2);
    operator.group(&group("acme", "Acme")).await.unwrap();
    operator.track(&kept).await.unwrap();
    assert_eq!(world.one::<String>(SHOWN).await, "3|3");
}

#[tokio::test]
async fn purge_after_of_group_decides_when_data_is_purged() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    let hasty = SyncGroupRequest {
        purge_after_seconds: Some(3600),
        ..group("acme", "Acme")
    };
    operator.group(&hasty).await.unwrap();
    operator.remove(&instagram("cat")).await.unwrap();
    world.clock.advance(Duration::from_mins(59));
    assert_eq!(world.api.run_maintenance_once().await.unwrap().tombstones, 0);
    world.clock.advance(Duration::from_mins(1));
    assert_eq!(world.api.run_maintenance_once().await.unwrap().tombstones, 1);
    assert_eq!(count(&world, "posts").await, 2);
}

#[tokio::test]
async fn run_in_progress_stores_nothing_for_deleted_account() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    let id = operator.track(&instagram("cat")).await.unwrap();
    let mut worker = world.lease(Platform::Instagram, Id::AccountId(id)).await;
    worker.page(vec![seen("3", 40, 4)]).await.unwrap();
    operator.remove(&instagram("cat")).await.unwrap();
    let before: String = world.one(EVERYTHING).await;
    worker
        .page(vec![seen("3", 50, 5), seen("4", 1, 1)])
        .await
        .unwrap();
    assert_eq!(world.one::<String>(EVERYTHING).await, before);
    operator.track(&instagram("cat")).await.unwrap();
    world
        .scrape(Platform::Instagram, id, vec![seen("3", 60, 6)])
        .await;
    assert_eq!(
        world
            .one::<i64>("SELECT views FROM account_counters WHERE account_id = (SELECT account_id FROM posts WHERE external_id = '3')")
            .await,
        60
    );
    assert_recount(&world).await;
}

#[tokio::test]
async fn renamed_account_returns_by_its_former_name() {
    let world = World::new().await;
    let operator = two_groups(&world).await;
    world
        .execute(
            "UPDATE platform_accounts SET username = 'tiger', former_usernames = '{cat}' WHERE username = 'cat'",
        )
        .await;
    let before: String = world.one(EVERYTHING).await;
    operator.remove(&instagram("cat")).await.unwrap();
    operator.track(&instagram("cat")).await.unwrap();
    assert_eq!(world.one::<String>(EVERYTHING).await, before);
}
