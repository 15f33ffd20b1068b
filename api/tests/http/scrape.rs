//! Tests of requested scrapes.

use std::time::Duration;

use futures::future::join;
use serde_json::json;

use crate::support::{Script, World, run};

/// Maximum duration of requests that do not wait, or whose run ends, which take milliseconds; below the
/// wait of five minutes for a run that hangs.
const TIMEOUT: Duration = Duration::from_mins(2);

#[test]
fn refresh_waits_for_end_and_counts_new_items() {
    run(async {
        let world = World::new().await;
        let post = world.track(&world.member_a, "instagram", "natgeo").await;
        let response = world
            .poke(
                &world.member_a,
                &format!("/api/instagram/accounts/{post}/refresh"),
            )
            .await
            .ok();
        let run = world.starter.started.lock().unwrap()[0];
        assert_eq!(
            response,
            json!({
                "status": "completed",
                "message": "3 new items",
                "posts_processed": 3,
                "items_updated": 0,
                "run_id": run,
            })
        );
        let video = world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let response = world
            .poke(&world.member_a, &format!("/api/tiktok/accounts/{video}/refresh"))
            .await
            .ok();
        assert_eq!(response["videos_processed"], 3);
        assert_eq!(
            world
                .count("SELECT count(*) FROM runs WHERE trigger = 'request'")
                .await,
            2
        );
    });
}

#[test]
fn refresh_of_long_run_returns_processing_and_is_joined() {
    run(async {
        let world = World::new().await;
        world.starter.set(Script::Hang);
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        let path = format!("/api/instagram/accounts/{id}/refresh");
        let (first, second) = join(
            world.poke(&world.member_a, &path),
            world.poke(&world.member_a, &path),
        )
        .await;
        let run = world.starter.started.lock().unwrap()[0];
        for response in [first.ok(), second.ok()] {
            assert_eq!(
                (
                    &response["status"],
                    &response["posts_processed"],
                    &response["run_id"]
                ),
                (&json!("processing"), &json!(0), &json!(run))
            );
        }
        assert_eq!(
            world.starter.started.lock().unwrap().len(),
            1,
            "the second call joins the first one's run"
        );
    });
}

#[test]
fn refresh_returns_as_soon_as_run_ends() {
    run(async {
        let world = World::configured(|config| config.run_wait = Duration::from_mins(5)).await;
        world.starter.set(Script::Hang);
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        let end = async {
            let run = world.starter.first_start().await;
            sqlx::query("UPDATE run_units SET outcome = 'ok', assigned = false WHERE run_id = $1")
                .bind(run)
                .execute(&world.owner)
                .await
                .unwrap();
            world.api.runs().close_run(run, "done").await.unwrap();
        };
        let path = format!("/api/instagram/accounts/{id}/refresh");
        let both = join(world.poke(&world.member_a, &path), end);
        let (response, ()) = tokio::time::timeout(TIMEOUT, both).await.unwrap();
        let response = response.ok();
        assert_eq!(response["status"], "completed");
        assert_eq!(response["message"], "Profile is up to date - no new posts/videos");
    });
}

#[test]
fn refresh_failure_returns_its_reason() {
    run(async {
        let world = World::new().await;
        let id = world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let path = format!("/api/tiktok/accounts/{id}/refresh");
        world.starter.set(Script::End("not_found"));
        let response = world.poke(&world.member_a, &path).await;
        response.refused(404, "not_found");
        assert!(response.error().contains("Not found on TikTok"), "{response:?}");
        world.starter.set(Script::End("private"));
        let response = world.poke(&world.member_a, &path).await;
        response.refused(502, "scrape_failed");
        assert!(response.error().contains("Private"), "{response:?}");
        world.starter.set(Script::Die);
        let response = world.poke(&world.member_a, &path).await;
        response.refused(502, "scrape_failed");
        assert!(response.error().contains("interrupted"), "{response:?}");
        assert!(
            response.error().contains("when the next update is due"),
            "{response:?}"
        );
        world.starter.set(Script::Fail);
        let response = world.poke(&world.member_a, &path).await;
        response.refused(503, "unavailable");
        assert!(!response.text.contains("no such program"), "{response:?}");
        assert_eq!(
            world
                .count("SELECT count(*) FROM runs WHERE ended_at IS NULL")
                .await,
            0
        );
        assert_eq!(
            world.count("SELECT count(*) FROM run_units WHERE assigned").await,
            0
        );
    });
}

