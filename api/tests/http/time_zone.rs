//! The time zones of the installation and of groups.

use std::time::Duration;

use clipmeter_domain::time_zone::{MAX_LENGTH, PATTERN};
use serde_json::{Value, json};

use crate::series::{shown, with_measurements};
use crate::support::{ADMIN_PASSWORD, World, run};

const SETTINGS: &str = "/api/admin/settings";
const GROUPS: &str = "/api/groups";
const ME: &str = "/api/auth/me";
const TREND: &str = "/api/dashboard/trend";

/// The gained views of TikTok's videos by day, in UTC: of `with_measurements`, in the scope of group A and of all groups.
const IN_UTC: [(&str, i64); 5] = [("17", 0), ("18", 0), ("19", 10), ("20", 0), ("21", 100)];
/// The single video was measured at midnight UTC of the 19th.
const IN_LOS_ANGELES: [(&str, i64); 5] = [("17", 0), ("18", 10), ("19", 0), ("20", 0), ("21", 100)];

fn settings(zone: &Value) -> Value {
    let mut settings = json!({"content_visibility": "all", "cost": {"model": "none"}});
    if !zone.is_null() {
        settings["time_zone"] = zone.clone();
    }
    settings
}

/// Returns the gained views of TikTok's videos by day of the month.
async fn gained(world: &World, token: &str, path: &str) -> Vec<(String, i64)> {
    let trend = world.get(token, path).await.ok();
    let days = shown(&trend["tiktok"]).into_iter();
    days.map(|(day, _, _, gained)| (day, gained)).collect()
}

fn days(expected: [(&str, i64); 5]) -> Vec<(String, i64)> {
    expected.map(|(day, gained)| (day.to_owned(), gained)).to_vec()
}

/// Sets or clears the time zone of a group, and counts days until the group's are shown in `expected`.
async fn set_zone(world: &World, group: &str, zone: &Value, expected: &str) {
    let changed = world
        .patch(&world.admin, group, json!({"time_zone": zone}))
        .await
        .ok();
    assert_eq!(changed["time_zone"], *zone);
    count_days(world, group, expected).await;
}

/// Counts days until those of a group are shown in a zone.
async fn count_days(world: &World, group: &str, zone: &str) {
    for _ in 0..10 {
        if world.get(&world.admin, group).await.ok()["days_zone"] == zone {
            return;
        }
        world.api.recount_days_once().await.unwrap();
    }
    panic!("the days of {group} are not shown in {zone}");
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
        let me = world.get(&world.member_a, ME).await.ok();
        assert_eq!(me["time_zone"], "America/Los_Angeles");
        assert_eq!(gained(&world, &world.member_a, TREND).await, days(IN_LOS_ANGELES));
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
        let group = format!("{GROUPS}/{}", world.group_a);
        for zone in [
            json!("Europe/Atlantis"),
            json!("CET"),
            json!("+02:00"),
            json!(""),
            json!("UTC\u{0}"),
        ] {
            let new = json!({"name": "Zoo", "time_zone": zone});
            let change = json!({"description": "Shoes", "time_zone": zone});
            for response in [
                world.put(&world.admin, SETTINGS, settings(&zone)).await,
                world.post(&world.admin, GROUPS, new).await,
                world.patch(&world.admin, &group, change).await,
            ] {
                response.refused(422, "invalid_request");
                assert_eq!(
                    response.error(),
                    "time_zone must be the IANA name of a time zone, like Europe/Berlin, or UTC"
                );
            }
        }
        let changed =
            "SELECT count(*) FROM groups WHERE name = 'Zoo' OR description <> '' OR time_zone IS NOT NULL";
        assert_eq!(world.count(changed).await, 0);
    });
}

