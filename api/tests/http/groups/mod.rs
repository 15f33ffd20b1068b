//! Client groups.

mod delete;
mod detail;
mod update;

use serde_json::json;

use crate::support::{World, run};

#[test]
fn group_is_created_and_listed_by_admin() {
    run(async {
        let world = World::new().await;
        let made = world
            .post(
                &world.admin,
                "/api/groups",
                json!({"name": "  Zoo ", "max_tiktok_accounts": 3}),
            )
            .await;
        assert_eq!(made.status, 201);
        let group = made.ok();
        assert_eq!(
            (&group["name"], &group["description"]),
            (&json!("Zoo"), &json!(""))
        );
        assert_eq!(
            [
                &group["max_instagram_accounts"],
                &group["max_tiktok_accounts"],
                &group["max_tiktok_videos"]
            ],
            [&json!(10), &json!(3), &json!(100)]
        );
        world.track(&world.member_a, "instagram", "natgeo").await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        world.track(&world.member_a, "tiktok", "zachking").await;
        world.track_video(world.group_a, Some("1"), None).await;
        let groups = world.get(&world.admin, "/api/groups").await.ok();
        let names: Vec<_> = groups["groups"]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| &group["name"])
            .collect();
        assert_eq!(names, ["Group A", "Group B", "Zoo"]);
        let a = &groups["groups"][0];
        assert_eq!(
            [
                &a["instagram_count"],
                &a["tiktok_count"],
                &a["tiktok_video_count"],
                &a["user_count"]
            ],
            [&json!(1), &json!(2), &json!(1), &json!(1)]
        );
        assert_eq!(groups["groups"][2], group);
    });
}

#[test]
fn group_and_user_text_fields_accept_null() {
    run(async {
        let world = World::new().await;
        let body = json!({"name": "Zoo", "description": null});
        let group = world.post(&world.admin, "/api/groups", body).await.ok();
        assert_eq!(group["description"], "");
        let path = format!("/api/groups/{}", group["id"]);
        for (description, kept) in [(json!("Shoes"), "Shoes"), (json!(null), "")] {
            let change = json!({"description": description});
            let changed = world.patch(&world.admin, &path, change).await.ok();
            assert_eq!(changed["description"], kept);
        }
        let user = json!({
            "username": "zoe", "email": "zoe@example.com", "full_name": null, "password": null, "is_group_admin": null,
        });
        let made = world
            .post(&world.admin, &format!("{path}/users"), user)
            .await
            .ok();
        assert_eq!(
            (&made["user"]["full_name"], &made["user"]["is_group_admin"]),
            (&json!(""), &json!(false))
        );
    });
}

#[test]
fn group_creation_refuses_duplicate_name_and_invalid_fields() {
    run(async {
        let world = World::new().await;
        world
            .post(&world.admin, "/api/groups", json!({"name": "GROUP a"}))
            .await
            .refused(409, "group_exists");
        for body in [
            json!({}),
            json!({"name": " "}),
            json!({"name": "x".repeat(101)}),
            json!({"name": "a\u{0}b"}),
            json!({"name": "x", "description": "x".repeat(1001)}),
            json!({"name": "x", "max_instagram_accounts": -1}),
            json!({"name": "x", "max_tiktok_accounts": 100_001}),
            json!({"name": "x", "max_tiktok_accounts": 1e30}),
            json!({"name": "x", "max_tiktok_accounts": "10"}),
            json!({"name": "x", "max_tiktok_videos": 100_001}),
            json!({"name": "x", "time_zone": "Europe/Atlantis"}),
            json!({"name": "x", "is_active": false}),
            json!([]),
        ] {
            world
                .post(&world.admin, "/api/groups", body)
                .await
                .refused(422, "invalid_request");
        }
        assert_eq!(world.count("SELECT count(*) FROM groups").await, 2);
    });
}
