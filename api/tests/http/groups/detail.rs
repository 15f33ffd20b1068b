//! Tests of the details of a client group.

use serde_json::{Value, json};

use crate::support::{World, run};

async fn detail(world: &World, token: &str, group: i64) -> Value {
    world.get(token, &format!("/api/groups/{group}")).await.ok()
}

#[test]
fn group_detail_shows_settings_totals_accounts_items_and_users() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        world.track(&world.member_b, "tiktok", "zachking").await;
        for n in 1..=12 {
            let day = format!("2026-11-{n:02}T12:00:00Z");
            let numbers = [Some(1000 * n), Some(10), Some(5), Some(5)];
            for (platform, name) in [
                ("instagram", "natgeo"),
                ("tiktok", "khaby.lame"),
                ("tiktok", "zachking"),
            ] {
                let id = format!("{name}{n}");
                world.add_item(platform, name, &id, Some(&day), numbers).await;
            }
        }
        let group = detail(&world, &world.admin, world.group_a).await;
        assert_eq!(group["name"], "Group A");
        assert_eq!(
            [&group["instagram_count"], &group["user_count"]],
            [&json!(1), &json!(1)]
        );
        assert_eq!(group["members_manage_accounts"], true);
        assert_eq!(
            (&group["cost"], &group["tiktok_interval"]),
            (&json!(null), &json!(null))
        );
        assert_eq!(group["cost_in_effect"], json!({"model": "flat", "cost": 1.0}));
        assert_eq!(group["intervals"], json!({"instagram": 60, "tiktok": 15}));

        let stats = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
        for platform in ["instagram", "tiktok"] {
            for (name, value) in stats[platform].as_object().unwrap() {
                assert_eq!(&group[platform][name], value, "{platform} {name}");
            }
        }
        let (instagram, tiktok) = (&group["instagram"], &group["tiktok"]);
        assert_eq!(
            (&instagram["total_posts"], &tiktok["total_videos"]),
            (&json!(12), &json!(12))
        );
        assert_eq!(
            (&instagram["total_views"], &tiktok["total_shares"]),
            (&json!(78_000), &json!(60))
        );
        let accounts = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        assert_eq!(tiktok["accounts"], accounts["accounts"]);
        let recent: Vec<_> = tiktok["recent_videos"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["video_id"])
            .collect();
        let newest: Vec<_> = (3..=12).rev().map(|n| format!("khaby.lame{n}")).collect();
        assert_eq!(recent, newest.iter().collect::<Vec<_>>());
        assert_eq!(instagram["recent_posts"][0]["shortcode"], "Snatgeo12");
        assert_eq!(
            (&group["users"][0]["username"], &group["users"][0]["email"]),
            (&json!("ann"), &json!("ann@example.com"))
        );
    });
}

#[test]
fn group_detail_hides_other_groups_and_emails_of_colleagues() {
    run(async {
        let world = World::new().await;
        world.add_member("amy", world.group_a).await;
        let group = detail(&world, &world.member_a, world.group_a).await;
        let users: Vec<_> = group["users"]
            .as_array()
            .unwrap()
            .iter()
            .map(|user| {
                (
                    &user["username"],
                    &user["full_name"],
                    &user["email"],
                    &user["created_at"],
                )
            })
            .collect();
        assert_eq!(
            users,
            [
                (&json!("amy"), &json!("Member amy"), &json!(null), &json!(null)),
                (&json!("ann"), &json!("Member ann"), &json!(null), &json!(null)),
            ]
        );
        for (token, id) in [
            (&world.member_a, world.group_b.to_string()),
            (&world.member_b, world.group_a.to_string()),
            (&world.member_a, "999".to_owned()),
            (&world.admin, "999".to_owned()),
            (&world.admin, "x".to_owned()),
        ] {
            world
                .get(token, &format!("/api/groups/{id}"))
                .await
                .refused(404, "not_found");
        }
    });
}
