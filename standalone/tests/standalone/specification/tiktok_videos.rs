//! "TikTok": videos added one by one.

use serde_json::json;

use super::installation::Installation;
use super::shape::TIKTOK_VIDEO;
use super::shape::has;

#[tokio::test]
async fn video_calls_by_url_follow_specification() {
    let installation = Installation::start().await.with_content().await;
    let member = &installation.member;
    // The URL of an existing video of an account that the group does not track.
    let accounts = member.get("/tiktok/accounts").await.ok()["accounts"].clone();
    let account = format!("/tiktok/accounts/{}", accounts[0]["id"]);
    let url = member.get(&format!("{account}/videos")).await.ok()["videos"][0]["url"].clone();
    member.delete(&account).await.ok();

    // POST /tiktok/videos/add {urls[]}.
    let body = json!({"urls": [url, url, "https://example.com/@a/video/7301234567890123456"]});
    let added = member.post("/tiktok/videos/add", body).await.ok();
    assert_eq!(
        (&added["message"], &added["added_count"]),
        (&json!("1 video added, 1 duplicate, 1 invalid"), &json!(1))
    );
    let statuses: Vec<_> = added["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["status"].clone())
        .collect();
    assert_eq!(statuses, ["added", "duplicate", "invalid"]);

    // The account that holds them is hidden from account lists and scrape counts.
    assert_eq!(member.get("/tiktok/accounts").await.ok()["accounts"], json!([]));
    assert_eq!(member.get("/dashboard/stats").await.ok()["accounts"]["tiktok"], 0);
    let scraped = member.poke("/tiktok/scrape-all").await.ok();
    assert_eq!(scraped["results"], json!([]), "{scraped}");
    let videos = member.get("/tiktok/videos").await.ok();
    let video = &videos["videos"][0];
    has(video, TIKTOK_VIDEO);
    assert!(video["views"].as_i64().unwrap() > 0, "{videos}");
    member
        .delete(&format!("/tiktok/videos/{}", video["tracked_id"]))
        .await
        .ok();
    assert_eq!(member.get("/tiktok/videos").await.ok()["videos"], json!([]));
}
