use axum::body::Body;
use http::{HeaderValue, Method};
use serde_json::json;

use super::{PATH, add, all};
use crate::support::{TestResponse, World, run};

async fn delete(world: &World, index: &str, if_match: Option<&HeaderValue>) -> TestResponse {
    let mut request = World::request(Method::DELETE, &world.admin, &format!("{PATH}/{index}"));
    if let Some(tag) = if_match {
        request = request.header("if-match", tag);
    }
    world.send(request.body(Body::empty()).unwrap()).await
}

async fn tag(world: &World) -> HeaderValue {
    world.get(&world.admin, PATH).await.headers["etag"].clone()
}

#[test]
fn session_delete_uses_position_in_list() {
    run(async {
        let world = World::new().await;
        add(&world, &["a", "b", "c", "d"]).await;
        assert_eq!(
            delete(&world, "1", None).await.ok(),
            json!({"message": "Session deleted", "deleted": 1, "total": 3})
        );
        assert_eq!(all(&world).await, ["a", "c", "d"]);
        delete(&world, "2", None).await.ok();
        assert_eq!(all(&world).await, ["a", "c"]);
        for index in ["2", "-1", "9223372036854775807", "x", "1.0"] {
            delete(&world, index, None).await.refused(404, "not_found");
        }
        // A deleted session can be added again, and comes last.
        add(&world, &["b"]).await;
        assert_eq!(all(&world).await, ["a", "c", "b"]);
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'sessions.delete'";
        assert_eq!(world.count(entries).await, 2);
    });
}

#[test]
fn session_delete_with_outdated_etag_is_refused() {
    run(async {
        let world = World::new().await;
        add(&world, &["a", "b", "c"]).await;
        let seen = tag(&world).await;
        delete(&world, "0", None).await.ok();
        delete(&world, "1", Some(&seen))
            .await
            .refused(412, "list_changed");
        // A different list of the same length is rejected too.
        add(&world, &["a"]).await;
        delete(&world, "1", Some(&seen))
            .await
            .refused(412, "list_changed");
        assert_eq!(all(&world).await, ["b", "c", "a"]);

        let now = tag(&world).await;
        let weakened = HeaderValue::try_from(format!("\"x\", W/{}", now.to_str().unwrap())).unwrap();
        delete(&world, "1", Some(&weakened)).await.ok();
        delete(&world, "1", Some(&now)).await.refused(412, "list_changed");
        delete(&world, "1", Some(&HeaderValue::from_static("*")))
            .await
            .ok();
        assert_eq!(all(&world).await, ["b"]);
    });
}

#[test]
fn session_delete_all_with_outdated_etag_is_refused() {
    run(async {
        let world = World::new().await;
        add(&world, &["a", "b"]).await;
        let seen = tag(&world).await;
        add(&world, &["c"]).await;
        delete(&world, "all", Some(&seen))
            .await
            .refused(412, "list_changed");
        assert_eq!(all(&world).await, ["a", "b", "c"]);
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'sessions.delete'";
        assert_eq!(world.count(entries).await, 0);
        let now = tag(&world).await;
        assert_eq!(delete(&world, "all", Some(&now)).await.ok()["deleted"], 3);
        delete(&world, "all", Some(&now))
            .await
            .refused(412, "list_changed");
    });
}

#[test]
fn session_delete_all_deletes_every_session() {
    run(async {
        let world = World::new().await;
        add(&world, &["a", "b", "c"]).await;
        assert_eq!(
            delete(&world, "all", None).await.ok(),
            json!({"message": "3 sessions deleted", "deleted": 3, "total": 0})
        );
        assert_eq!(
            delete(&world, "all", None).await.ok()["message"],
            "0 sessions deleted"
        );
        assert_eq!(world.count("SELECT count(*) FROM sessions").await, 0);
    });
}
