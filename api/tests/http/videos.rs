//! Tests of single TikTok videos.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{Script, World, run};

const ADD: &str = "/api/tiktok/videos/add";
const LIST: &str = "/api/tiktok/videos";
const ID: &str = "7526770564367748360";

fn statuses(response: &Value) -> Vec<&str> {
    let rows = response["results"].as_array().unwrap();
    rows.iter().map(|row| row["status"].as_str().unwrap()).collect()
}

/// Stores the video with this ID by `author`.
async fn collect(world: &World, author: &str, id: &str, views: i64) {
    sqlx::query(
        "INSERT INTO platform_accounts (platform, username, created_at) VALUES ('tiktok', $1, '2026-11-21T10:00:00Z')",
    )
    .bind(author)
    .execute(&world.owner)
    .await
    .unwrap();
    let numbers = [Some(views), Some(5), Some(3), Some(2)];
    world
        .add_item("tiktok", author, id, Some("2026-11-01T00:00:00Z"), numbers)
        .await;
    sqlx::query(
        "UPDATE tracked_videos SET post_id = (SELECT id FROM posts WHERE external_id = $1), last_outcome = 'ok',
             last_attempt_at = created_at, last_success_at = created_at
         WHERE video_id = $1",
    )
    .bind(id)
    .execute(&world.owner)
    .await
    .unwrap();
}

#[test]
fn video_add_returns_row_per_url_and_detects_duplicates() {
    run(async {
        let world = World::new().await;
        let urls = [
            format!("https://www.tiktok.com/@scout2015/video/{ID}?lang=en"),
            "   ".to_owned(),
            format!("https://m.tiktok.com/v/{ID}.html"),
            "https://vm.tiktok.com/ZMabc1234".to_owned(),
            "vm.tiktok.com/ZMabc1234/?k=1".to_owned(),
            "https://evil.example/@u/video/7526770564367748360".to_owned(),
        ];
        let response = world.post(&world.member_a, ADD, json!({"urls": urls})).await.ok();
        assert_eq!(
            statuses(&response),
            ["added", "duplicate", "added", "duplicate", "invalid"]
        );
        assert_eq!(
            (&response["message"], &response["added_count"]),
            (&json!("2 videos added, 2 duplicates, 1 invalid"), &json!(2))
        );
        assert_eq!(response["results"][0]["url"], urls[0]);
        assert_eq!(response["results"][0]["video_id"], ID);
        assert_eq!(response["results"][2].get("video_id"), None);
        assert!(
            response["results"][4]["error"]
                .as_str()
                .unwrap()
                .contains("Copy the link from TikTok")
        );

        let again = json!({"urls": [format!("tiktok.com/embed/{ID}")]});
        let response = world.post(&world.member_a, ADD, again).await.ok();
        assert_eq!(statuses(&response), ["duplicate"]);
        assert_eq!(response["message"], "0 videos added, 1 duplicate");
        let new = json!({"urls": ["vm.tiktok.com/ZMabc5678"]});
        let response = world.post(&world.member_b, ADD, new).await.ok();
        assert_eq!(response["message"], "Videos added for tracking");
        for urls in [json!([]), json!(["", " "])] {
            world
                .post(&world.member_a, ADD, json!({"urls": urls}))
                .await
                .refused(422, "invalid_request");
        }
        world
            .post(&world.admin, ADD, json!({"urls": ["x"]}))
            .await
            .refused(422, "invalid_request");
        assert_eq!(
            world
                .count("SELECT count(*) FROM tracked_videos v JOIN users u ON u.id = v.added_by WHERE u.username = 'ann'")
                .await,
            2
        );
        assert_eq!(
            world
                .count("SELECT count(*) FROM audit_log WHERE action = 'video.add'")
                .await,
            2
        );
    });
}

