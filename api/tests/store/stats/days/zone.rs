//! Tests of the days of time zones.

use clipmeter_fixtures::database::World;

/// Zones that change the clock: at 02:00, from midnight to 01:00, from 01:00 back to midnight, from midnight back to the day before, by
/// half an hour; and zones that do not.
const ZONES: [&str; 12] = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Africa/Cairo",
    "Asia/Beirut",
    "America/Santiago",
    "America/Havana",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
];

/// Days of two years that do not begin with their first moment, or at another time than the previous day ended.
const WRONG: &str = "
    SELECT count(*) FROM generate_series(date '2025-12-30', date '2028-01-02', '1 day') AS d (at),
         LATERAL (SELECT at::date AS day, start_of_day(at::date) AS begins) s
    WHERE day_of(begins) <> day OR day_of(begins - interval '1 second') <> day - 1
       OR begins - interval '15 minutes' * (extract(epoch FROM begins)::bigint / 900 % 4)
          <> date_trunc('hour', begins, 'UTC')";

#[tokio::test]
async fn days_begin_with_their_first_moment_in_any_zone() {
    let world = World::new().await;
    for zone in ZONES {
        world
            .execute(&format!(
                "UPDATE settings SET time_zone = '{zone}', days_zone = '{zone}'"
            ))
            .await;
        assert_eq!(world.one::<i64>(WRONG).await, 0, "{zone}");
    }
    // 23 and 25 hours.
    world
        .execute("UPDATE settings SET time_zone = 'Europe/Berlin', days_zone = 'Europe/Berlin'")
        .await;
    for (day, hours) in [("2026-03-29", 23), ("2026-03-30", 24), ("2026-10-25", 25)] {
        let length = format!(
            "SELECT extract(epoch FROM start_of_day('{day}'::date + 1) - start_of_day('{day}'))::bigint"
        );
        let row: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(length))
            .fetch_one(&world.owner)
            .await
            .unwrap();
        assert_eq!(row, hours * 3600, "{day}");
    }
}

#[tokio::test]
async fn zone_is_iana_name_of_place() {
    let world = World::new().await;
    for (zone, exists) in [
        ("UTC", true),
        ("Europe/Berlin", true),
        ("America/Argentina/Buenos_Aires", true),
        ("Asia/Kathmandu", true),
        ("Etc/GMT+5", true),
        ("europe/berlin", false),
        ("Europe/Atlantis", false),
        ("CET", false),
        ("EST5EDT", false),
        ("posix/Europe/Berlin", false),
        ("+02:00", false),
        ("", false),
    ] {
        let found: bool = sqlx::query_scalar("SELECT zone_exists($1)")
            .bind(zone)
            .fetch_one(&world.owner)
            .await
            .unwrap();
        assert_eq!(found, exists, "{zone}");
    }
}
