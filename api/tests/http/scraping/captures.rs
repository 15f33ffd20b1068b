//! Tests of captured responses.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::support::{World, run};

const PATH: &str = "/api/scraping/captures";

#[test]
fn captured_response_is_listed_downloaded_and_deleted() {
    run(async {
        let world = World::new().await;
        let query = "INSERT INTO captured_responses (platform, kind, endpoint, outcome, http_status, location, is_anonymous, body, is_cut,
                                   config_revision, at)
             VALUES ('tiktok', 'tt_user_page', 'user_page', 'unexpected_page', 200, '', true, '\\x00ff41', false, 2,
                     '2026-11-20T09:00:00Z')
             RETURNING id";
        let id: i64 = world.one(query).await;
        let listed = world.get(&world.admin, PATH).await.ok();
        let expected = json!({"captures": [{
            "id": id, "platform": "tiktok", "kind": "tt_user_page", "endpoint": "user_page",
            "status": "unexpected_page", "http_status": 200, "size": 3, "is_cut": false, "config_revision": 2,
            "at": "2026-11-20T09:00:00Z",
        }]});
        assert_eq!(listed, expected);
        let file = world.get(&world.admin, &format!("{PATH}/{id}")).await;
        let name = format!("attachment; filename=\"capture-{id}.json\"");
        assert_eq!(file.header("content-disposition"), name);
        let file = file.ok();
        assert_eq!(
            (&file["type"], &file["outcome"]),
            (&json!("tt_user_page"), &json!("unexpected_page"))
        );
        assert_eq!(
            STANDARD.decode(file["body"].as_str().unwrap()).unwrap(),
            [0, 255, 65]
        );

        let deleted = world.delete(&world.admin, PATH).await.ok();
        assert_eq!(deleted, json!({"message": "1 captured response deleted"}));
        world
            .get(&world.admin, &format!("{PATH}/{id}"))
            .await
            .refused(404, "not_found");
        let deleted = world.delete(&world.admin, PATH).await.ok();
        assert_eq!(deleted["message"], "0 captured responses deleted");
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'captures.delete'
                       AND (details ->> 'deleted')::int IN (0, 1)";
        assert_eq!(world.count(entries).await, 2);
    });
}
