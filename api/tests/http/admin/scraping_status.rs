//! Tests of the progress of runs and the scraping status.

use std::time::Duration;

use clipmeter_domain::Platform;
use clipmeter_domain::metric::Metric;
use serde_json::{Value, json};

use crate::support::{ADMIN_PASSWORD, Script, World, run};

async fn status(world: &World, admin: &str) -> Value {
    world.get(admin, "/api/admin/scraping/status").await.ok()
}

async fn progress(world: &World, token: &str, run: &Value) -> Value {
    let path = format!("/api/scraping/runs/{}", run.as_str().unwrap());
    world.get(token, &path).await.ok()
}

#[test]
fn run_progress_is_visible_to_groups_tracking_its_accounts() {
    run(async {
        let world = World::new().await;
        world.starter.set(Script::Hang);
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        world.track(&world.member_b, "tiktok", "zachking").await;
        let videos = json!({"urls": ["https://www.tiktok.com/@u/video/7526770564367748360"]});
        for member in [&world.member_a, &world.member_b] {
            world
                .post(member, "/api/tiktok/videos/add", videos.clone())
                .await
                .ok();
        }
        let response = world.poke(&world.admin, "/api/tiktok/scrape-all").await.ok();
        let id = &response["run_ids"][0];
        let all = progress(&world, &world.admin, id).await;
        assert_eq!(
            all,
            json!({
                "id": id,
                "platform": "tiktok",
                "status": "queued",
                "total": 3,
                "videos": 1,
                "done": 0,
                "failed": 0,
                "items_new": 0,
                "items_updated": 0,
                "started_at": "2026-11-21T10:00:00Z",
                "ended_at": null,
                "results": [
                    {"username": "khaby.lame", "status": "pending", "new": 0, "updated": 0},
                    {"username": "zachking", "status": "pending", "new": 0, "updated": 0},
                ],
            })
        );
        let uuid = id.as_str().unwrap().parse().unwrap();
        world.api.runs().fetch_batch(uuid, None, "").await.unwrap();
        world
            .execute(
                "UPDATE run_units u SET outcome = 'ok', assigned = false, items_new = 7, items_updated = 2
             FROM platform_accounts a WHERE a.id = u.account_id AND a.username = 'zachking'",
            )
            .await;
        // The video is scraped for the row of one group, and the other group also tracks it.
        let of_b = progress(&world, &world.member_b, id).await;
        assert_eq!(
            (&of_b["status"], &of_b["total"], &of_b["done"], &of_b["items_new"]),
            (&json!("running"), &json!(2), &json!(1), &json!(7))
        );
        assert_eq!((&of_b["videos"], &of_b["failed"]), (&json!(1), &json!(0)));
        let of_a = progress(&world, &world.member_a, id).await;
        assert_eq!(
            (
                &of_a["total"],
                &of_a["done"],
                &of_a["items_new"],
                &of_a["results"][0]["username"]
            ),
            (&json!(2), &json!(0), &json!(0), &json!("khaby.lame"))
        );
        world
            .execute("UPDATE run_units SET outcome = 'blocked', assigned = false WHERE account_id IS NULL")
            .await;
        let of_a = progress(&world, &world.member_a, id).await;
        assert_eq!((&of_a["done"], &of_a["failed"]), (&json!(1), &json!(1)));
        world.api.runs().close_run(uuid, "done").await.unwrap();
        // Units that the run did not reach have failed too; the video has no row in the results.
        let of_b = progress(&world, &world.member_b, id).await;
        assert_eq!((&of_b["total"], &of_b["failed"]), (&json!(2), &json!(1)));
        let of_a = progress(&world, &world.member_a, id).await;
        assert_eq!((&of_a["videos"], &of_a["failed"]), (&json!(1), &json!(2)));
        assert_eq!(of_a["results"].as_array().unwrap().len(), 1);
        assert_eq!(
            (&of_a["status"], &of_a["ended_at"], &of_a["results"][0]["status"]),
            (
                &json!("completed"),
                &json!("2026-11-21T10:00:00Z"),
                &json!("interrupted")
            )
        );
    });
}

