//! The accounts of a run.

use clipmeter_proto::v1::{Outcome, UnitReport};
use serde_json::{Value, json};
use uuid::Uuid;

use super::waiting;
use crate::support::{World, run};

async fn units(world: &World, run: Uuid, query: &str) -> Vec<Value> {
    let path = format!("/api/scraping/runs/{run}/units{query}");
    let response = world.get(&world.admin, &path).await.ok();
    response["units"].as_array().unwrap().clone()
}

#[test]
fn run_units_show_outcome_cost_and_groups() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_b, "tiktok", "zachking").await;
        let video = json!({"urls": ["https://www.tiktok.com/@u/video/7526770564367748360"]});
        for member in [&world.member_a, &world.member_b] {
            world
                .post(member, "/api/tiktok/videos/add", video.clone())
                .await
                .ok();
        }
        let run = waiting(&world, "tiktok", &["khaby.lame", "zachking"]).await;
        let mut scraper = world.take(run).await.unwrap();
        let report = UnitReport {
            requests: 2,
            bytes: 300,
            started_at: 1_795_000_000,
            observed_at: 1_795_000_007,
            detail: "user_page: HTTP 403".to_owned(),
            ..UnitReport::default()
        };
        scraper
            .end_account_with("zachking", Outcome::Blocked, report)
            .await;
        let found = units(&world, run, "").await;
        let (a, b) = (
            json!({"id": world.group_a, "name": "Group A"}),
            json!({"id": world.group_b, "name": "Group B"}),
        );
        assert_eq!(
            found[0],
            json!({
                "id": found[0]["id"],
                "username": "zachking",
                "video_id": null,
                "url": null,
                "groups": [a, b],
                "status": "blocked",
                "status_text": "The platform is limiting requests. Retrying later.",
                "handling": "Tries another endpoint; puts the address on cooldown for minutes; backs off",
                "detail": "user_page: HTTP 403",
                "items_new": 0,
                "items_updated": 0,
                "requests": 2,
                "bytes": 300,
                "seconds": 7,
                "session_class": "none",
            })
        );
        assert_eq!(
            (&found[1]["username"], &found[1]["groups"], &found[1]["status"]),
            (&json!("khaby.lame"), &json!([a]), &json!("pending"))
        );
        assert_eq!(
            (&found[2]["video_id"], &found[2]["groups"], &found[2]["username"]),
            (&json!("7526770564367748360"), &json!([a, b]), &json!(null))
        );
        assert!(
            found[1]["handling"].is_null() && found[1]["session_class"].is_null(),
            "{found:?}"
        );
        assert_eq!(units(&world, run, "?failed=true").await, found[..1]);
        assert_eq!(units(&world, run, "?failed=false").await, found[1..]);

        // When the run has ended, units that it did not reach have failed.
        scraper.complete().await.unwrap();
        let failed = units(&world, run, "?failed=true").await;
        assert_eq!(failed.len(), 3);
        assert_eq!(failed[1]["status"], "interrupted");
        let unknown_run = format!("/api/scraping/runs/{}/units", Uuid::new_v4());
        world
            .get(&world.admin, &unknown_run)
            .await
            .refused(404, "not_found");
    });
}
