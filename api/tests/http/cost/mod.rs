//! Tests that all endpoints agree on costs.

mod agreement;
mod settings;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::World;

/// The tracked accounts and videos, their groups, and the views of each item.
const ITEMS: [(&str, &str, &[i64]); 5] = [
    // Tracked only by group A.
    ("instagram", "natgeo", &[1000, 40_000, 0, 7]),
    ("tiktok", "khaby.lame", &[250_000, 3]),
    // Tracked by both groups.
    ("instagram", "shared", &[2000, 900_000]),
    // Tracked only by group B.
    ("instagram", "nasa", &[500]),
    // A single video of group A, whose author is not tracked.
    ("tiktok", "author", &[8000]),
];

async fn with_content() -> World {
    let world = World::new().await;
    for (token, platform, name) in [
        (&world.member_a, "instagram", "natgeo"),
        (&world.member_a, "tiktok", "khaby.lame"),
        (&world.member_a, "instagram", "shared"),
        (&world.member_b, "instagram", "shared"),
        (&world.member_b, "instagram", "nasa"),
    ] {
        world.track(token, platform, name).await;
    }
    world
        .execute("SELECT register_account('tiktok', 'author', now())")
        .await;
    for (platform, name, views) in ITEMS {
        for (n, views) in views.iter().enumerate() {
            let numbers = [Some(*views), Some(3), Some(2), Some(1)];
            world
                .add_item(platform, name, &format!("{name}{n}"), None, numbers)
                .await;
        }
    }
    sqlx::query(
        "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
         SELECT $1, url, external_id, id, now() FROM posts WHERE external_id = 'author0'",
    )
    .bind(world.group_a)
    .execute(&world.owner)
    .await
    .unwrap();
    world
}

async fn set_platform_cost(world: &World, cost: Value) {
    let body = json!({"content_visibility": "all", "cost": cost});
    world.put(&world.admin, "/api/admin/settings", body).await.ok();
}

async fn set_group_cost(world: &World, group: i64, cost: Value) {
    let path = format!("/api/groups/{group}");
    world.patch(&world.admin, &path, json!({"cost": cost})).await.ok();
}

/// Sets the cost of an account for one of the groups that track it.
async fn set_account_cost(world: &World, token: &str, name: &str, cost: Value) {
    let accounts = world.get(token, "/api/instagram/accounts").await.ok();
    let accounts = accounts["accounts"].as_array().unwrap();
    let account = accounts
        .iter()
        .find(|account| account["username"] == name)
        .unwrap();
    let path = format!("/api/instagram/accounts/{}", account["id"]);
    world.patch(&world.admin, &path, json!({"cost": cost})).await.ok();
}

/// Returns the CPM and status of each item of a list by ID.
type Numbers = BTreeMap<i64, Value>;

fn collect(numbers: &mut Numbers, list: &Value) {
    for item in list.as_array().unwrap() {
        let shown = json!([item["cpm"], item["engagement_rate"], item["metrics_status"]]);
        let known = numbers
            .entry(item["id"].as_i64().unwrap())
            .or_insert_with(|| shown.clone());
        assert_eq!(*known, shown, "{item}");
    }
}

/// Returns the items of all lists of a caller, in the scope of one group or of all; asserts that the lists agree.
async fn lists(world: &World, token: &str, group: Option<i64>) -> Numbers {
    let mut numbers = Numbers::new();
    let query = group.map_or(String::new(), |group| format!("?group_id={group}"));
    for (platform, items) in [("instagram", "posts"), ("tiktok", "videos")] {
        let accounts = world
            .get(token, &format!("/api/{platform}/accounts{query}"))
            .await
            .ok();
        for account in accounts["accounts"].as_array().unwrap() {
            let path = format!("/api/{platform}/accounts/{}/{items}{query}", account["id"]);
            collect(&mut numbers, &world.get(token, &path).await.ok()[items]);
        }
    }
    let top = world
        .get(token, &format!("/api/dashboard/top-performers{query}"))
        .await
        .ok();
    collect(&mut numbers, &top["instagram"]);
    collect(&mut numbers, &top["tiktok"]);
    if let Some(group) = group {
        let detail = world.get(token, &format!("/api/groups/{group}")).await.ok();
        collect(&mut numbers, &detail["instagram"]["recent_posts"]);
        collect(&mut numbers, &detail["tiktok"]["recent_videos"]);
        let stats = world
            .get(token, &format!("/api/dashboard/stats{query}"))
            .await
            .ok();
        for platform in ["instagram", "tiktok"] {
            for (name, value) in stats[platform].as_object().unwrap() {
                assert_eq!(&detail[platform][name], value, "{platform} {name}");
            }
        }
    }
    numbers
}

/// The table of all content as a caller sees it.
async fn table(world: &World, token: &str) -> Numbers {
    let mut numbers = Numbers::new();
    let posts = world.get(token, "/api/dashboard/all-instagram-posts").await.ok();
    collect(&mut numbers, &posts["posts"]);
    let videos = world.get(token, "/api/dashboard/all-tiktok-videos").await.ok();
    collect(&mut numbers, &videos["videos"]);
    numbers
}

/// The CPM that each of an author's items has, in the order of [`ITEMS`].
async fn cpms(world: &World, numbers: &Numbers, author: &str) -> Vec<f64> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "SELECT p.id FROM posts p JOIN platform_accounts a ON a.id = p.account_id
         WHERE a.username = $1 ORDER BY p.id",
    )
    .bind(author)
    .fetch_all(&world.owner)
    .await
    .unwrap();
    ids.iter().map(|id| numbers[id][0].as_f64().unwrap()).collect()
}