#[test]
fn video_add_stops_at_limit_of_group() {
    run(async {
        let world = World::new().await;
        let path = format!("/api/groups/{}", world.group_a);
        let limit = |videos: i32| json!({"max_tiktok_videos": videos});
        let video = |n: usize| format!("https://www.tiktok.com/@scout2015/video/752677056436774836{n}");
        let add = |urls: Vec<String>| world.post(&world.member_a, ADD, json!({"urls": urls}));
        world.patch(&world.admin, &path, limit(2)).await.ok();
        let response = add((0..3).map(video).collect()).await.ok();
        assert_eq!(statuses(&response), ["added", "added", "over_limit"]);
        assert_eq!(
            response["results"][2]["error"],
            "Limit reached: 2 single videos. Delete some or ask an admin to raise the limit."
        );
        // Videos that are tracked stay.
        let lowered = world.patch(&world.admin, &path, limit(1)).await.ok();
        assert_eq!(
            (&lowered["max_tiktok_videos"], &lowered["tiktok_video_count"]),
            (&json!(1), &json!(2))
        );
        assert_eq!(
            statuses(&add(vec![video(0), video(3)]).await.ok()),
            ["duplicate", "over_limit"]
        );
        world.patch(&world.admin, &path, limit(3)).await.ok();
        assert_eq!(statuses(&add(vec![video(3)]).await.ok()), ["added"]);
    });
}

#[test]
fn video_add_by_admin_defaults_to_the_only_group() {
    run(async {
        let world = World::new().await;
        let video = json!({"urls": [format!("https://www.tiktok.com/@scout2015/video/{ID}")]});
        let account = json!({"username": "scout2015"});
        // With several groups, the group is ambiguous.
        let response = world.post(&world.admin, ADD, video.clone()).await;
        response.refused(422, "invalid_request");
        assert!(response.error().contains("group_id"), "{response:?}");
        let other = format!("/api/groups/{}", world.group_b);
        world.delete(&world.admin, &other).await.ok();
        let added = world.post(&world.admin, ADD, video).await.ok();
        assert_eq!(statuses(&added), ["added"]);
        assert_eq!(added["message"], "Videos added for tracking");
        let videos = world.get(&world.member_a, LIST).await.ok();
        assert_eq!(videos["videos"][0]["group_id"], world.group_a);
        let added = world
            .post(&world.admin, "/api/tiktok/accounts", account)
            .await
            .ok();
        assert_eq!(added["group_id"], world.group_a);
    });
}

#[test]
fn video_added_concurrently_is_stored_once() {
    run(async {
        let world = World::new().await;
        let body = json!({"urls": [format!("https://www.tiktok.com/@u/video/{ID}")]});
        let adds = (0..20).map(|_| world.post(&world.member_a, ADD, body.clone()));
        let added: Vec<i64> = join_all(adds)
            .await
            .into_iter()
            .map(|response| response.ok()["added_count"].as_i64().unwrap())
            .collect();
        assert_eq!(added.iter().sum::<i64>(), 1);
    });
}

