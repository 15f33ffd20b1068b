//! Tests of group limits.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::{Platform, SyncGroupRequest};
use tonic::Code;

use super::operator::{Operator, group, instagram, refusal, tiktok, video};

#[tokio::test]
async fn account_limit_holds_for_twenty_concurrent_syncs() {
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
    let text = "This group may track at most 10 TikTok accounts. Delete one first, or ask an administrator to raise the limit.";
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
async fn video_limit_is_separate_from_account_limit() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let id = operator.group(&group("acme", "Acme")).await.unwrap();
    sqlx::query(
        "INSERT INTO tracked_videos (group_id, url, video_id, created_at)
         SELECT $1, '', (7526770564367000000 + n)::text, now() FROM generate_series(1, 9999) n",
    )
    .bind(id)
    .execute(&world.owner)
    .await
    .unwrap();
    let of = |id| video(id, &format!("https://www.tiktok.com/@u/video/{id}"));
    operator.track(&of("7526770564367748360")).await.unwrap();
    operator.track(&of("7526770564367000001")).await.unwrap();
    assert_eq!(
        refusal(operator.track(&of("7526770564367748361")).await),
        (
            Code::ResourceExhausted,
            "A group may track at most 10000 single videos. Delete some first.".to_owned()
        )
    );
}
