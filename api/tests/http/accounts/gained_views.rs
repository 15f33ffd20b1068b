//! Tests of the views that an account gained in a week.

use std::time::Duration;

use crate::series::{shown, with_measurements};
use crate::support::{ADMIN_PASSWORD, run};

#[test]
fn gained_views_are_shown_after_first_week() {
    run(async {
        let world = with_measurements().await;
        let gained = async |platform: &str| {
            let token = world.sign_in("ann", ADMIN_PASSWORD).await;
            let accounts = world.get(&token, &format!("/api/{platform}/accounts")).await.ok();
            let account = &accounts["accounts"][0];
            let path = format!("/api/{platform}/accounts/{}/history?days=7", account["id"]);
            let history = world.get(&token, &path).await.ok();
            let group = world
                .get(&token, &format!("/api/groups/{}", world.group_a))
                .await
                .ok();
            assert_eq!(&group[platform]["accounts"][0], account);
            let week: i64 = shown(&history["days"]).iter().map(|day| day.3).sum();
            (account["gained_views_7_days"].as_i64(), week)
        };
        assert_eq!(gained("instagram").await, (None, 25));
        for (first, instagram, tiktok) in [
            ("2026-11-15T00:00:00Z", None, None),
            ("2026-11-14T23:59:59Z", Some(25), Some(100)),
        ] {
            sqlx::query("UPDATE platform_accounts SET first_success_at = $1::text::timestamptz")
                .bind(first)
                .execute(&world.owner)
                .await
                .unwrap();
            assert_eq!(gained("instagram").await, (instagram, 25), "{first}");
            assert_eq!(gained("tiktok").await, (tiktok, 100), "{first}");
        }
        // In the week from the 21st, one account was read and gained views; the other was not read.
        world.clock.advance(Duration::from_hours(6 * 24));
        assert_eq!(gained("instagram").await, (Some(0), 0));
        assert_eq!(gained("tiktok").await, (Some(100), 100));
        world.clock.advance(Duration::from_hours(24));
        assert_eq!(gained("tiktok").await, (Some(0), 0));
    });
}
