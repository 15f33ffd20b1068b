//! Tests of the views that an account gained in a week.

use std::time::Duration;

use crate::series::with_measurements;
use crate::support::{ADMIN_PASSWORD, run};

#[test]
fn gained_views_are_shown_after_first_week() {
    run(async {
        let world = with_measurements().await;
        let gained = async |platform: &str| {
            let token = world.sign_in("ann", ADMIN_PASSWORD).await;
            let accounts = world.get(&token, &format!("/api/{platform}/accounts")).await.ok();
            let account = &accounts["accounts"][0];
            let path = format!("/api/{platform}/accounts/gains");
            let gains = world.get(&token, &path).await.ok();
            let group = world
                .get(&token, &format!("/api/groups/{}", world.group_a))
                .await
                .ok();
            assert_eq!(&group[platform]["accounts"][0], account);
            (
                account["gained_views_7_days"].as_i64(),
                gains["accounts"][0]["gained_views"].as_i64(),
            )
        };
        assert_eq!(gained("instagram").await, (None, None));
        for (first, is_known) in [("2026-11-14T00:00:00Z", false), ("2026-11-13T23:59:59Z", true)] {
            sqlx::query("UPDATE platform_accounts SET first_success_at = $1::text::timestamptz")
                .bind(first)
                .execute(&world.owner)
                .await
                .unwrap();
            for (platform, views) in [("instagram", 25), ("tiktok", 0)] {
                let week = Some(views).filter(|_| is_known);
                assert_eq!(gained(platform).await, (week, Some(views)), "{first}");
            }
        }
        // The week from the 21st, on which one account was read and gained views.
        world.clock.advance(Duration::from_hours(7 * 24));
        assert_eq!(gained("instagram").await, (Some(0), Some(0)));
        assert_eq!(gained("tiktok").await, (Some(100), Some(100)));
        world.clock.advance(Duration::from_hours(24));
        assert_eq!(gained("tiktok").await, (Some(0), Some(0)));
    });
}
