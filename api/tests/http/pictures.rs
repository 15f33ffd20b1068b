//! Tests of pictures over HTTP: their names in lists, and their files.

use clipmeter_fixtures::database::webp;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{World, run};

/// Gives an item and an account a picture each, and returns their paths.
async fn with_pictures(world: &World) -> (String, String) {
    world.track(&world.member_a, "instagram", "natgeo").await;
    let numbers = [Some(1000), Some(90), Some(10), None];
    let day = Some("2026-11-01T12:00:00Z");
    let post = world.add_item("instagram", "natgeo", "1", day, numbers).await;
    world.add_item("instagram", "natgeo", "2", day, numbers).await;
    let mut paths = Vec::new();
    for (number, digit) in [(1, 'a'), (2, 'b')] {
        let name = digit.to_string().repeat(32);
        sqlx::query(
            "INSERT INTO pictures (hash, name, bytes, created_at) VALUES (sha256($2), $1, $2, now())",
        )
        .bind(&name)
        .bind(webp(number))
        .execute(&world.owner)
        .await
        .unwrap();
        paths.push(format!("/api/pictures/{name}"));
    }
    world
        .execute(&format!(
            "INSERT INTO post_pictures SELECT {post}, id, now() FROM pictures WHERE name LIKE 'a%';
             INSERT INTO account_pictures SELECT a.id, p.id, now() FROM platform_accounts a, pictures p WHERE p.name LIKE 'b%'"
        ))
        .await;
    let [item, account] = paths.try_into().unwrap();
    (item, account)
}

/// Returns the pictures in all lists that contain items or accounts.
async fn pictures(world: &World) -> Vec<Value> {
    let accounts = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
    let account = &accounts["accounts"][0];
    let id = account["id"].as_i64().unwrap();
    let get = async |path: String| world.get(&world.member_a, &path).await.ok();
    let top = get("/api/dashboard/top-performers".to_owned()).await;
    let all = get("/api/dashboard/all-instagram-posts?sort=date&order=asc".to_owned()).await;
    let own = get(format!("/api/instagram/accounts/{id}/posts?sort=date&order=asc")).await;
    vec![
        account["picture"].clone(),
        get(format!("/api/instagram/accounts/{id}")).await["picture"].clone(),
        top["instagram"][1]["picture"].clone(),
        top["instagram"][0]["picture"].clone(),
        all["posts"][0]["picture"].clone(),
        all["posts"][1]["picture"].clone(),
        own["posts"][0]["picture"].clone(),
        own["posts"][1]["picture"].clone(),
    ]
}

#[test]
fn pictures_are_named_in_lists_and_served_without_token() {
    run(async {
        let world = World::new().await;
        let (item, account) = with_pictures(&world).await;
        let named = [json!(account), json!(account), json!(item), Value::Null]
            .into_iter()
            .chain([json!(item), Value::Null, json!(item), Value::Null]);
        assert_eq!(pictures(&world).await, named.collect::<Vec<_>>());

        let response = world.get("", &item).await;
        assert_eq!(response.status, 200);
        assert_eq!(response.header("content-type"), "image/webp");
        assert_eq!(
            response.header("cache-control"),
            "private, max-age=31536000, immutable"
        );
        assert_eq!(response.header("x-content-type-options"), "nosniff");
        assert_eq!(response.text.as_bytes()[..4], *b"RIFF");
        let usage = world.get(&world.admin, "/api/admin/pictures").await.ok();
        assert_eq!(
            usage,
            json!({"pictures": 2, "bytes": 64, "quota_bytes": 1 << 30, "is_full": false})
        );

        for other in [
            "/api/pictures/ffffffffffffffffffffffffffffffff",
            "/api/pictures/a",
            "/api/pictures/%27%20OR%20true--",
            "/api/pictures/..%2f..%2fetc%2fpasswd",
            "/api/pictures/%00",
            "/api/pictures/%ff",
        ] {
            world.get("", other).await.refused(404, "not_found");
        }
        let request = Request::builder().method(Method::DELETE).uri(&item);
        let request = request.body(String::new().into()).unwrap();
        world.send(request).await.refused(405, "method_not_allowed");
    });
}

#[test]
fn picture_settings_are_validated_and_turning_them_off_hides_all() {
    run(async {
        let world = World::new().await;
        let (item, _) = with_pictures(&world).await;
        let put = async |change: Value| {
            let mut body = json!({"content_visibility": "all", "cost": {"model": "none"}});
            body.as_object_mut()
                .unwrap()
                .extend(change.as_object().unwrap().clone());
            world.put(&world.admin, "/api/admin/settings", body).await
        };
        for change in [
            json!({"pictures": "no"}),
            json!({"picture_quota_mib": 0}),
            json!({"picture_quota_mib": 1_048_577}),
            json!({"picture_quota_mib": 1.5}),
        ] {
            put(change).await.refused(422, "invalid_request");
        }
        let settings = put(json!({"picture_quota_mib": 1})).await.ok();
        assert_eq!(
            (&settings["pictures"], &settings["picture_quota_mib"]),
            (&json!(true), &json!(1))
        );
        let settings = put(json!({"pictures": false})).await.ok();
        assert_eq!(
            (&settings["pictures"], &settings["picture_quota_mib"]),
            (&json!(false), &json!(1))
        );
        assert_eq!(pictures(&world).await, vec![Value::Null; 8]);
        world.get("", &item).await.refused(404, "not_found");
        // Unchanged when omitted.
        assert_eq!(put(json!({})).await.ok()["pictures"], false);
        assert_eq!(put(json!({"pictures": true})).await.ok()["pictures"], true);
        assert_eq!(world.get("", &item).await.status, 200);
    });
}
