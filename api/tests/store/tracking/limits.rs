//! Tests of group limits.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::{Platform, SyncGroupRequest};
use tonic::Code;

use super::operator::{Operator, group, instagram, refusal, tiktok, video};

#[tokio::test]
async fn asvs_2_3_4_account_limit_holds_for_twenty_concurrent_syncs() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let syncs: Vec<_> = (0..20)
        .map(|n| {
            let operator = operator.clone();
            tokio::spawn(async move { operator.track(&tiktok(&format!("user{n}"))).await })
        })
        .collect();
    let mut refusals = Vec::new();
    for sync in syncs {
        if let Err(status) = sync.await.unwrap() {
            refusals.push((status.code(), status.message().to_owned()));
        }
    }
    let text = "Limit reached: 10 TikTok accounts. Delete one or ask an admin to raise the limit.";
    assert_eq!(refusals, vec![(Code::ResourceExhausted, text.to_owned()); 10]);
    let rows = "SELECT count(*) FROM tracked_accounts WHERE resource IS NOT NULL";
    assert_eq!(world.one::<i64>(rows).await, 10);
    // The other platform has its own limit.
    operator.track(&instagram("cat")).await.unwrap();
}

#[tokio::test]
async fn account_limit_lowered_keeps_existing_accounts() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let of = |places| SyncGroupRequest {
        max_tiktok_accounts: places,
        ..group("acme", "Acme")
    };
    let id = operator.group(&of(3)).await.unwrap();
    for username in ["one", "two"] {
        operator.track(&tiktok(username)).await.unwrap();
    }
    world.track(id, Platform::Tiktok, "byhand").await;
    operator.group(&of(1)).await.unwrap();
    // Resources that already exist, or that adopt existing rows, are never refused.
    for username in ["one", "two", "byhand"] {
        operator.track(&tiktok(username)).await.unwrap();
    }
    assert_eq!(
        refusal(operator.track(&tiktok("four")).await).0,
        Code::ResourceExhausted
    );
    operator.remove(&tiktok("one")).await.unwrap();
    assert_eq!(
        refusal(operator.track(&tiktok("four")).await).0,
        Code::ResourceExhausted
    );
    assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 2);
    operator.group(&of(3)).await.unwrap();
    operator.track(&tiktok("four")).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 3);
}

#[tokio::test]
async fn video_limit_holds_for_concurrent_syncs_and_keeps_existing_videos() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let of = |videos| SyncGroupRequest {
        max_tiktok_videos: Some(videos),
        ..group("acme", "Acme")
    };
    let film = |n: usize| {
        let id = format!("75267705643677483{n:02}");
        video(&id, &format!("https://www.tiktok.com/@u/video/{id}"))
    };
    operator.group(&of(5)).await.unwrap();
    let syncs: Vec<_> = (0..10)
        .map(|n| {
            let operator = operator.clone();
            tokio::spawn(async move { operator.track(&film(n)).await })
        })
        .collect();
    let mut refusals = Vec::new();
    for sync in syncs {
        if let Err(status) = sync.await.unwrap() {
            refusals.push((status.code(), status.message().to_owned()));
        }
    }
    let text = "Limit reached: 5 single videos. Delete some or ask an admin to raise the limit.";
    assert_eq!(refusals, vec![(Code::ResourceExhausted, text.to_owned()); 5]);
    // Accounts have their own limit.
    operator.track(&tiktok("nasa")).await.unwrap();

    operator.group(&of(1)).await.unwrap();
    let tracked = world.count("SELECT count(*) FROM tracked_videos").await;
    assert_eq!(tracked, 5);
    let refused = operator.track(&film(10)).await;
    assert_eq!(refusal(refused).0, Code::ResourceExhausted);
    operator.group(&of(6)).await.unwrap();
    operator.track(&film(10)).await.unwrap();
}

#[tokio::test]
async fn video_limit_of_former_operator_is_the_default() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    assert_eq!(
        world.one::<i32>("SELECT max_tiktok_videos FROM groups").await,
        100
    );
}

#[tokio::test]
async fn asvs_2_2_2_video_limit_is_enforced_by_the_database() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let id = operator.group(&group("acme", "Acme")).await.unwrap();
    let insert = |videos: i32| {
        sqlx::query(
            "INSERT INTO tracked_videos (group_id, url, video_id, created_at)
             SELECT $1, '', n::text, now() FROM generate_series(1, $2) n",
        )
        .bind(id)
        .bind(videos)
        .execute(&world.owner)
    };
    let error = insert(101).await.unwrap_err();
    let violated = error.as_database_error().unwrap().constraint();
    assert_eq!(violated, Some("tracked_videos_limit"));
    insert(100).await.unwrap();
}
