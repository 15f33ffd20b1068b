//! The platform configuration that admins set and scrapers receive.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{TestResponse, World, run};

const PATH: &str = "/api/scraping/config";

async fn put_if(world: &World, tag: &str, body: Value) -> TestResponse {
    let request = World::request(Method::PUT, &world.admin, PATH)
        .header("content-type", "application/json")
        .header("if-match", tag);
    world
        .send(request.body(Body::from(body.to_string())).unwrap())
        .await
}

#[test]
fn platform_config_override_is_set_and_removed_by_admin() {
    run(async {
        let world = World::new().await;
        let shipped = world.get(&world.admin, PATH).await;
        assert_eq!(shipped.header("etag"), "\"0\"");
        let shipped = shipped.ok();
        assert_eq!(
            (&shipped["revision"], &shipped["made_by"]),
            (&json!(0), &Value::Null)
        );
        assert_eq!(shipped["effective"]["instagram"]["page_size"], 12);
        let own = json!({"instagram": {"page_size": 10}});
        let said = world
            .put(&world.admin, PATH, json!({"own": own, "note": "smaller pages"}))
            .await;
        assert_eq!(said.header("etag"), "\"1\"");
        let said = said.ok();
        assert_eq!((&said["own"], &said["made_by"]), (&own, &json!("admin")));
        assert_eq!(said["effective"]["instagram"]["page_size"], 10);
        assert_eq!(world.get(&world.admin, PATH).await.ok(), said);
        let entry =
            "SELECT count(*) FROM audit_log WHERE action = 'platform_config.update' AND username = 'admin'
                     AND details = '{\"revision\": 1, \"note\": \"smaller pages\"}'";
        assert_eq!(world.count(entry).await, 1);
        let back = world.put(&world.admin, PATH, json!({"own": {}})).await.ok();
        assert_eq!(back["effective"], shipped["effective"]);
        let revisions = world
            .get(&world.admin, &format!("{PATH}/revisions?per_page=1"))
            .await
            .ok();
        assert_eq!((&revisions["total"], &revisions["pages"]), (&json!(2), &json!(2)));
        assert_eq!(revisions["revisions"][0]["layer"], "admin");
        let older = world
            .get(&world.admin, &format!("{PATH}/revisions?per_page=1&page=2"))
            .await
            .ok();
        assert_eq!(older["revisions"][0]["document"], own);
    });
}

#[test]
fn platform_config_update_fails_after_concurrent_change() {
    run(async {
        let world = World::new().await;
        put_if(&world, "\"0\"", json!({"own": {"instagram": {"app_id": "1"}}}))
            .await
            .ok();
        let late = put_if(&world, "\"0\"", json!({"own": {}})).await;
        late.refused(412, "list_changed");
        assert!(late.error().contains("configuration was changed"), "{late:?}");
        let own = world.get(&world.admin, PATH).await.ok()["own"].clone();
        assert_eq!(own, json!({"instagram": {"app_id": "1"}}));
        put_if(&world, "W/\"1\"", json!({"own": {}})).await.ok();
    });
}

#[test]
fn platform_config_refuses_invalid_values_with_their_path() {
    run(async {
        let world = World::new().await;
        for (own, place) in [
            (json!({"instagram": {"app_di": "1"}}), "instagram.app_di: "),
            (json!({"instagram": {"page_size": 50}}), "instagram.page_size: "),
            (json!({"instagram": {"app_id": "\u{0}"}}), "instagram.app_id: "),
            (
                json!({"instagram": {"documents": {"graphql_clips": [{"doc_id": "7"}]}}}),
                "instagram.documents.graphql_clips[0].doc_id: ",
            ),
            (
                json!({"tiktok": {"item_list_query": {"region": "\u{0}"}}}),
                "tiktok.item_list_query.region: ",
            ),
            (json!({"user_agents": null}), "user_agents: "),
        ] {
            let response = world.put(&world.admin, PATH, json!({"own": own})).await;
            response.refused(422, "invalid_request");
            assert!(response.error().starts_with(place), "{response:?}");
        }
        for body in [
            json!({"own": "x"}),
            json!({}),
            json!({"own": {}, "note": "x".repeat(201)}),
        ] {
            world
                .put(&world.admin, PATH, body)
                .await
                .refused(422, "invalid_request");
        }
        assert_eq!(world.get(&world.admin, PATH).await.ok()["revision"], 0);
    });
}

#[test]
fn platform_config_managed_by_resource_is_read_only() {
    run(async {
        let world = World::new().await;
        assert_eq!(world.get(&world.admin, PATH).await.ok()["managed"], Value::Null);
        let statement = "INSERT INTO platform_config_resource (resource, managed_by) VALUES ('default', 'argocd-controller')";
        world.execute(statement).await;
        let shown = world.get(&world.admin, PATH).await.ok();
        assert_eq!(
            shown["managed"],
            json!({"resource": "default", "managed_by": "argocd-controller"})
        );
        let refused = world.put(&world.admin, PATH, json!({"own": {}})).await;
        refused.refused(409, "managed_elsewhere");
        assert_eq!(
            refused.error(),
            "The resource PlatformConfig default is managed outside the dashboard (by argocd-controller); change it there"
        );
        assert_eq!(world.get(&world.admin, PATH).await.ok()["revision"], 0);
    });
}