#[test]
fn run_progress_of_other_groups_returns_404() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        let response = world
            .poke(&world.member_a, "/api/instagram/scrape-all")
            .await
            .ok();
        let path = format!("/api/scraping/runs/{}", response["run_ids"][0].as_str().unwrap());
        world.get(&world.member_a, &path).await.ok();
        world.get(&world.member_b, &path).await.refused(404, "not_found");
        let unknown = "/api/scraping/runs/00000000-0000-0000-0000-000000000000";
        for path in [unknown, "/api/scraping/runs/1"] {
            world.get(&world.admin, path).await.refused(404, "not_found");
        }
    });
}

#[test]
fn scrape_trigger_starts_platform_for_group() {
    run(async {
        let world = World::new().await;
        world.starter.set(Script::Hang);
        let path = "/api/scraping/trigger/instagram";
        let body = json!({"group_id": world.group_a});
        world
            .post(&world.admin, path, body.clone())
            .await
            .refused(400, "no_accounts");
        world.track(&world.member_a, "instagram", "natgeo").await;
        world.track(&world.member_b, "instagram", "nasa").await;
        let response = world.post(&world.admin, path, body.clone()).await.ok();
        assert_eq!(response["message"], "Scraping started");
        let again = world.post(&world.admin, path, body.clone()).await.ok();
        assert_eq!(response["run_ids"], again["run_ids"], "it joins the open run");
        assert_eq!(world.count("SELECT count(*) FROM run_units").await, 1);

        world
            .post(&world.member_a, path, body.clone())
            .await
            .refused(403, "access_denied");
        world
            .post(&world.admin, "/api/scraping/trigger/youtube", body)
            .await
            .refused(404, "not_found");
        world
            .post(&world.admin, path, json!({"group_id": 0}))
            .await
            .refused(404, "not_found");
        world
            .post(&world.admin, path, json!({}))
            .await
            .refused(422, "invalid_request");
    });
}

#[test]
fn stats_overview_counts_everything_or_one_group() {
    run(async {
        let world = World::new().await;
        for (member, platform, username) in [
            (&world.member_a, "instagram", "natgeo"),
            (&world.member_b, "instagram", "natgeo"),
            (&world.member_b, "tiktok", "khaby.lame"),
        ] {
            world.track(member, platform, username).await;
        }
        let counts = [Some(100), Some(10), Some(5), Some(1)];
        for (platform, username, id) in [
            ("instagram", "natgeo", "1"),
            ("instagram", "natgeo", "2"),
            ("tiktok", "khaby.lame", "3"),
        ] {
            world.add_item(platform, username, id, None, counts).await;
        }
        // One was collected slightly more than a day ago, one exactly a day ago.
        for (id, at) in [("1", "2026-11-20T09:59:59Z"), ("2", "2026-11-20T10:00:00Z")] {
            sqlx::query("UPDATE posts SET first_seen_at = $2::text::timestamptz WHERE external_id = $1")
                .bind(id)
                .bind(at)
                .execute(&world.owner)
                .await
                .unwrap();
        }
        world
            .execute("UPDATE users SET is_active = false WHERE username = 'bob'")
            .await;
        let path = "/api/admin/stats/overview";
        let mut overview = world.get(&world.admin, path).await.ok();
        let engagement = overview.as_object_mut().unwrap().remove("engagement").unwrap();
        assert_eq!(
            overview,
            json!({
                "users": {"total": 3, "active": 2},
                "accounts": {"instagram": 1, "tiktok": 1},
                "content": {
                    "instagram_posts": 2,
                    "tiktok_videos": 1,
                    "recent_instagram": 1,
                    "recent_tiktok": 1,
                },
            })
        );
        assert_eq!(engagement["instagram"]["views"], 200);
        assert_eq!(engagement["tiktok"]["views"], 100);
        let stats = world.get(&world.admin, "/api/dashboard/stats").await.ok();
        for platform in [Platform::Instagram, Platform::Tiktok] {
            let (shown, totals) = (&engagement[platform.code()], &stats[platform.code()]);
            assert_eq!(shown["viewed"], totals["viewed"]);
            let reported = Metric::counts().filter(|count| platform.reports(*count));
            for count in reported.map(Metric::definition) {
                assert!(shown[count.field].is_i64(), "{shown}");
                assert_eq!(
                    shown[count.field], totals[count.total_field],
                    "{platform:?} {}",
                    count.field
                );
            }
        }
        let of_a = world
            .get(&world.admin, &format!("{path}?group_id={}", world.group_a))
            .await
            .ok();
        assert_eq!(of_a["users"], json!({"total": 1, "active": 1}));
        assert_eq!(of_a["accounts"], json!({"instagram": 1, "tiktok": 0}));
        assert_eq!(
            (
                &of_a["content"]["recent_instagram"],
                &of_a["content"]["recent_tiktok"]
            ),
            (&json!(1), &json!(0))
        );
        world
            .get(&world.admin, &format!("{path}?group_id=0"))
            .await
            .refused(404, "not_found");
    });
}

