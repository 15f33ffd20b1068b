//! The list of runs.

use std::time::Duration;

use clipmeter_proto::v1::{Outcome, RequestStats, UnitReport};
use serde_json::json;

use super::{listed, waiting};
use crate::support::{World, run};

#[test]
fn run_list_shows_run_from_queued_to_completed() {
    run(async {
        let world = World::new().await;
        let run = waiting(&world, "instagram", &["natgeo", "nasa", "bbcearth"]).await;
        let queued = json!({
            "id": run,
            "platform": "instagram",
            "trigger": "request",
            "status": "queued",
            "accounts": 3,
            "done": 0,
            "failed": 0,
            "retriable": 0,
            "items_new": 0,
            "items_updated": 0,
            "requests": 0,
            "bytes": 0,
            "opened_at": "2026-11-21T10:00:00Z",
            "taken_at": null,
            "ended_at": null,
            "seconds": null,
            "session_class": null,
            "end_reason": null,
            "closing_reason": "",
            "retry_of": null,
        });
        assert_eq!(listed(&world, run).await, queued);

        // The time to start a Job is not included in the run's duration.
        world.clock.advance(Duration::from_secs(20));
        let mut scraper = world.take(run).await.unwrap();
        let cost = |session_id, requests, bytes| UnitReport {
            requests,
            bytes,
            request_stats: vec![RequestStats {
                endpoint: "feed_user".to_owned(),
                outcome: Outcome::Ok.into(),
                session_id,
                requests,
                bytes,
            }],
            ..UnitReport::default()
        };
        world.clock.advance(Duration::from_secs(10));
        scraper
            .end_account_with("natgeo", Outcome::Ok, cost(0, 3, 700))
            .await;
        let running = listed(&world, run).await;
        assert_eq!(
            (&running["status"], &running["done"], &running["failed"]),
            (&json!("running"), &json!(1), &json!(0))
        );
        assert_eq!(
            (&running["session_class"], &running["seconds"]),
            (&json!("anonymous"), &json!(null))
        );
        scraper
            .end_account_with("nasa", Outcome::RateLimited, cost(9, 2, 40))
            .await;
        world.clock.advance(Duration::from_secs(32));
        scraper.complete().await.unwrap();
        let ended = listed(&world, run).await;
        assert_eq!(
            ended,
            json!({
                "id": run,
                "platform": "instagram",
                "trigger": "request",
                "status": "completed",
                "accounts": 3,
                "done": 2,
                // One unit that was refused, and one that the run did not reach.
                "failed": 2,
                "retriable": 2,
                "items_new": 0,
                "items_updated": 0,
                "requests": 5,
                "bytes": 740,
                "opened_at": "2026-11-21T10:00:00Z",
                "taken_at": "2026-11-21T10:00:20Z",
                "ended_at": "2026-11-21T10:01:02Z",
                "seconds": 42,
                "session_class": "session",
                "end_reason": "completed",
                "closing_reason": "",
                "retry_of": null,
            })
        );
    });
}

#[test]
fn run_list_is_filtered_and_paged() {
    run(async {
        let world = World::new().await;
        let fine = waiting(&world, "instagram", &["natgeo"]).await;
        let mut scraper = world.take(fine).await.unwrap();
        scraper.end_account("natgeo", Outcome::Ok).await;
        scraper.complete().await.unwrap();
        world.clock.advance(Duration::from_mins(1));
        let died = waiting(&world, "tiktok", &["khaby.lame"]).await;
        let runs = world.api.runs();
        runs.close_run(died, "its process is gone").await.unwrap();
        world.clock.advance(Duration::from_mins(1));
        let queued = waiting(&world, "tiktok", &["zachking"]).await;
        world.clock.advance(Duration::from_mins(1));
        let running = waiting(&world, "instagram", &["nasa"]).await;
        let _scraper = world.take(running).await.unwrap();

        let all = [running, queued, died, fine];
        for (query, expected) in [
            ("", &all[..]),
            ("?platform=instagram", &[running, fine]),
            ("?trigger=request", &all),
            ("?trigger=retry", &[]),
            ("?trigger=schedule", &[]),
            ("?status=queued", &[queued]),
            ("?status=running", &[running]),
            ("?status=completed", &[died, fine]),
            ("?status=completed&platform=tiktok", &[died]),
            ("?failed=true", &[died]),
            ("?failed=false", &[running, queued, fine]),
            ("?from=2026-11-21T10:02:00Z", &[running, queued]),
            ("?to=2026-11-21T10:02:00Z", &[died, fine]),
            ("?per_page=2&page=2", &[died, fine]),
            ("?per_page=3&page=2", &[fine]),
            ("?page=9", &[]),
        ] {
            let list = world
                .get(&world.admin, &format!("/api/scraping/runs{query}"))
                .await
                .ok();
            let ids: Vec<_> = list["runs"]
                .as_array()
                .unwrap()
                .iter()
                .map(|run| run["id"].clone())
                .collect();
            let expected: Vec<_> = expected.iter().map(|run| json!(run)).collect();
            assert_eq!(ids, expected, "{query}");
        }
        let paged = world
            .get(&world.admin, "/api/scraping/runs?per_page=3")
            .await
            .ok();
        assert_eq!((&paged["total"], &paged["pages"]), (&json!(4), &json!(2)));
        let closed = listed(&world, died).await;
        assert_eq!(
            (
                &closed["end_reason"],
                &closed["closing_reason"],
                &closed["seconds"]
            ),
            (&json!("closed"), &json!("its process is gone"), &json!(null)),
            "it was never leased"
        );
        for query in [
            "?status=ended",
            "?per_page=101",
            "?failed=maybe",
            "?from=%2B10000-01-01T00:00:00Z",
        ] {
            let path = format!("/api/scraping/runs{query}");
            world
                .get(&world.admin, &path)
                .await
                .refused(422, "invalid_request");
        }
    });
}
