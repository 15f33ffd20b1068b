//! "Instagram" and "TikTok", which differ only in their terms.

use serde_json::{Value, json};

use super::installation::{Installation, SESSION};
use super::shape::{
    INSTAGRAM_ACCOUNT, INSTAGRAM_POST, MESSAGE, SCRAPE, Shape, TIKTOK_ACCOUNT, TIKTOK_VIDEO, all_have, has,
};

struct Platform {
    name: &'static str,
    /// Posts or videos.
    items: &'static str,
    processed: &'static str,
    count: &'static str,
    account: Shape,
    item: Shape,
}

const INSTAGRAM: Platform = Platform {
    name: "instagram",
    items: "posts",
    processed: "posts_processed",
    count: "post_count",
    account: INSTAGRAM_ACCOUNT,
    item: INSTAGRAM_POST,
};

const TIKTOK: Platform = Platform {
    name: "tiktok",
    items: "videos",
    processed: "videos_processed",
    count: "video_count",
    account: TIKTOK_ACCOUNT,
    item: TIKTOK_VIDEO,
};

#[tokio::test]
async fn instagram_calls_follow_specification() {
    calls_of(&INSTAGRAM).await;
}

#[tokio::test]
async fn tiktok_calls_follow_specification() {
    calls_of(&TIKTOK).await;
}

async fn calls_of(platform: &Platform) {
    let installation = Installation::start().await;
    let (member, admin) = (&installation.member, &installation.admin);
    admin
        .post("/scraping/sessions", json!({"sessions": [SESSION]}))
        .await
        .ok();
    let names = installation.names(platform.name);
    let accounts = format!("/{}/accounts", platform.name);
    let list = async || member.get(&accounts).await.ok()["accounts"].clone();

    // POST /…/scrape-all without accounts: 'No accounts to scrape'.
    let scrape_all = format!("/{}/scrape-all", platform.name);
    member
        .poke(&scrape_all)
        .await
        .refused(400, "No accounts to scrape");

    // POST /…/accounts {username, group_id?}.
    let added = member.post(&accounts, json!({"username": names[0]})).await.ok();
    has(&added, platform.account);
    assert_eq!(
        (&added["username"], &added[platform.count], &added["last_scraped"]),
        (&json!(names[0]), &json!(0), &Value::Null)
    );
    assert_eq!(
        member.post(&accounts, json!({"username": names[0]})).await.status,
        409
    );
    assert_eq!(member.post(&accounts, json!({"username": " "})).await.status, 422);
    let by_admin = admin
        .post(
            &accounts,
            json!({"username": format!("@{}", names[1]), "group_id": installation.group}),
        )
        .await;
    assert_eq!(by_admin.ok()["username"], names[1]);

    // POST /…/accounts/bulk {accounts:[{username}], group_id?} returns {message, added_count}.
    let rows =
        json!({"accounts": [{"username": "some.body"}, {"username": names[0]}, {"username": "not a name"}]});
    let bulk = member.post(&format!("{accounts}/bulk"), rows).await.ok();
    has(&bulk, MESSAGE);
    assert_eq!(bulk["added_count"], 1);
    let statuses: Vec<_> = bulk["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["status"].clone())
        .collect();
    assert_eq!(statuses, ["added", "duplicate", "invalid"]);

    // GET /…/accounts?group_id={id} returns {accounts[]}.
    all_have(&list().await, platform.account);
    assert_eq!(list().await.as_array().unwrap().len(), 3);
    let of_group = admin
        .get(&format!("{accounts}?group_id={}", installation.group))
        .await
        .ok();
    assert_eq!(of_group["accounts"].as_array().unwrap().len(), 3);

    // POST /…/accounts/bulk-delete {account_ids} returns {message}.
    let deleted = list()
        .await
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["username"] == "some.body")
        .unwrap()["id"]
        .clone();
    has(
        &member
            .post(
                &format!("{accounts}/bulk-delete"),
                json!({"account_ids": [deleted]}),
            )
            .await
            .ok(),
        MESSAGE,
    );
    assert_eq!(list().await.as_array().unwrap().len(), 2);

    // POST /…/accounts/{id}/refresh returns {posts_processed} or {videos_processed}.
    let account = format!("{accounts}/{}", added["id"]);
    let refreshed = member.poke(&format!("{account}/refresh")).await.ok();
    has(&refreshed, SCRAPE);
    let again = member.poke(&format!("{account}/refresh")).await.ok();
    assert_eq!(again[platform.processed], 0, "the clock is stopped");
    assert_eq!(again["message"], "Profile is up to date - no new posts/videos");

    // GET /…/accounts/{id}/posts returns {posts[], total}; the same for videos.
    let items = member.get(&format!("{account}/{}", platform.items)).await.ok();
    all_have(&items[platform.items], platform.item);
    let total = items["total"].as_i64().unwrap();
    // None are new if the schedule has read the account before.
    let processed = refreshed[platform.processed].as_i64().unwrap();
    assert!(
        total > 0 && [0, total].contains(&processed),
        "{refreshed} {items}"
    );
    assert!(list().await[0]["last_scraped"].is_string() || list().await[1]["last_scraped"].is_string());

    // POST /…/scrape-all {group_id?} returns {status, message, results[{status}]}.
    let scraped = admin
        .post(&scrape_all, json!({"group_id": installation.group}))
        .await
        .ok();
    has(&scraped, SCRAPE);
    let results = scraped["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert!(results.iter().all(|one| one["status"] == "success"), "{scraped}");

    // DELETE /…/accounts/{id}.
    assert_eq!(member.delete(&account).await.ok()["message"], "Account deleted");
    assert_eq!(member.delete(&account).await.status, 404);
    assert_eq!(list().await.as_array().unwrap().len(), 1);
}
