//! The pool of Instagram sessions.

use serde_json::json;

use crate::support::{World, run};

const PATH: &str = "/api/scraping/sessions";

#[test]
fn an_admin_adds_sessions_and_duplicates_are_filtered() {
    run(async {
        let world = World::new().await;
        let body = json!({"sessions": ["1:first:5", " 2:second:6 ", "", "   ", "1:first:5"]});
        let answer = world.post(&world.admin, PATH, body).await.ok();
        assert_eq!(
            (
                &answer["added_count"],
                &answer["duplicate_count"],
                &answer["total"]
            ),
            (&json!(2), &json!(1), &json!(2))
        );
        let answer = world
            .post(
                &world.admin,
                PATH,
                json!({"sessions": ["2:second:6", "3:third:7"]}),
            )
            .await
            .ok();
        assert_eq!((&answer["added_count"], &answer["total"]), (&json!(1), &json!(3)));
        assert_eq!(answer["message"], "1 session added, 1 duplicate left out");
        let dump: Vec<String> =
            sqlx::query_scalar("SELECT s::text FROM sessions s UNION ALL SELECT a::text FROM audit_log a")
                .fetch_all(&world.owner)
                .await
                .unwrap();
        assert!(
            dump.iter()
                .all(|row| !row.contains("first") && !row.contains("second"))
        );
    });
}

#[test]
fn only_an_admin_adds_sessions_and_only_sessions() {
    run(async {
        let world = World::new().await;
        let body = json!({"sessions": ["1:first:5"]});
        world
            .post(&world.member_a, PATH, body.clone())
            .await
            .refused(403, "access_denied");
        world.post("", PATH, body).await.refused(401, "unauthenticated");
        for body in [
            json!({}),
            json!({"sessions": "x"}),
            json!({"sessions": [1]}),
            json!({"sessions": ["two words"]}),
            json!({"sessions": []}),
            json!({"sessions": ["  "]}),
        ] {
            let answer = world.post(&world.admin, PATH, body).await;
            answer.refused(422, "invalid_request");
            assert!(!answer.text.contains("two words"));
        }
        assert_eq!(world.count("SELECT count(*) FROM sessions").await, 0);
    });
}

#[test]
fn thousands_of_sessions_fit_and_more_than_ten_megabytes_do_not() {
    run(async {
        let world = World::new().await;
        let many: Vec<String> = (0..5000).map(|n| format!("{n}:{}:7", "s".repeat(60))).collect();
        assert_eq!(
            world
                .post(&world.admin, PATH, json!({"sessions": many}))
                .await
                .ok()["added_count"],
            5000
        );
        let huge = vec!["x".repeat(1024); 10 * 1024 + 1];
        world
            .post(&world.admin, PATH, json!({"sessions": huge}))
            .await
            .refused(413, "payload_too_large");
    });
}
