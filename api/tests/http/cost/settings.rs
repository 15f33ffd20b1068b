//! Tests of cost settings and their effects.

use serde_json::{Value, json};

use super::{cpms, lists, set_account_cost, set_group_cost, table, with_content};
use crate::support::{World, run};

#[test]
fn cpm_without_cost_is_reported_as_no_cost() {
    run(async {
        let world = with_content().await;
        set_group_cost(&world, world.group_a, json!({"model": "none"})).await;
        set_account_cost(
            &world,
            &world.member_a,
            "shared",
            json!({"model": "flat", "cost": 9}),
        )
        .await;
        let numbers = lists(&world, &world.member_a, Some(world.group_a)).await;
        let statuses: Vec<_> = numbers.values().map(|shown| shown[2].as_str().unwrap()).collect();
        let count = |status| statuses.iter().filter(|found| **found == status).count();
        assert_eq!((count("no_cost"), count("ok"), count("no_views")), (6, 2, 1));
        // Accounts without a cost are excluded from the average, rather than counted as free.
        let stats = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
        assert_eq!(stats["instagram"]["avg_cpm"], 0.02);
        assert_eq!(
            (&stats["tiktok"]["avg_cpm"], &stats["tiktok"]["mean_cpm"]),
            (&json!(0.0), &json!(0.0))
        );

        let group = world
            .get(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        assert_eq!(group["cost"], json!({"model": "none"}));
        set_group_cost(&world, world.group_a, Value::Null).await;
        set_account_cost(&world, &world.member_a, "shared", Value::Null).await;
        let group = world
            .get(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        assert_eq!(
            (&group["cost"], &group["cost_in_effect"]),
            (&json!(null), &json!({"model": "flat", "cost": 1.0}))
        );
        let numbers = lists(&world, &world.member_a, Some(world.group_a)).await;
        assert_eq!(cpms(&world, &numbers, "shared").await, [0.5, 0.0011]);
    });
}

#[test]
fn cost_with_invalid_model_or_amount_is_refused_everywhere() {
    run(async {
        let world = with_content().await;
        let id = world.track(&world.member_a, "instagram", "esa").await;
        let video = world.track(&world.member_a, "tiktok", "esa").await;
        for cost in [
            json!({"model": "flat", "cost": -1}),
            json!({"model": "flat", "cost": 1e10}),
            json!({"model": "flat", "cost": "1"}),
            json!({"model": "flat", "cost": null}),
            json!({"model": "flat"}),
            json!({"model": "flat", "cost": 1, "cap": 2}),
            json!({"model": "per_mille", "rate": 1, "cap": -2}),
            json!({"model": "base_plus", "rate": 1}),
            json!({"model": "none", "cost": 1}),
            json!({"model": "free"}),
            json!({}),
            json!(1),
        ] {
            let platform = json!({"content_visibility": "all", "cost": cost});
            let response = world.put(&world.admin, "/api/admin/settings", platform).await;
            response.refused(422, "invalid_request");
            if cost["cost"] == json!(-1) {
                assert_eq!(
                    response.error(),
                    "The amounts of a cost must be from 0 to 1000000000"
                );
            }
            for path in [
                format!("/api/groups/{}", world.group_a),
                format!("/api/instagram/accounts/{id}"),
                format!("/api/tiktok/accounts/{video}"),
            ] {
                world
                    .patch(&world.admin, &path, json!({"cost": cost}))
                    .await
                    .refused(422, "invalid_request");
            }
        }
        // JSON has no NaN, and a number that overflows is rejected.
        for text in ["NaN", "Infinity", "1e999"] {
            let body = format!("{{\"cost\": {{\"model\": \"flat\", \"cost\": {text}}}}}");
            let request = World::request(
                http::Method::PATCH,
                &world.admin,
                &format!("/api/groups/{}", world.group_a),
            )
            .header("content-type", "application/json")
            .body(body.into())
            .unwrap();
            world.send(request).await.refused(400, "malformed_json");
        }
        for (path, token) in [
            (format!("/api/tiktok/accounts/{id}"), &world.admin),
            ("/api/instagram/accounts/999".to_owned(), &world.admin),
        ] {
            world
                .patch(token, &path, json!({"cost": null}))
                .await
                .refused(404, "not_found");
        }
        let untouched = "SELECT count(*) FROM settings s WHERE (s.cost).model = 'flat' AND (s.cost).base = 1
                         AND NOT EXISTS (SELECT FROM groups WHERE num_nonnulls(cost) > 0)
                         AND NOT EXISTS (SELECT FROM tracked_accounts WHERE num_nonnulls(cost) > 0)";
        assert_eq!(world.count(untouched).await, 1);
    });
}

#[test]
fn content_visibility_setting_limits_members_to_their_group() {
    run(async {
        let world = with_content().await;
        let settings = world.get(&world.admin, "/api/admin/settings").await.ok();
        assert_eq!(
            settings,
            json!({
                "content_visibility": "all",
                "cost": {"model": "flat", "cost": 1.0},
                "time_zone": "UTC",
                "days_pending": 0,
                "currency": null,
                "backfill_items": 1_000,
                "history_months": null,
                "removed_items_days": null,
                "pictures": true,
                "picture_quota_mib": 1_024,
            })
        );
        for token in [&world.member_a, &world.member_b, &world.admin] {
            assert_eq!(table(&world, token).await.len(), 10);
        }
        let own = json!({
            "content_visibility": "group",
            "cost": {"model": "flat", "cost": 1.0},
            "currency": "EUR",
            "backfill_items": 50,
            "history_months": 24,
            "removed_items_days": null,
            "pictures": true,
            "picture_quota_mib": 2_048,
            "time_zone": "UTC",
        });
        let response = world.put(&world.admin, "/api/admin/settings", own.clone()).await;
        let mut own = own;
        own["days_pending"] = json!(0);
        assert_eq!(response.ok(), own);
        // Omitted fields stay unchanged.
        let cost = json!({"content_visibility": "group", "cost": {"model": "flat", "cost": 1.0}});
        let response = world.put(&world.admin, "/api/admin/settings", cost).await;
        assert_eq!(response.ok(), own);
        let long = json!({"content_visibility": "all", "cost": {"model": "none"}, "history_months": 121});
        world
            .put(&world.admin, "/api/admin/settings", long)
            .await
            .refused(422, "invalid_request");
        let (a, b) = (
            table(&world, &world.member_a).await,
            table(&world, &world.member_b).await,
        );
        assert_eq!((a.len(), b.len()), (9, 3));
        assert_eq!(table(&world, &world.admin).await.len(), 10);
        let shared = a.keys().filter(|id| b.contains_key(id)).count();
        assert_eq!(shared, 2);
        // Nor by its id.
        let hidden = b.keys().find(|id| !a.contains_key(id)).unwrap();
        let history = format!("/api/instagram/posts/{hidden}/history");
        world
            .get(&world.member_a, &history)
            .await
            .refused(404, "not_found");
        world.get(&world.member_b, &history).await.ok();
        // Own items stay own items: totals and lists are unchanged.
        assert_eq!(lists(&world, &world.member_a, Some(world.group_a)).await, a);
        let bad = json!({"content_visibility": "everyone", "cost": {"model": "none"}});
        world
            .put(&world.admin, "/api/admin/settings", bad)
            .await
            .refused(422, "invalid_request");
        let all = json!({"content_visibility": "all", "cost": {"model": "none"}});
        world.put(&world.admin, "/api/admin/settings", all).await.ok();
        assert_eq!(table(&world, &world.member_b).await.len(), 10);
        let entries =
            "SELECT count(*) FROM audit_log WHERE action = 'settings.update' AND details->'cost' IS NOT NULL";
        assert_eq!(world.count(entries).await, 3);
    });
}

#[test]
fn backfill_items_setting_is_validated_and_kept() {
    run(async {
        let world = with_content().await;
        let put = async |items: Value| {
            let mut body = json!({"content_visibility": "all", "cost": {"model": "none"}});
            if items != json!("left out") {
                body["backfill_items"] = items;
            }
            world.put(&world.admin, "/api/admin/settings", body).await
        };
        for items in [json!(-1), json!(100_001), json!(1.5), json!("all")] {
            put(items).await.refused(422, "invalid_request");
        }
        for (items, now) in [
            (json!("left out"), 1_000),
            (json!(0), 0),
            (json!("left out"), 0),
            (json!(100_000), 100_000),
            (json!(null), 100_000),
        ] {
            assert_eq!(put(items).await.ok()["backfill_items"], now);
            let settings = world.get(&world.admin, "/api/admin/settings").await.ok();
            assert_eq!(settings["backfill_items"], now);
        }
    });
}

#[test]
fn cost_changes_of_account_and_group_are_serialized() {
    run(async {
        let world = with_content().await;
        set_account_cost(
            &world,
            &world.member_a,
            "natgeo",
            json!({"model": "flat", "cost": 90}),
        )
        .await;
        // The group gets a cap while the account is reset to the group's model: neither change alone affects the sums.
        let mut group = world.owner.begin().await.unwrap();
        sqlx::query("UPDATE groups SET cost = ROW('per_mille', 0, 2, 9)::cost WHERE id = $1")
            .bind(world.group_a)
            .execute(&mut *group)
            .await
            .unwrap();
        let has_responded = std::cell::Cell::new(false);
        let account = async {
            set_account_cost(&world, &world.member_a, "natgeo", json!(null)).await;
            has_responded.set(true);
        };
        let commit = async {
            let waiting = "SELECT count(*) FROM pg_stat_activity
                           WHERE datname = current_database() AND wait_event_type = 'Lock'";
            while world.count(waiting).await == 0 && !has_responded.get() {}
            group.commit().await.unwrap();
        };
        futures::future::join(account, commit).await;
        let missing = "SELECT count(*) FROM (SELECT account_id, cost FROM desired_capped_costs
                       EXCEPT SELECT account_id, cost FROM capped_costs) missing";
        assert_eq!(world.count(missing).await, 0);
    });
}