#[test]
fn resources_accept_all_time_zones_of_database() {
    run(async {
        let world = World::new().await;
        // What zone_exists accepts.
        let places = "SELECT count(*) FROM pg_timezone_names WHERE name ~ '^[A-Z][A-Za-z]*/[A-Za-z]'";
        assert!(world.count(places).await > 300);
        let others = format!("{places} AND (name !~ '{PATTERN}' OR length(name) > {MAX_LENGTH})");
        assert_eq!(world.count(&others).await, 0);
    });
}

#[test]
fn days_of_group_follow_its_time_zone() {
    run(async {
        let world = with_measurements().await;
        let group = format!("{GROUPS}/{}", world.group_a);
        let of_group = format!("{TREND}?group_id={}", world.group_a);
        let changed = world
            .patch(&world.admin, &group, json!({"time_zone": "America/Los_Angeles"}))
            .await
            .ok();
        // Until all days are counted, the former ones are shown.
        assert_eq!(
            (&changed["time_zone"], &changed["days_zone"]),
            (&json!("America/Los_Angeles"), &json!("UTC"))
        );
        assert_eq!(world.get(&world.member_a, ME).await.ok()["time_zone"], "UTC");
        assert_eq!(gained(&world, &world.member_a, TREND).await, days(IN_UTC));

        count_days(&world, &group, "America/Los_Angeles").await;
        for (token, zone) in [
            (&world.member_a, "America/Los_Angeles"),
            (&world.member_b, "UTC"),
            (&world.admin, "UTC"),
        ] {
            assert_eq!(world.get(token, ME).await.ok()["time_zone"], zone);
        }
        for (token, path, expected) in [
            (&world.member_a, TREND, IN_LOS_ANGELES),
            (&world.admin, of_group.as_str(), IN_LOS_ANGELES),
            (&world.admin, TREND, IN_UTC),
        ] {
            assert_eq!(gained(&world, token, path).await, days(expected), "{path}");
        }
        let detail = world.get(&world.member_a, &group).await.ok();
        let list = world.get(&world.admin, GROUPS).await.ok();
        for response in [&detail, &list["groups"][0]] {
            assert_eq!(
                [&response["time_zone"], &response["days_zone"]],
                [&json!("America/Los_Angeles"); 2]
            );
        }
        assert_eq!(
            [&list["groups"][1]["time_zone"], &list["groups"][1]["days_zone"]],
            [&Value::Null, &json!("UTC")]
        );

        // The zone of the settings applies to other groups, and to this one again without a zone of its own.
        world
            .put(&world.admin, SETTINGS, settings(&json!("Asia/Kathmandu")))
            .await
            .ok();
        let group_b = format!("{GROUPS}/{}", world.group_b);
        count_days(&world, &group_b, "Asia/Kathmandu").await;
        for (token, zone) in [
            (&world.member_a, "America/Los_Angeles"),
            (&world.member_b, "Asia/Kathmandu"),
            (&world.admin, "Asia/Kathmandu"),
        ] {
            assert_eq!(world.get(token, ME).await.ok()["time_zone"], zone);
        }
        assert_eq!(gained(&world, &world.member_a, TREND).await, days(IN_LOS_ANGELES));
        set_zone(&world, &group, &Value::Null, "Asia/Kathmandu").await;
        let me = world.get(&world.member_a, ME).await.ok();
        assert_eq!(me["time_zone"], "Asia/Kathmandu");
        let recorded = "SELECT string_agg(coalesce(details ->> 'time_zone', 'none'), ' ' ORDER BY id)
                        FROM audit_log WHERE action = 'group.update' AND details ? 'time_zone'";
        assert_eq!(world.one::<String>(recorded).await, "America/Los_Angeles none");
    });
}

