//! Tests of resources that adopt existing rows and their data.

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;

use super::operator::{Operator, group, instagram, tiktok, video};

/// Returns all data as text, without the names of resources. The resource determines the group's name.
const EVERYTHING: &str = "
    SELECT string_agg(part, E'\\n' ORDER BY part) FROM (
        SELECT concat('users ', to_jsonb(u)) FROM users u
        UNION ALL SELECT concat('groups ', (to_jsonb(g) - '{resource,namespace,managed_by,name}'::text[])) FROM groups g
        UNION ALL SELECT concat('accounts ', (to_jsonb(t) - '{resource,managed_by}'::text[])) FROM tracked_accounts t
        UNION ALL SELECT concat('videos ', (to_jsonb(v) - '{resource,managed_by}'::text[])) FROM tracked_videos v
        UNION ALL SELECT concat('platform accounts ', to_jsonb(a)) FROM platform_accounts a
        UNION ALL SELECT concat('posts ', to_jsonb(p)) FROM posts p
        UNION ALL SELECT concat('measurements ', to_jsonb(m)) FROM post_metrics m
        UNION ALL SELECT concat('counters ', to_jsonb(c)) FROM account_counters c
        UNION ALL SELECT concat('days ', to_jsonb(d)) FROM account_days d
        UNION ALL SELECT concat('audit ', to_jsonb(l)) FROM audit_log l
    ) everything (part)";

#[tokio::test]
async fn adopted_group_keeps_users_and_collected_data() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let acme = world.group("Acme").await;
    let cat = world.track(acme, Platform::Instagram, "cat").await;
    let nasa = world.track(acme, Platform::Tiktok, "nasa").await;
    let short = "https://vm.tiktok.com/ZMabc1234/";
    let link = world.track_video(acme, None, Some(short)).await;
    let id = "7526770564367748360";
    let direct = world.track_video(acme, Some(id), None).await;
    sqlx::query(
        "INSERT INTO users (username, group_id, password_hash, created_at)
         VALUES ('mara', $1, 'x', now())",
    )
    .bind(acme)
    .execute(&world.owner)
    .await
    .unwrap();
    world
        .scrape(Platform::Instagram, cat, vec![seen("1", 10, 1), seen("2", 20, 2)])
        .await;
    world.scrape(Platform::Tiktok, nasa, vec![seen(id, 30, 3)]).await;
    let before: String = world.one(EVERYTHING).await;

    let acme_resource = group("acme", "ACME");
    let url = format!("https://www.tiktok.com/@u/video/{id}");
    for _ in 0..2 {
        assert_eq!(operator.group(&group("acme", "Acme")).await.unwrap(), acme);
        assert_eq!(operator.track(&instagram("cat")).await.unwrap(), cat);
        assert_eq!(operator.track(&tiktok("nasa")).await.unwrap(), nasa);
        assert_eq!(operator.track(&video("link", short)).await.unwrap(), link);
        assert_eq!(operator.track(&video("direct", &url)).await.unwrap(), direct);
        assert_eq!(world.one::<String>(EVERYTHING).await, before);
    }
    assert_eq!(operator.group(&acme_resource).await.unwrap(), acme);
    assert_eq!(
        world
            .one::<Vec<String>>(
                "SELECT array_agg(r ORDER BY r) FROM (
                     SELECT resource FROM groups UNION ALL SELECT resource FROM tracked_accounts
                     UNION ALL SELECT resource FROM tracked_videos) n (r)"
            )
            .await,
        ["acme", "cat", "direct", "link", "nasa"]
    );
}

#[tokio::test]
async fn adopted_account_keeps_its_open_run() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let acme = world.group("Acme").await;
    let nasa = world.track(acme, Platform::Tiktok, "nasa").await;
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(nasa)).await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    assert_eq!(operator.track(&tiktok("nasa")).await.unwrap(), nasa);
    worker.page(vec![seen("1", 10, 1)]).await.unwrap();
    worker.end(clipmeter_proto::v1::Outcome::Ok).await.unwrap();
    assert_eq!(worker.complete().await.unwrap().items_new, 1);
}
