//! Tests that objects of other groups are not visible.

use serde_json::json;

use crate::support::{World, run};

#[test]
fn asvs_8_2_2_ids_of_other_groups_return_404_and_change_nothing() {
    run(async {
        let world = World::new().await;
        for (platform, items) in [("instagram", "posts"), ("tiktok", "videos")] {
            let id = world.track(&world.member_a, platform, "somebody").await;
            let path = format!("/api/{platform}/accounts/{id}");
            world
                .delete(&world.member_b, &path)
                .await
                .refused(404, "not_found");
            world
                .get(&world.member_b, &format!("{path}/{items}"))
                .await
                .refused(404, "not_found");
            world
                .poke(&world.member_b, &format!("{path}/refresh"))
                .await
                .refused(404, "not_found");
            assert_eq!(
                world
                    .get(&world.member_b, &format!("/api/{platform}/accounts"))
                    .await
                    .ok(),
                json!({"accounts": [], "total": 0})
            );

            // The paths of the other platform do not contain it either.
            let other = if platform == "instagram" {
                "tiktok"
            } else {
                "instagram"
            };
            world
                .delete(&world.member_a, &format!("/api/{other}/accounts/{id}"))
                .await
                .refused(404, "not_found");
        }
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM runs").await, 0);
    });
}

#[test]
fn group_id_of_other_group_returns_404() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        let a = world.group_a;
        for path in [
            "instagram/accounts",
            "tiktok/accounts",
            "dashboard/stats",
            "dashboard/top-performers",
        ] {
            world
                .get(&world.member_b, &format!("/api/{path}?group_id={a}"))
                .await
                .refused(404, "not_found");
            world
                .get(
                    &world.member_b,
                    &format!("/api/{path}?group_id={}", world.group_b),
                )
                .await
                .ok();
        }
        for platform in ["instagram", "tiktok"] {
            let body = json!({"username": "natgeo", "group_id": a});
            world
                .post(&world.member_b, &format!("/api/{platform}/accounts"), body)
                .await
                .refused(404, "not_found");
            let body = json!({"group_id": a});
            world
                .post(&world.member_b, &format!("/api/{platform}/scrape-all"), body)
                .await
                .refused(404, "not_found");
        }
        world
            .poke(
                &world.member_b,
                &format!("/api/dashboard/scrape-all?group_id={a}"),
            )
            .await
            .refused(404, "not_found");
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM runs").await, 0);
    });
}

#[test]
fn user_without_group_sees_and_changes_nothing() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        world
            .add_item(
                "instagram",
                "natgeo",
                "1",
                None,
                [Some(10), Some(1), Some(1), None],
            )
            .await;
        world
            .execute("UPDATE users SET group_id = NULL WHERE username = 'ann'")
            .await;
        let loner = &world.member_a;
        world.get(loner, "/api/auth/me").await.ok();
        let stats = world.get(loner, "/api/dashboard/stats").await;
        assert_eq!(stats.ok()["instagram"]["total_views"], 0);
        let posts = world.get(loner, "/api/dashboard/all-instagram-posts").await;
        assert_eq!(posts.ok()["total"], 0);
        let accounts = world.get(loner, "/api/instagram/accounts").await;
        assert_eq!(accounts.ok()["accounts"], json!([]));
        world
            .post(loner, "/api/instagram/accounts", json!({"username": "nasa"}))
            .await
            .refused(403, "access_denied");
        world
            .get(loner, "/api/groups")
            .await
            .refused(403, "access_denied");
        let denials = "SELECT count(*) FROM audit_log WHERE action = 'access.denied' AND username = 'ann'";
        assert_eq!(world.count(denials).await, 2);
    });
}