#[test]
fn today_of_group_is_day_in_its_time_zone() {
    run(async {
        let world = with_measurements().await;
        let group = format!("{GROUPS}/{}", world.group_a);
        set_zone(&world, &group, &json!("Pacific/Kiritimati"), "Pacific/Kiritimati").await;
        let accounts = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        let history = format!("/api/tiktok/accounts/{}/history", accounts["accounts"][0]["id"]);
        // November 30 at 12:00 UTC, December 1 at 2:00 in the group's zone.
        world.clock.advance(Duration::from_hours(9 * 24 + 2));
        let member = world.sign_in("ann", ADMIN_PASSWORD).await;
        let admin = world.sign_in("admin", ADMIN_PASSWORD).await;
        let in_group = format!("?group_id={}", world.group_a);
        for (token, query, today, month) in [
            (&member, "", "2026-12-01", ["2026-11-01", "2026-11-30"]),
            (
                &admin,
                in_group.as_str(),
                "2026-12-01",
                ["2026-11-01", "2026-11-30"],
            ),
            (&admin, "", "2026-11-30", ["2026-10-01", "2026-10-31"]),
        ] {
            let get = async |path: &str| world.get(token, &format!("/api/dashboard/{path}{query}")).await;
            assert_eq!(get("trend").await.ok()["to"], today, "{query}");
            let statement = get("statement").await.ok();
            assert_eq!(
                statement["period"],
                json!({"from": month[0], "to": month[1]}),
                "{query}"
            );
            for (path, days) in [
                ("statement/export", month.join("-")),
                ("all-tiktok-videos/export", today.to_owned()),
            ] {
                let file = get(path).await;
                let name = file.header("content-disposition");
                assert!(name.contains(&format!("-{days}.csv")), "{query}: {name}");
            }
        }
        // An account is shown to an admin as its group sees it.
        for token in [&member, &admin] {
            assert_eq!(world.get(token, &history).await.ok()["to"], "2026-12-01");
        }
    });
}

#[test]
fn group_is_created_with_time_zone() {
    run(async {
        let world = World::new().await;
        let new = json!({"name": "Zoo", "time_zone": "Asia/Tokyo"});
        let created = world.post(&world.admin, GROUPS, new).await.ok();
        assert_eq!(created["time_zone"], "Asia/Tokyo");
        let group = format!("{GROUPS}/{}", created["id"]);
        count_days(&world, &group, "Asia/Tokyo").await;
        // An omitted zone stays.
        let change = json!({"description": "Shoes"});
        let changed = world.patch(&world.admin, &group, change).await.ok();
        assert_eq!(changed["time_zone"], "Asia/Tokyo");
        let new = json!({"name": "Park", "time_zone": null});
        let created = world.post(&world.admin, GROUPS, new).await.ok();
        assert_eq!(
            (&created["time_zone"], &created["days_zone"]),
            (&Value::Null, &json!("UTC"))
        );
    });
}

#[test]
fn restored_group_keeps_its_time_zone_and_all_days() {
    run(async {
        let world = with_measurements().await;
        let group = format!("{GROUPS}/{}", world.group_a);
        let of_group = format!("{TREND}?group_id={}", world.group_a);
        let zone = "America/Los_Angeles";
        set_zone(&world, &group, &json!(zone), zone).await;
        world.delete(&world.admin, &group).await.ok();
        // Days of the zone may be deleted meanwhile.
        world.api.recount_days_once().await.unwrap();
        let deletions = world.get(&world.admin, "/api/admin/deletions").await.ok();
        let deletions = deletions["deletions"].as_array().unwrap();
        let deleted = deletions.iter().find(|one| one["kind"] == "group").unwrap();
        let restore = format!("/api/admin/deletions/{}/restore", deleted["id"]);
        world.poke(&world.admin, &restore).await.ok();
        let restored = world.get(&world.admin, &group).await.ok();
        assert_eq!(restored["time_zone"], zone);
        let expected = match restored["days_zone"].as_str() {
            Some("UTC") => IN_UTC,
            _ => IN_LOS_ANGELES,
        };
        assert_eq!(gained(&world, &world.admin, &of_group).await, days(expected));
        count_days(&world, &group, zone).await;
        assert_eq!(
            gained(&world, &world.admin, &of_group).await,
            days(IN_LOS_ANGELES)
        );
    });
}
