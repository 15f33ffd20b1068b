use axum::body::Body;
use http::{HeaderValue, Method};
use serde_json::json;

use super::{PATH, add, all};
use crate::support::{TestResponse, World, run};

const A: &str = "1%3Aa";
const B: &str = "2%3Ab";
const C: &str = "3%3Ac";
const D: &str = "4%3Ad";

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
        add(&world, &[A, B, C, D]).await;
        assert_eq!(
            delete(&world, "1", None).await.ok(),
            json!({"message": "Session deleted", "deleted": 1, "total": 3})
        );
        assert_eq!(all(&world).await, [A, C, D]);
        delete(&world, "2", None).await.ok();
        assert_eq!(all(&world).await, [A, C]);
        for index in ["2", "-1", "9223372036854775807", "x", "1.0"] {
            delete(&world, index, None).await.refused(404, "not_found");
        }
        // A deleted session can be added again, and comes last.
        add(&world, &[B]).await;
        assert_eq!(all(&world).await, [A, C, B]);
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'sessions.delete'";
        assert_eq!(world.count(entries).await, 2);
    });
}

#[test]
fn session_delete_with_outdated_etag_is_refused() {
    run(async {
        let world = World::new().await;
        add(&world, &[A, B, C]).await;
        let seen = tag(&world).await;
        delete(&world, "0", None).await.ok();
        delete(&world, "1", Some(&seen))
            .await
            .refused(412, "list_changed");
        // A different list of the same length is rejected too.
        add(&world, &[A]).await;
        delete(&world, "1", Some(&seen))
            .await
            .refused(412, "list_changed");
        assert_eq!(all(&world).await, [B, C, A]);

        let now = tag(&world).await;
        let weakened = HeaderValue::try_from(format!("\"x\", W/{}", now.to_str().unwrap())).unwrap();
        delete(&world, "1", Some(&weakened)).await.ok();
        delete(&world, "1", Some(&now)).await.refused(412, "list_changed");
        delete(&world, "1", Some(&HeaderValue::from_static("*")))
            .await
            .ok();
        assert_eq!(all(&world).await, [B]);
    });
}

#[test]
fn session_delete_all_with_outdated_etag_is_refused() {
    run(async {
        let world = World::new().await;
        add(&world, &[A, B]).await;
        let seen = tag(&world).await;
        add(&world, &[C]).await;
        delete(&world, "all", Some(&seen))
            .await
            .refused(412, "list_changed");
        assert_eq!(all(&world).await, [A, B, C]);
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
        add(&world, &[A, B, C]).await;
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
