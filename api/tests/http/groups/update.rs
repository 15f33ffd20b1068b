//! Tests of changing, activating and deactivating client groups.

use serde_json::json;

use crate::support::{ADMIN_PASSWORD, World, run};

#[test]
fn group_update_changes_only_given_fields() {
    run(async {
        let world = World::new().await;
        let path = format!("/api/groups/{}", world.group_a);
        let changed = world
            .patch(
                &world.admin,
                &path,
                json!({"name": " Acme ", "description": "Shoes", "max_tiktok_accounts": 0}),
            )
            .await
            .ok();
        assert_eq!(
            [
                &changed["name"],
                &changed["description"],
                &changed["max_tiktok_accounts"]
            ],
            [&json!("Acme"), &json!("Shoes"), &json!(0)]
        );
        assert_eq!(changed["max_instagram_accounts"], 10);
        world
            .post(
                &world.member_a,
                "/api/tiktok/accounts",
                json!({"username": "nasa"}),
            )
            .await
            .refused(409, "account_limit_reached");
        // A group can take its own name in another case, but not the name of another group.
        let renamed = world
            .patch(&world.admin, &path, json!({"name": "ACME"}))
            .await
            .ok();
        assert_eq!(
            (&renamed["name"], &renamed["description"]),
            (&json!("ACME"), &json!("Shoes"))
        );
        world
            .patch(&world.admin, &path, json!({"name": "group b"}))
            .await
            .refused(409, "group_exists");
        let unchanged = world.patch(&world.admin, &path, json!({})).await.ok();
        assert_eq!(unchanged, renamed);
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'group.update' AND group_id IS NOT NULL";
        assert_eq!(world.count(entries).await, 2);
    });
}

#[test]
fn group_update_refuses_invalid_fields_and_unknown_groups() {
    run(async {
        let world = World::new().await;
        let path = format!("/api/groups/{}", world.group_a);
        for body in [
            json!({"name": " "}),
            json!({"name": "x".repeat(101)}),
            json!({"description": "x".repeat(1001)}),
            json!({"max_instagram_accounts": -1}),
            json!({"max_tiktok_accounts": 100_001}),
            json!({"max_tiktok_videos": -1}),
            json!({"members_manage_accounts": "no"}),
            json!({"is_active": false}),
            json!({"currency": "euro"}),
            json!({"time_zone": "Europe/Atlantis"}),
            json!({"id": 7}),
        ] {
            world
                .patch(&world.admin, &path, body)
                .await
                .refused(422, "invalid_request");
        }
        world
            .patch(&world.admin, "/api/groups/999", json!({}))
            .await
            .refused(404, "not_found");
        world
            .delete(&world.admin, "/api/groups/999")
            .await
            .refused(404, "not_found");
        world
            .poke(&world.admin, "/api/groups/999/toggle")
            .await
            .refused(404, "not_found");
        let unchanged = "SELECT count(*) FROM groups WHERE name IN ('Group A', 'Group B') AND is_active";
        assert_eq!(world.count(unchanged).await, 2);
    });
}

#[test]
fn asvs_7_4_2_group_deactivation_signs_out_members_and_stops_scraping() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let path = format!("/api/groups/{}/toggle", world.group_a);
        let off = world.poke(&world.admin, &path).await.ok();
        assert_eq!(off["message"], "Group status updated");
        assert_eq!(
            (&off["group"]["is_active"], &off["group"]["tiktok_count"]),
            (&json!(false), &json!(1))
        );
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        world.get(&world.member_b, "/api/auth/me").await.ok();
        assert!(world.api.runs().list_units().await.unwrap().is_empty());
        let on = world.poke(&world.admin, &path).await.ok();
        assert_eq!(on["group"]["is_active"], true);
        // Earlier sign-ins stay ended.
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        let fresh = world.sign_in("ann", ADMIN_PASSWORD).await;
        world.get(&fresh, "/api/auth/me").await.ok();
        assert_eq!(world.api.runs().list_units().await.unwrap().len(), 1);
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'group.toggle'";
        assert_eq!(world.count(entries).await, 2);
    });
}

#[test]
fn asvs_8_3_1_account_management_can_be_limited_to_group_admins() {
    run(async {
        let world = World::new().await;
        world.add_member("amy", world.group_a).await;
        world
            .execute("UPDATE users SET is_group_admin = true WHERE username = 'amy'")
            .await;
        let amy = world.sign_in("amy", crate::support::ADMIN_PASSWORD).await;
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        let group = format!("/api/groups/{}", world.group_a);
        let off = json!({"members_manage_accounts": false});
        world.patch(&world.admin, &group, off).await.ok();

        let (member, account) = (&world.member_a, format!("/api/instagram/accounts/{id}"));
        let refused = world
            .post(member, "/api/instagram/accounts", json!({"username": "nasa"}))
            .await;
        refused.refused(403, "access_denied");
        assert_eq!(
            refused.error(),
            "Only your group's admins can add, update and delete accounts"
        );
        world.delete(member, &account).await.refused(403, "access_denied");
        for path in [
            format!("{account}/refresh"),
            "/api/dashboard/scrape-all".to_owned(),
        ] {
            world.poke(member, &path).await.refused(403, "access_denied");
        }
        world.get(member, "/api/instagram/accounts").await.ok();
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);

        for (token, name) in [(&amy, "nasa"), (&world.admin, "esa")] {
            let body = json!({"username": name, "group_id": world.group_a});
            world.post(token, "/api/instagram/accounts", body).await.ok();
        }
        world.delete(&amy, &account).await.ok();
        let on = json!({"members_manage_accounts": true});
        world.patch(&world.admin, &group, on).await.ok();
        world.track(member, "instagram", "natgeo").await;
    });
}
