//! Tests of the scraping intervals.

use serde_json::{Value, json};

use crate::support::{World, run};

const PATH: &str = "/api/scraping/intervals";

/// Returns the interval in minutes that the scheduler uses for the only tracked account.
async fn scheduled(world: &World) -> u32 {
    world.api.runs().list_units().await.unwrap()[0].interval_seconds / 60
}

#[test]
fn intervals_are_read_by_members_and_set_by_admins() {
    run(async {
        let world = World::new().await;
        for token in [&world.admin, &world.member_a] {
            let intervals = world.get(token, PATH).await.ok();
            assert_eq!(intervals, json!({"instagram": 60, "tiktok": 15}));
        }
        let set = world
            .put(&world.admin, PATH, json!({"instagram": 5, "tiktok": 1440}))
            .await
            .ok();
        assert_eq!(
            set,
            json!({"message": "Intervals updated", "instagram": 5, "tiktok": 1440})
        );
        assert_eq!(
            world.get(&world.member_b, PATH).await.ok(),
            json!({"instagram": 5, "tiktok": 1440})
        );
        let entry = "SELECT count(*) FROM audit_log WHERE action = 'intervals.update' AND username = 'admin'
                     AND details = '{\"instagram\": 5, \"tiktok\": 1440}'";
        assert_eq!(world.count(entry).await, 1);
        world
            .put(&world.member_a, PATH, json!({"instagram": 5, "tiktok": 5}))
            .await
            .refused(403, "access_denied");
    });
}

#[test]
fn asvs_2_2_2_intervals_must_be_whole_minutes_from_5_to_1440() {
    run(async {
        let world = World::new().await;
        for bad in [
            json!(4),
            json!(1441),
            json!(7.5),
            json!(-60),
            json!(1e300),
            json!(0),
        ] {
            for body in [
                json!({"instagram": bad, "tiktok": 15}),
                json!({"instagram": 60, "tiktok": bad}),
            ] {
                let response = world.put(&world.admin, PATH, body).await;
                response.refused(422, "invalid_request");
                assert!(
                    response
                        .error()
                        .contains("an interval must be a whole number of minutes from 5 to 1440"),
                    "{response:?}"
                );
            }
        }
        for body in [
            json!({"instagram": "60", "tiktok": 15}),
            json!({"instagram": 60}),
            json!({"instagram": null, "tiktok": 15}),
            json!({}),
        ] {
            world
                .put(&world.admin, PATH, body)
                .await
                .refused(422, "invalid_request");
        }
        assert_eq!(
            world.get(&world.admin, PATH).await.ok(),
            json!({"instagram": 60, "tiktok": 15})
        );
    });
}

#[test]
fn interval_of_account_overrides_group_and_platform() {
    run(async {
        let world = World::new().await;
        let id = world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let group = format!("/api/groups/{}", world.group_a);
        let account = format!("/api/tiktok/accounts/{id}");
        assert_eq!(scheduled(&world).await, 15);
        world
            .put(&world.admin, PATH, json!({"instagram": 60, "tiktok": 20}))
            .await
            .ok();
        assert_eq!(scheduled(&world).await, 20);
        world
            .patch(&world.admin, &group, json!({"tiktok_interval": 30}))
            .await
            .ok();
        assert_eq!(scheduled(&world).await, 30);
        let own = world
            .patch(&world.admin, &account, json!({"interval_minutes": 40}))
            .await
            .ok();
        assert_eq!(
            own,
            json!({"message": "Account updated", "cost": null, "interval_minutes": 40})
        );
        assert_eq!(scheduled(&world).await, 40);
        // An omitted field stays unchanged; null resets the interval.
        world.patch(&world.admin, &account, json!({})).await.ok();
        assert_eq!(scheduled(&world).await, 40);
        world
            .patch(&world.admin, &account, json!({"interval_minutes": null}))
            .await
            .ok();
        assert_eq!(scheduled(&world).await, 30);
        world
            .patch(&world.admin, &group, json!({"tiktok_interval": Value::Null}))
            .await
            .ok();
        assert_eq!(scheduled(&world).await, 20);
        for (path, body) in [
            (&group, json!({"instagram_interval": 3})),
            (&account, json!({"interval_minutes": 1441})),
        ] {
            world
                .patch(&world.admin, path, body)
                .await
                .refused(422, "invalid_request");
        }
    });
}
