//! Tests that resources of other managers are not changed.

use clipmeter_db::tracking::intent::Intent;
use serde_json::json;

use super::{VIDEO, account, group, world};
use crate::support::run;

#[test]
fn managed_elsewhere_objects_are_shown_but_not_changed() {
    run(async {
        let (world, desired_state) = world().await;
        let member = &world.member_a;
        let theirs = world.track(member, "instagram", "nasa").await;
        let ours = world.track(member, "instagram", "natgeo").await;
        world
            .post(member, "/api/tiktok/videos/add", json!({"urls": [VIDEO]}))
            .await
            .ok();
        for table in ["tracked_accounts", "tracked_videos", "groups"] {
            let statement =
                format!("UPDATE {table} SET managed_by = 'kubectl' WHERE id = (SELECT min(id) FROM {table})");
            world.execute(&statement).await;
        }
        desired_state.take_intents();
        desired_state.is_managed_by(Some("kubectl"));

        let accounts = world.get(member, "/api/instagram/accounts").await.ok();
        let shown: Vec<_> = ["nasa", "natgeo"]
            .iter()
            .zip(accounts["accounts"].as_array().unwrap())
            .map(|(name, row)| (row["username"] == *name, row["managed_by"].clone()))
            .collect();
        assert_eq!(shown, [(true, json!("kubectl")), (true, json!(null))]);
        let video = world.get(member, "/api/tiktok/videos").await.ok()["videos"][0].clone();
        assert_eq!(video["managed_by"], "kubectl");
        let path = format!("/api/groups/{}", world.group_a);
        let group_path = format!("{path}/toggle");
        assert_eq!(world.get(member, &path).await.ok()["managed_by"], "kubectl");

        let account_path = format!("/api/instagram/accounts/{theirs}");
        let only = json!({"account_ids": [theirs]});
        for (response, what) in [
            (world.delete(member, &account_path).await, "@nasa"),
            (
                world
                    .post(member, "/api/instagram/accounts/bulk-delete", only)
                    .await,
                "@nasa",
            ),
            (
                world
                    .patch(&world.admin, &account_path, json!({"interval_minutes": 5}))
                    .await,
                "@nasa",
            ),
            (
                world
                    .delete(member, &format!("/api/tiktok/videos/{}", video["tracked_id"]))
                    .await,
                "The video https://www.tiktok.com/@scout2015/video/6718335390845095173",
            ),
            (
                world
                    .patch(&world.admin, &path, json!({"max_tiktok_accounts": 1}))
                    .await,
                "The group Group A",
            ),
            (
                world.patch(&world.admin, &path, json!({"currency": "CHF"})).await,
                "The group Group A",
            ),
            (world.poke(&world.admin, &group_path).await, "The group Group A"),
            (world.delete(&world.admin, &path).await, "The group Group A"),
        ] {
            response.refused(409, "managed_elsewhere");
            let text = format!("{what} is managed outside the dashboard (by kubectl); change it there");
            assert_eq!(response.error(), text);
        }
        assert_eq!(desired_state.take_intents(), []);

        // Settings that exist only in the dashboard, and settings that do not belong to the group.
        world
            .patch(&world.admin, &path, json!({"members_manage_accounts": false}))
            .await
            .ok();
        assert_eq!(desired_state.take_intents(), []);
        // In a list, the others are deleted.
        let both = json!({"account_ids": [theirs, ours, 0]});
        let deleted = world
            .post(&world.admin, "/api/instagram/accounts/bulk-delete", both)
            .await
            .ok();
        assert_eq!(
            deleted,
            json!({
                "message": "1 account deleted, 1 not found, managed outside the dashboard: @nasa",
                "deleted_count": 1, "not_found": [0],
            })
        );
        let natgeo = Intent::Untrack(group("Group A"), vec![account("natgeo")]);
        assert_eq!(desired_state.take_intents(), [natgeo]);

        // The manager has released it, and the row still records the manager.
        desired_state.is_managed_by(None);
        world
            .patch(&world.admin, &account_path, json!({"interval_minutes": 5}))
            .await
            .ok();
        world.delete(&world.admin, &account_path).await.ok();
        world.poke(&world.admin, &group_path).await.ok();
        assert_eq!(desired_state.take_intents().len(), 3);
    });
}