#[test]
fn scraping_status_counts_pending_running_failing_and_recent() {
    run(async {
        let world = World::new().await;
        let mut admin = world.admin.clone();
        let counts = |instagram: i64, tiktok: i64| json!({"instagram": instagram, "tiktok": tiktok});
        let sessions = json!({"usable": 0, "required": 1});
        for username in ["natgeo", "nasa"] {
            world.track(&world.member_a, "instagram", username).await;
        }
        world.track(&world.member_b, "instagram", "natgeo").await;
        world.track(&world.member_b, "tiktok", "khaby.lame").await;
        assert_eq!(
            status(&world, &admin).await,
            json!({
                "pending": counts(2, 1),
                "recent": counts(0, 0),
                "running": counts(0, 0),
                "failing": counts(0, 0),
                "sessions": sessions,
            }),
            "an account of two groups is one"
        );
        world.poke(&world.admin, "/api/instagram/scrape-all").await.ok();
        world.starter.set(Script::End("not_found"));
        world.poke(&world.admin, "/api/tiktok/scrape-all").await.ok();
        assert_eq!(
            status(&world, &admin).await,
            json!({
                "pending": counts(0, 0),
                "recent": counts(2, 0),
                "running": counts(0, 0),
                "failing": counts(0, 1),
                "sessions": sessions,
            })
        );
        world.starter.set(Script::Hang);
        let body = json!({"group_id": world.group_b});
        world
            .post(&world.admin, "/api/scraping/trigger/instagram", body)
            .await
            .ok();
        let running = status(&world, &admin).await;
        assert_eq!(
            (&running["running"], &running["pending"]),
            (&counts(1, 0), &counts(1, 0))
        );
        // A day later, everything is due, and nothing is recent.
        world.clock.advance(Duration::from_hours(24));
        admin = world.sign_in("admin", ADMIN_PASSWORD).await;
        assert_eq!(
            status(&world, &admin).await["recent"],
            counts(2, 0),
            "the window includes its start"
        );
        world.clock.advance(Duration::from_secs(1));
        let later = status(&world, &admin).await;
        assert_eq!(
            (&later["recent"], &later["pending"]),
            (&counts(0, 0), &counts(2, 1))
        );
        // Accounts that no active group tracks are not pending.
        sqlx::query("UPDATE groups SET is_active = false WHERE id = $1")
            .bind(world.group_b)
            .execute(&world.owner)
            .await
            .unwrap();
        assert_eq!(status(&world, &admin).await["pending"], counts(2, 0));
    });
}