#[test]
fn refresh_of_untracked_account_returns_404() {
    run(async {
        let world = World::configured(|config| config.run_wait = Duration::from_mins(5)).await;
        world
            .poke(&world.member_a, "/api/tiktok/accounts/999999/refresh")
            .await
            .refused(404, "not_found");
        // Deleted during its scrape.
        world.starter.set(Script::Hang);
        let id = world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let delete = async {
            let run = world.starter.first_start().await;
            let account = format!("/api/tiktok/accounts/{id}");
            world.delete(&world.member_a, &account).await.ok();
            world.api.runs().close_run(run, "done").await.unwrap();
        };
        let path = format!("/api/tiktok/accounts/{id}/refresh");
        let both = join(world.poke(&world.member_a, &path), delete);
        let (response, ()) = tokio::time::timeout(TIMEOUT, both).await.unwrap();
        response.refused(404, "not_found");
    });
}

#[test]
fn scrape_all_covers_tracked_accounts_of_scope() {
    run(async {
        let world = World::new().await;
        for path in [
            "/api/instagram/scrape-all",
            "/api/tiktok/scrape-all",
            "/api/dashboard/scrape-all",
        ] {
            let response = world.poke(&world.member_a, path).await;
            response.refused(400, "no_accounts");
            assert_eq!(response.error(), "No accounts to scrape");
        }
        world.track(&world.member_a, "instagram", "natgeo").await;
        world.track(&world.member_a, "instagram", "nasa").await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        world.track(&world.member_b, "tiktok", "zachking").await;

        let response = world
            .poke(&world.member_a, "/api/instagram/scrape-all")
            .await
            .ok();
        assert_eq!(
            response,
            json!({
                "status": "completed",
                "message": "2 accounts updated",
                "results": [
                    {"username": "nasa", "status": "success", "new": 3, "updated": 0},
                    {"username": "natgeo", "status": "success", "new": 3, "updated": 0},
                ],
                "run_ids": *world.starter.started.lock().unwrap(),
            })
        );
        world.starter.set(Script::End("rate_limited"));
        let body = json!({"group_id": world.group_b});
        let response = world
            .post(&world.admin, "/api/tiktok/scrape-all", body)
            .await
            .ok();
        assert_eq!(response["results"].as_array().unwrap().len(), 1);
        assert_eq!(
            (
                &response["results"][0]["username"],
                &response["results"][0]["status"]
            ),
            (&json!("zachking"), &json!("rate_limited"))
        );
        assert!(
            response["results"][0]["error"]
                .as_str()
                .unwrap()
                .contains("Retrying later")
        );
        let response = world.poke(&world.admin, "/api/dashboard/scrape-all").await.ok();
        assert_eq!(
            response["summary"],
            json!({"instagram": {"successful": 0, "failed": 2}, "tiktok": {"successful": 0, "failed": 2}})
        );
        world.starter.set(Script::Hang);
        let response = world
            .poke(&world.member_a, "/api/dashboard/scrape-all")
            .await
            .ok();
        assert_eq!(response["status"], "processing");
        assert_eq!(
            response["summary"]["instagram"],
            json!({"successful": 0, "failed": 0})
        );
        let runs = response["run_ids"].as_array().unwrap().clone();
        assert_eq!(runs.len(), 2, "one per platform");
        let response = world.poke(&world.member_a, "/api/tiktok/scrape-all").await.ok();
        assert_eq!(
            (&response["status"], &response["results"][0]["status"]),
            (&json!("processing"), &json!("pending"))
        );
        assert_eq!(response["results"][0].get("error"), None);
        assert_eq!(
            response["run_ids"],
            json!([runs[1]]),
            "the second click joins the first one's run"
        );
    });
}