#[test]
fn video_list_and_deletion_are_limited_to_own_group() {
    run(async {
        let world = World::new().await;
        let body = json!({"urls": [format!("https://www.tiktok.com/@scout2015/video/{ID}"), "vm.tiktok.com/ZMabc1234"]});
        world.post(&world.member_a, ADD, body.clone()).await.ok();
        world.post(&world.member_b, ADD, body).await.ok();
        collect(&world, "scout2015", ID, 1000).await;

        let videos = world.get(&world.member_a, LIST).await.ok()["videos"].clone();
        assert_eq!(videos.as_array().unwrap().len(), 2);
        let (short, video) = (&videos[0], &videos[1]);
        assert_eq!(short["url"], "https://vm.tiktok.com/ZMabc1234/");
        assert_eq!(
            (
                &short["status"],
                &short["id"],
                &short["views"],
                &short["video_id"]
            ),
            (&json!("pending"), &json!(null), &json!(0), &json!(null))
        );
        assert_eq!(
            (
                &video["username"],
                &video["views"],
                &video["shares"],
                &video["engagement_rate"]
            ),
            (&json!("scout2015"), &json!(1000), &json!(2), &json!(1.0))
        );
        assert_eq!(
            (&video["status"], &video["metrics_status"]),
            (&json!("ok"), &json!("ok"))
        );
        assert_eq!(video["last_scraped"], "2026-11-21T10:00:00Z");
        assert!(video["next_scrape"].as_str().unwrap() > "2026-11-21T10:00:00Z");

        // The author is not in the list of accounts; the video counts for the group.
        let accounts = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        assert_eq!(accounts, json!({"accounts": [], "total": 0}));
        let stats = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
        assert_eq!(
            (&stats["accounts"]["tiktok"], &stats["content"]["tiktok_videos"]),
            (&json!(0), &json!(1))
        );

        let of_b = world.get(&world.member_b, LIST).await.ok()["videos"][1]["tracked_id"].clone();
        let one = |id: &Value| format!("{LIST}/{id}");
        world
            .delete(&world.member_a, &one(&of_b))
            .await
            .refused(404, "not_found");
        let path = one(&video["tracked_id"]);
        assert_eq!(
            world.delete(&world.member_a, &path).await.ok(),
            json!({"message": "Video deleted"})
        );
        world.purge_deleted().await;
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 1);
        world.delete(&world.member_b, &one(&of_b)).await.ok();
        world.purge_deleted().await;
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
        let path = format!("{LIST}?group_id={}", world.group_b);
        assert_eq!(
            world.get(&world.admin, &path).await.ok()["videos"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    });
}

#[test]
fn scrape_all_reads_shared_video_once_and_counts_accounts() {
    run(async {
        let world = World::new().await;
        let body = json!({"urls": [format!("https://www.tiktok.com/@scout2015/video/{ID}")]});
        world.post(&world.member_a, ADD, body.clone()).await.ok();
        world.post(&world.member_b, ADD, body).await.ok();
        world.track(&world.member_b, "tiktok", "khaby.lame").await;
        let response = world.poke(&world.member_b, "/api/tiktok/scrape-all").await.ok();
        assert_eq!(response["results"].as_array().unwrap().len(), 1);
        assert_eq!(response["videos"], json!({"successful": 1, "failed": 0}));
        assert_eq!(response["message"], "1 account updated; 1 video updated");
        assert_eq!(
            world
                .count("SELECT count(*) FROM run_units WHERE tracked_video_id IS NOT NULL")
                .await,
            1
        );
        let response = world.poke(&world.admin, "/api/dashboard/scrape-all").await.ok();
        assert_eq!(
            response["summary"]["tiktok"],
            json!({"successful": 1, "failed": 0})
        );

        // Both groups wait for the same scrape of the video.
        world.starter.set(Script::Hang);
        let first = world.poke(&world.member_a, "/api/tiktok/scrape-all").await.ok();
        assert_eq!(first["results"], json!([]));
        let second = world
            .poke(&world.member_b, "/api/dashboard/scrape-all")
            .await
            .ok();
        assert!(
            second["run_ids"]
                .as_array()
                .unwrap()
                .contains(&first["run_ids"][0]),
            "{first} {second}"
        );
        let units = world.api.runs().list_units().await.unwrap();
        assert!(units.is_empty(), "assigned to the open runs: {units:?}");
    });
}

#[test]
fn schedule_includes_single_videos() {
    run(async {
        let world = World::new().await;
        let body =
            json!({"urls": [format!("https://www.tiktok.com/@u/video/{ID}"), "vm.tiktok.com/ZMabc1234"]});
        world.post(&world.member_a, ADD, body).await.ok();
        assert_eq!(world.api.runs().list_units().await.unwrap().len(), 2);
    });
}

#[test]
fn video_list_is_paged() {
    run(async {
        let world = World::new().await;
        let urls: Vec<String> = (1..=3)
            .map(|n| format!("https://www.tiktok.com/@u/video/752677056436774836{n}"))
            .collect();
        for member in [&world.member_a, &world.member_b] {
            world.post(member, ADD, json!({"urls": urls})).await.ok();
        }
        let ids = |response: &Value| -> Vec<i64> {
            let rows = response["videos"].as_array().unwrap();
            rows.iter()
                .map(|row| row["tracked_id"].as_i64().unwrap())
                .collect()
        };
        let all = world.get(&world.admin, LIST).await.ok();
        assert_eq!((&all["total"], &all["pages"]), (&json!(6), &json!(1)));
        let all = ids(&all);
        let mut paged = Vec::new();
        for page in 1..=3 {
            let path = format!("{LIST}?per_page=4&page={page}");
            let response = world.get(&world.admin, &path).await.ok();
            assert_eq!((&response["total"], &response["pages"]), (&json!(6), &json!(2)));
            paged.extend(ids(&response));
        }
        assert_eq!(paged, all);
        let path = format!("{LIST}?group_id={}&per_page=2", world.group_b);
        let response = world.get(&world.admin, &path).await.ok();
        assert_eq!((ids(&response).len(), &response["total"]), (2, &json!(3)));
        for query in ["page=0", "per_page=0", "per_page=5001"] {
            let response = world.get(&world.member_a, &format!("{LIST}?{query}")).await;
            response.refused(422, "invalid_request");
        }
    });
}
