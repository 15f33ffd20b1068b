//! Gains in a period.

use serde_json::{Value, json};

use crate::series::with_measurements;
use crate::support::{World, run};

const GAINS: &str = "/api/dashboard/gains?from=2026-11-19&to=2026-11-21";

/// Sets the platform's cost to an amount per view and the currency to euros.
async fn set_cost_per_view(world: &World) {
    let settings = json!({
        "content_visibility": "all", "cost": {"model": "per_mille", "rate": 1000.0}, "currency": "EUR",
    });
    let response = world.put(&world.admin, "/api/admin/settings", settings);
    response.await.ok();
}

/// Returns items, views and cost.
fn sums(gained: &Value) -> (i64, i64, Option<f64>) {
    (
        gained["items"].as_i64().unwrap(),
        gained["views"].as_i64().unwrap(),
        gained["cost"].as_f64(),
    )
}

#[test]
fn gains_are_compared_with_period_before() {
    run(async {
        let world = with_measurements().await;
        set_cost_per_view(&world).await;
        let gains = world.get(&world.member_a, GAINS).await.ok();
        assert_eq!(gains["currency"], "EUR");
        assert_eq!(
            gains["previous"],
            json!({"from": "2026-11-16", "to": "2026-11-18"})
        );
        for (platform, period, expected) in [
            ("instagram", "gained", (0, 25, Some(25.0))),
            ("instagram", "previous", (1, 0, Some(0.0))),
            ("tiktok", "gained", (1, 110, Some(110.0))),
            ("tiktok", "previous", (1, 0, Some(0.0))),
        ] {
            assert_eq!(sums(&gains[platform][period]), expected, "{platform} {period}");
        }
        let top = gains["tiktok"]["top"].as_array().unwrap();
        let top: Vec<_> = top
            .iter()
            .map(|row| {
                (
                    row["video"]["video_id"].as_str().unwrap(),
                    row["gained_views"].as_i64().unwrap(),
                    row["cost"].as_f64(),
                )
            })
            .collect();
        assert_eq!(top, [("video", 100, Some(100.0)), ("single", 10, Some(10.0))]);
        assert_eq!(gains["instagram"]["top"][0]["post"]["views"], 125);

        let group_a = format!("{GAINS}&group_id={}", world.group_a);
        assert_eq!(world.get(&world.admin, &group_a).await.ok(), gains);
        let of_b = world.get(&world.member_b, &group_a).await;
        of_b.refused(404, "not_found");
    });
}

#[test]
fn gains_cost_of_fixed_amount_counts_new_posts_only() {
    run(async {
        let world = with_measurements().await;
        // The default: each post costs 1, and none was posted while its account was tracked.
        let gains = world.get(&world.admin, GAINS).await.ok();
        assert_eq!(gains["currency"], Value::Null);
        assert_eq!(sums(&gains["tiktok"]["gained"]).2, Some(0.0));
        sqlx::query("UPDATE posts SET from_zero = true WHERE external_id = 'video'")
            .execute(&world.owner)
            .await
            .unwrap();
        let group_a = format!("{GAINS}&group_id={}", world.group_a);
        let gains = world.get(&world.admin, &group_a).await.ok();
        assert_eq!(sums(&gains["tiktok"]["gained"]).2, Some(1.0));
        assert_eq!(gains["tiktok"]["top"][0]["gained_views"], 1100);
    });
}

#[test]
fn gains_period_must_be_valid() {
    run(async {
        let world = World::new().await;
        for (query, status) in [
            ("from=2026-11-19&to=2026-11-21", 200),
            ("from=2026-11-21&to=2026-11-19", 422),
            ("from=2025-11-19&to=2026-11-20", 422),
            ("", 200),
            ("from=yesterday&to=2026-11-21", 422),
        ] {
            let response = world
                .get(&world.member_a, &format!("/api/dashboard/gains?{query}"))
                .await;
            assert_eq!(response.status.as_u16(), status, "{query}");
        }
        let settings = json!({"content_visibility": "all", "cost": {"model": "none"}, "currency": "euro"});
        let response = world.put(&world.admin, "/api/admin/settings", settings);
        response.await.refused(422, "invalid_request");
    });
}
