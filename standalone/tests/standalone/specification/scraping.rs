//! "Scraping": intervals and triggers.

use serde_json::json;

use super::installation::Installation;
use super::shape::{MESSAGE, PER_PLATFORM, has};
use crate::support::eventually;

#[tokio::test]
async fn scraping_calls_follow_specification() {
    let installation = Installation::start().await.with_content().await;
    let (admin, member) = (&installation.admin, &installation.member);

    // GET /scraping/intervals: minutes; Instagram 60, TikTok 15.
    let intervals = admin.get("/scraping/intervals").await.ok();
    has(&intervals, PER_PLATFORM);
    assert_eq!(
        (&intervals["instagram"], &intervals["tiktok"]),
        (&json!(60), &json!(15))
    );

    // PUT /scraping/intervals {instagram, tiktok}: whole numbers from 5 to 1440.
    let set = async |instagram: serde_json::Value| {
        admin
            .put(
                "/scraping/intervals",
                json!({"instagram": instagram, "tiktok": 1440}),
            )
            .await
    };
    for wrong in [json!(4), json!(1441), json!(7.5), json!("60")] {
        assert_eq!(set(wrong).await.status, 422);
    }
    assert_eq!(set(json!(5)).await.ok()["message"], "Intervals updated");
    let intervals = admin.get("/scraping/intervals").await.ok();
    assert_eq!(
        (&intervals["instagram"], &intervals["tiktok"]),
        (&json!(5), &json!(1440))
    );
    let refused = member
        .put("/scraping/intervals", json!({"instagram": 60, "tiktok": 60}))
        .await;
    refused.refused(403, "Access denied");

    // POST /scraping/trigger/{platform} {group_id} returns {message}.
    for platform in ["instagram", "tiktok"] {
        let path = format!("/scraping/trigger/{platform}");
        let body = json!({"group_id": installation.group});
        member
            .post(&path, body.clone())
            .await
            .refused(403, "Access denied");
        let triggered = admin.post(&path, body).await.ok();
        has(&triggered, MESSAGE);
        for run in triggered["run_ids"].as_array().unwrap() {
            let path = format!("/scraping/runs/{}", run.as_str().unwrap());
            eventually("the triggered run", async || {
                (member.get(&path).await.ok()["status"] == "completed").then_some(())
            })
            .await;
        }
    }
    assert_eq!(
        admin
            .post(
                "/scraping/trigger/youtube",
                json!({"group_id": installation.group})
            )
            .await
            .status,
        404
    );
}
