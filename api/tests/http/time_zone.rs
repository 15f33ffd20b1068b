//! The time zone of the installation.

use std::time::Duration;

use serde_json::{Value, json};

use crate::series::{shown, with_measurements};
use crate::support::{ADMIN_PASSWORD, World, run};

const SETTINGS: &str = "/api/admin/settings";

fn settings(zone: &Value) -> Value {
    let mut settings = json!({"content_visibility": "all", "cost": {"model": "none"}});
    if !zone.is_null() {
        settings["time_zone"] = zone.clone();
    }
    settings
}

#[test]
fn days_follow_time_zone_of_settings() {
    run(async {
        let world = with_measurements().await;
        let set = world
            .put(&world.admin, SETTINGS, settings(&json!("America/Los_Angeles")))
            .await
            .ok();
        // Those of A, and the author of its single video.
        assert_eq!(
            (&set["time_zone"], &set["days_pending"]),
            (&json!("America/Los_Angeles"), &json!(3))
        );
        assert!(world.api.recount_days_once().await.unwrap());
        assert!(!world.api.recount_days_once().await.unwrap());
        let now = world.get(&world.admin, SETTINGS).await.ok();
        assert_eq!(now["days_pending"], 0);
        let me = world.get(&world.member_a, "/api/auth/me").await.ok();
        assert_eq!(me["time_zone"], "America/Los_Angeles");

        // The single video was measured at midnight UTC of the 19th.
        let trend = world.get(&world.member_a, "/api/dashboard/trend").await.ok();
        let gained = shown(&trend["tiktok"]);
        let gained: Vec<_> = gained.iter().map(|day| (day.0.as_str(), day.3)).collect();
        assert_eq!(gained, [("17", 0), ("18", 10), ("19", 0), ("20", 0), ("21", 100)]);
        // An omitted zone stays.
        let kept = world
            .put(&world.admin, SETTINGS, settings(&Value::Null))
            .await
            .ok();
        assert_eq!(kept["time_zone"], "America/Los_Angeles");
    });
}

#[test]
fn today_is_day_in_time_zone() {
    run(async {
        let world = with_measurements().await;
        // The world begins on November 21 at 10:00 UTC.
        for (zone, hours, today) in [
            ("UTC", 0, "2026-11-21"),
            ("Pacific/Kiritimati", 0, "2026-11-22"),
            ("Pacific/Pago_Pago", 0, "2026-11-20"),
            ("Asia/Kathmandu", 8, "2026-11-21"),
            ("Asia/Kathmandu", 1, "2026-11-22"),
        ] {
            world.clock.advance(Duration::from_hours(hours));
            let admin = world.sign_in("admin", ADMIN_PASSWORD).await;
            world.put(&admin, SETTINGS, settings(&json!(zone))).await.ok();
            world.api.recount_days_once().await.unwrap();
            let trend = world.get(&admin, "/api/dashboard/trend?days=7").await.ok();
            assert_eq!(trend["to"], today, "{zone}");
            let export = world.get(&admin, "/api/dashboard/all-tiktok-videos/export").await;
            assert!(
                export
                    .header("content-disposition")
                    .contains(&format!("{today}.csv")),
                "{export:?}"
            );
            let gains = world.get(&admin, "/api/dashboard/gains").await.ok();
            assert!(gains["period"]["to"].as_str().unwrap() < today, "{zone}");
        }
    });
}

#[test]
fn unknown_time_zone_is_refused() {
    run(async {
        let world = World::new().await;
        for zone in [
            json!("Europe/Atlantis"),
            json!("CET"),
            json!("+02:00"),
            json!(""),
            json!("UTC\u{0}"),
        ] {
            let response = world.put(&world.admin, SETTINGS, settings(&zone)).await;
            response.refused(422, "invalid_request");
        }
    });
}