#[test]
fn scrape_all_counts_account_of_several_groups_once() {
    run(async {
        let world = World::new().await;
        for member in [&world.member_a, &world.member_b] {
            world.track(member, "instagram", "natgeo").await;
        }
        world.track(&world.member_b, "instagram", "nasa").await;
        let response = world.poke(&world.admin, "/api/instagram/scrape-all").await.ok();
        assert_eq!(response["message"], "2 accounts updated");
        let names: Vec<_> = response["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["username"].clone())
            .collect();
        assert_eq!(names, ["nasa", "natgeo"]);
        let all = world.poke(&world.admin, "/api/dashboard/scrape-all").await.ok();
        assert_eq!(all["summary"]["instagram"], json!({"successful": 2, "failed": 0}));
        world.starter.set(Script::End("private"));
        world.poke(&world.admin, "/api/instagram/scrape-all").await.ok();
        let retried = world.poke(&world.admin, "/api/scraping/retry").await.ok();
        assert_eq!(retried["message"], "Retrying 2 accounts");
    });
}

#[test]
fn scrape_request_is_audited_and_skips_inactive_groups() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        world.track(&world.member_b, "instagram", "nasa").await;
        let toggle = format!("/api/groups/{}/toggle", world.group_b);
        world.poke(&world.admin, &toggle).await.ok();

        let path = "/api/dashboard/scrape-all";
        let all = world.poke(&world.admin, path).await.ok();
        assert_eq!(all["summary"]["instagram"], json!({"successful": 1, "failed": 0}));
        let body = json!({"group_id": world.group_b});
        world
            .post(&world.admin, path, body)
            .await
            .refused(400, "no_accounts");
        let noted = "SELECT count(*) FROM audit_log WHERE action = 'scrape.request' AND username = 'admin'
                     AND details = '{\"platform\": \"instagram\", \"accounts\": 1, \"videos\": 0}'";
        assert_eq!(world.count(noted).await, 1);
    });
}

#[test]
fn suspended_account_is_scraped_only_by_direct_refresh() {
    run(async {
        let world = World::new().await;
        let suspended = world.track(&world.member_a, "instagram", "natgeo").await;
        sqlx::query("UPDATE tracked_accounts SET suspended = true WHERE id = $1")
            .bind(suspended)
            .execute(&world.owner)
            .await
            .unwrap();
        let all = "/api/instagram/scrape-all";
        world.poke(&world.member_a, all).await.refused(400, "no_accounts");
        world.track(&world.member_a, "instagram", "nasa").await;
        let response = world.poke(&world.member_a, all).await.ok();
        assert_eq!(response["results"].as_array().unwrap().len(), 1);
        assert_eq!(response["results"][0]["username"], "nasa");
        let refresh = format!("/api/instagram/accounts/{suspended}/refresh");
        assert_eq!(
            world.poke(&world.member_a, &refresh).await.ok()["status"],
            "completed"
        );
        let accounts = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
        let next: Vec<_> = accounts["accounts"].as_array().unwrap().iter().collect();
        let is_planned = |n: usize| !next[n]["next_scrape"].is_null();
        assert_eq!((is_planned(0), is_planned(1)), (true, false), "{accounts}");
    });
}

#[test]
fn scrape_wait_parameter_is_honored_and_validated() {
    run(async {
        let world = World::configured(|config| config.run_wait = Duration::from_mins(5)).await;
        world.starter.set(Script::Hang);
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let refresh = format!("/api/instagram/accounts/{id}/refresh");
        for path in [
            &refresh,
            "/api/instagram/scrape-all",
            "/api/tiktok/scrape-all",
            "/api/dashboard/scrape-all",
        ] {
            let at_once = format!("{path}?wait=0");
            let at_once = world.poke(&world.member_a, &at_once);
            let response = tokio::time::timeout(TIMEOUT, at_once).await.unwrap().ok();
            assert_eq!(response["status"], "processing", "{path}");
            let run = response.get("run_id").unwrap_or(&response["run_ids"][0]);
            let progress = format!("/api/scraping/runs/{}", run.as_str().unwrap());
            world.get(&world.member_a, &progress).await.ok();
            for wait in ["301", "-1", "", "long", "1.5"] {
                let response = world.poke(&world.member_a, &format!("{path}?wait={wait}")).await;
                response.refused(422, "invalid_request");
            }
            let group_b = format!("{path}?wait=0&group_id={}", world.group_b);
            let response = world.poke(&world.member_a, &group_b).await;
            response.refused(404, "not_found");
        }
    });
}

#[test]
fn scrape_request_with_longer_wait_returns_at_end() {
    run(async {
        let world = World::configured(|config| config.run_wait = Duration::ZERO).await;
        world.starter.set(Script::Hang);
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        let longer = format!("/api/instagram/accounts/{id}/refresh?wait=300");
        let end = async {
            let run = world.starter.first_start().await;
            world
                .execute("UPDATE run_units SET outcome = 'ok', assigned = false")
                .await;
            world.api.runs().close_run(run, "done").await.unwrap();
        };
        let (response, ()) = join(world.poke(&world.member_a, &longer), end).await;
        assert_eq!(response.ok()["status"], "completed");
    });
}
