//! Gains in a period.

use clipmeter_domain::metric::Metric;
use clipmeter_fixtures::counts;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row};

use crate::export::cells;
use crate::series::with_measurements;
use crate::support::{World, run};

const GAINS: &str = "/api/dashboard/gains?from=2026-11-19&to=2026-11-21";

/// Sets the platform's cost, and the currency to euros.
pub(crate) async fn set_cost(world: &World, cost: Value) {
    let settings = json!({"content_visibility": "all", "cost": cost, "currency": "EUR"});
    world
        .put(&world.admin, "/api/admin/settings", settings)
        .await
        .ok();
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
        // 1 per view.
        set_cost(&world, json!({"model": "per_mille", "rate": 1000})).await;
        let gains = world.get(&world.member_a, GAINS).await.ok();
        assert_eq!(gains["currency"], "EUR");
        let me = world.get(&world.member_a, "/api/auth/me").await.ok();
        assert_eq!(me["currency"], "EUR");
        // The author of a single video is not tracked.
        let tracked = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        let top = gains["tiktok"]["top"].as_array().unwrap().iter();
        let accounts: Vec<&Value> = top.map(|row| &row["video"]["account_id"]).collect();
        assert_eq!(accounts, [&tracked["accounts"][0]["id"], &Value::Null]);
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
    });
}

#[test]
fn gains_by_account_leave_out_single_videos() {
    run(async {
        let world = with_measurements().await;
        set_cost(&world, json!({"model": "per_mille", "rate": 1000})).await;
        world
            .execute("UPDATE platform_accounts SET first_success_at = '2026-11-17T12:00:00Z'")
            .await;
        let by_account = async |token: &str, platform: &str, period: &str| {
            let path = format!("/api/{platform}/accounts/gains?{period}");
            let gains = world.get(token, &path).await.ok();
            let accounts = gains["accounts"].as_array().unwrap().clone();
            let numbers = accounts.iter().map(|account| {
                (
                    account["gained_views"].as_i64(),
                    account["previous_gained_views"].as_i64(),
                    account["cost"].as_f64(),
                    account["previous_cost"].as_f64(),
                )
            });
            numbers.collect::<Vec<_>>()
        };
        let period = "from=2026-11-19&to=2026-11-21";
        let a = &world.member_a;
        assert_eq!(
            by_account(a, "instagram", period).await,
            [(Some(25), None, Some(25.0), None)]
        );
        // Of the 110 views, 10 are those of a single video.
        assert_eq!(
            by_account(a, "tiktok", period).await,
            [(Some(100), None, Some(100.0), None)]
        );
        let before = "from=2026-10-01&to=2026-10-02";
        assert_eq!(by_account(a, "tiktok", before).await, [(None, None, None, None)]);
        let same = format!("{period}&compare_from=2026-11-19&compare_to=2026-11-21");
        assert_eq!(
            by_account(a, "tiktok", &same).await,
            [(Some(100), Some(100), Some(100.0), Some(100.0))]
        );
        assert_eq!(by_account(&world.admin, "tiktok", period).await.len(), 2);
    });
}

#[test]
fn gains_are_limited_to_group() {
    run(async {
        let world = with_measurements().await;
        let of_a = world.get(&world.member_a, GAINS).await.ok();
        let group_a = format!("{GAINS}&group_id={}", world.group_a);
        assert_eq!(world.get(&world.admin, &group_a).await.ok(), of_a);
        // The other group's ID is not found, as if it did not exist.
        world
            .get(&world.member_b, &group_a)
            .await
            .refused(404, "not_found");
        // Group B tracks the author of a video that A tracks by its URL, and nothing else of A.
        let of_b = world.get(&world.member_b, GAINS).await.ok();
        assert_eq!(sums(&of_b["instagram"]["gained"]), (0, 0, Some(0.0)));
        assert_eq!(of_b["instagram"]["top"], json!([]));
        assert_eq!(sums(&of_b["tiktok"]["gained"]).1, 10);
        assert_eq!(of_b["tiktok"]["top"].as_array().unwrap().len(), 1);
        let all = world.get(&world.admin, GAINS).await.ok();
        assert_eq!(sums(&all["tiktok"]["gained"]).1, 110);
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
fn gains_show_cost_of_group_or_platform() {
    run(async {
        let world = with_measurements().await;
        let platform = json!({"model": "per_mille", "rate": 2.5, "cap": 100.0});
        set_cost(&world, platform.clone()).await;
        let group = json!({"model": "flat", "cost": 20.0});
        let path = format!("/api/groups/{}", world.group_a);
        world
            .patch(&world.admin, &path, json!({"cost": group}))
            .await
            .ok();
        let account = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
        let account = format!("/api/instagram/accounts/{}", account["accounts"][0]["id"]);
        let rule = async |token: &str| {
            let gains = world.get(token, GAINS).await.ok();
            (gains["cost_rule"].clone(), gains["has_exceptions"] == true)
        };
        assert_eq!(rule(&world.member_a).await, (group.clone(), false));
        let own = json!({"cost": {"model": "flat", "cost": 30}});
        world.patch(&world.admin, &account, own).await.ok();
        assert_eq!(rule(&world.member_a).await, (group, true));
        assert_eq!(rule(&world.member_b).await, (platform.clone(), false));
        assert_eq!(rule(&world.admin).await, (platform, false));
    });
}

#[test]
fn gains_period_must_be_valid() {
    run(async {
        let world = World::new().await;
        for (query, is_valid) in [
            ("", true),
            ("from=2026-11-19&to=2026-11-21", true),
            ("from=2000-01-01&to=2000-01-01", true),
            ("from=9999-12-31&to=9999-12-31", true),
            ("from=2026-11-21&to=2026-11-19", false),
            ("from=2025-11-19&to=2026-11-20", false),
            ("from=yesterday&to=2026-11-21", false),
            ("from=1999-12-31&to=2000-01-01", false),
            ("to=2000-01-01", false),
            ("from=9999-12-31&to=%2B10000-01-01", false),
            ("from=-262143-01-01&to=-262143-01-01", false),
            ("from=%2B262142-12-31&to=%2B262142-12-31", false),
            ("to=-262143-01-01", false),
            ("from=-262143-01-01&to=%2B262142-12-31", false),
            ("from=%2B999999-12-31", false),
            ("compare_from=2026-11-01", false),
            ("compare_from=2026-11-01&compare_to=2026-11-07", true),
            ("compare_from=2026-11-07&compare_to=2026-11-01", false),
            ("compare_from=-4800-01-01&compare_to=-4800-01-02", false),
            ("days=7", false),
        ] {
            let response = world
                .get(&world.member_a, &format!("/api/dashboard/gains?{query}"))
                .await;
            if is_valid {
                assert_eq!(response.status.as_u16(), 200, "{query}");
            } else {
                response.refused(422, "invalid_request");
            }
        }
        let settings = json!({"content_visibility": "all", "cost": {"model": "none"}, "currency": "euro"});
        let response = world.put(&world.admin, "/api/admin/settings", settings);
        response.await.refused(422, "invalid_request");
    });
}

/// Accounts with the group that tracks each.
const TRACKED: [(&str, &str, char); 4] = [
    ("instagram", "natgeo", 'a'),
    ("tiktok", "khaby.lame", 'a'),
    ("tiktok", "author", 'b'),
    ("instagram", "nasa", 'b'),
];

/// Stores a month of measurements: irregular, with corrections downward and numbers that stay, before and after midnight
/// UTC, and over the nights in which Europe and North America end daylight saving time.
pub(crate) async fn with_month_of_measurements() -> World {
    let world = World::new().await;
    for (platform, username, group) in TRACKED {
        let member = if group == 'a' {
            &world.member_a
        } else {
            &world.member_b
        };
        world.track(member, platform, username).await;
    }
    let columns = counts::columns();
    let first = counts::list(|count| match count {
        "views" => "3000 + $3".to_owned(),
        "likes" | "comments" => format!("1000 / {}", counts::position(count)),
        _ => format!(
            "CASE platform WHEN 'tiktok' THEN 1000 / {} END",
            counts::position(count)
        ),
    });
    let changes =
        counts::list(|count| format!("{count} = p.{count} + $3 / {}", counts::position(count).pow(2)));
    for step in 0..90_i64 {
        for (nth, (_, username, _)) in (0..).zip(TRACKED) {
            for item in 0..3 {
                // An item is first seen some steps after the one before.
                let age = step - 11 * item;
                if age < 0 {
                    continue;
                }
                let gain = (step * 7919 + nth * 104_729 + item * 1_299_709) % 997;
                let gain = if gain % 13 == 0 { -gain / 4 } else { gain };
                sqlx::query(AssertSqlSafe(format!(
                    "WITH measured AS (
                         INSERT INTO posts AS p (platform, external_id, account_id, from_zero, {columns}, first_seen_at, updated_at)
                         SELECT platform, username || $2, id, $2 % 2 = 1, {first}, at, at
                         FROM platform_accounts,
                              (SELECT timestamptz '2026-10-20 21:30Z' + $4::bigint::float8 * interval '7 hours 47 minutes') t (at)
                         WHERE username = $1
                         ON CONFLICT (platform, external_id) DO UPDATE
                         SET {changes}, updated_at = excluded.updated_at
                         RETURNING id, updated_at, {columns}
                     )
                     INSERT INTO post_metrics (post_id, observed_at, {columns}) SELECT * FROM measured"
                )))
                .bind(username)
                .bind(item)
                .bind(gain)
                .bind(step)
                .execute(&world.owner)
                .await
                .unwrap();
            }
        }
    }
    world
}

/// Returns a statement that sums the steps between measurements, instead of comparing the ends of the period: items, each count, cost
/// at 2.50 per 1,000 views and at most 20 per item, and the views of the items that gained any.
fn recomputed() -> String {
    let changes = counts::list(|count| format!("coalesce({count} - coalesce((b).{count}, 0), 0) AS {count}"));
    let gains = counts::list(|count| format!("sum(counts * {count}) AS {count}"));
    let sums = counts::list(|count| format!("coalesce(sum({count}), 0)::bigint AS {count}"));
    format!(
        "WITH steps AS (
        SELECT p.from_zero, m.*, lag(m) OVER (PARTITION BY m.post_id ORDER BY m.observed_at) AS b
        FROM post_metrics m JOIN posts p ON p.id = m.post_id JOIN platform_accounts a ON a.id = p.account_id
        WHERE p.platform = $1 AND a.username = ANY ($4)
    ), changes AS (
        SELECT post_id, observed_at, (b).post_id IS NULL AS is_first,
               CASE WHEN (b).post_id IS NULL AND NOT from_zero THEN 0 ELSE 1 END AS counts,
               {changes},
               round(least(20, views * 0.0025), 2) - round(least(20, coalesce((b).views, 0) * 0.0025), 2) AS cost
        FROM steps
    ), items AS (
        SELECT count(*) FILTER (WHERE is_first) AS items, {gains}, sum(counts * cost) AS cost
        FROM changes
        WHERE (observed_at AT TIME ZONE $5)::date BETWEEN $2::date AND $3::date
        GROUP BY post_id
    )
    SELECT coalesce(sum(items), 0)::bigint AS items, {sums}, coalesce(round(sum(cost), 2), 0)::float8 AS cost,
           coalesce(sum(views) FILTER (WHERE views > 0), 0)::bigint AS risen
    FROM items"
    )
}

/// UTC, the two sides of it, and a part of an hour.
const ZONES: [&str; 4] = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kathmandu"];

/// Sets the time zone, and waits until all days are recounted.
async fn set_zone(world: &World, zone: &str) {
    world
        .execute(&format!("UPDATE settings SET time_zone = '{zone}'"))
        .await;
    world.api.recount_days_once().await.unwrap();
}

/// Returns the views gained in a period by the trend, the statement of the period, the list of accounts, and the accounts' histories.
async fn shown_elsewhere(
    world: &World,
    token: &str,
    platform: &str,
    (from, to): (&str, &str),
    [trend, statement]: [&Value; 2],
) -> [i64; 4] {
    let gained = |days: &Value| {
        let days = days.as_array().unwrap().iter();
        let days = days.filter(|day| (from..=to).contains(&day["day"].as_str().unwrap()));
        days.map(|day| day["gained_views"].as_i64().unwrap()).sum::<i64>()
    };
    let accounts = format!("/api/{platform}/accounts/gains?from={from}&to={to}");
    let accounts = world.get(token, &accounts).await.ok();
    let mut histories = 0;
    for account in accounts["accounts"].as_array().unwrap() {
        let history = format!("/api/{platform}/accounts/{}/history", account["id"]);
        histories += gained(&world.get(token, &history).await.ok()["days"]);
    }
    let by_account = accounts["accounts"].as_array().unwrap().iter();
    [
        gained(&trend[platform]),
        statement[platform]["total"]["gained_views"].as_i64().unwrap(),
        by_account
            .map(|account| account["gained_views"].as_i64().unwrap_or_default())
            .sum(),
        histories,
    ]
}

#[test]
fn gains_equal_sums_of_raw_measurements_in_any_zone() {
    run(async {
        let world = with_month_of_measurements().await;
        set_cost(&world, json!({"model": "per_mille", "rate": 2.5, "cap": 20})).await;
        world
            .execute("UPDATE platform_accounts SET first_success_at = '2026-10-01T12:00:00Z'")
            .await;
        let callers = [
            (&world.member_a, "a"),
            (&world.member_b, "b"),
            (&world.admin, "ab"),
        ];
        for (zone, (token, groups)) in ZONES.iter().flat_map(|zone| callers.map(|caller| (zone, caller))) {
            set_zone(&world, zone).await;
            let usernames: Vec<&str> = TRACKED
                .iter()
                .filter(|(_, _, group)| groups.contains(*group))
                .map(|(_, username, _)| *username)
                .collect();
            let trend = world.get(token, "/api/dashboard/trend").await.ok();
            for (from, to) in [
                // Europe's clocks go back on October 25, North America's on November 1.
                ("2026-10-25", "2026-10-25"),
                ("2026-10-24", "2026-10-26"),
                ("2026-11-01", "2026-11-07"),
                ("2026-10-21", "2026-11-20"),
                ("2026-11-18", "2026-11-30"),
                ("2026-12-01", "2026-12-31"),
            ] {
                let path = format!("/api/dashboard/gains?from={from}&to={to}");
                let gains = world.get(token, &path).await.ok();
                let statement = format!("/api/dashboard/statement?from={from}&to={to}");
                let statement = world.get(token, &statement).await.ok();
                for platform in ["instagram", "tiktok"] {
                    let previous = &gains["previous"];
                    let mut gained_by_risers = 0;
                    for (period, from, to) in [
                        ("gained", from, to),
                        (
                            "previous",
                            previous["from"].as_str().unwrap(),
                            previous["to"].as_str().unwrap(),
                        ),
                    ] {
                        let row = sqlx::query(AssertSqlSafe(recomputed()))
                            .bind(platform)
                            .bind(from)
                            .bind(to)
                            .bind(&usernames)
                            .bind(zone)
                            .fetch_one(&world.owner)
                            .await
                            .unwrap();
                        let shown = &gains[platform][period];
                        for field in Metric::counts().map(Metric::field).chain(["items"]) {
                            assert_eq!(
                                shown[field].as_i64(),
                                Some(row.get(field)),
                                "{groups} {platform} {field} {from} to {to} in {zone}"
                            );
                        }
                        assert_eq!(
                            shown["cost"].as_f64(),
                            Some(row.get("cost")),
                            "{groups} {platform} cost {from} to {to} in {zone}"
                        );
                        if period == "gained" {
                            gained_by_risers = row.get("risen");
                        }
                    }
                    // Each platform has fewer items than the list takes. Those that lost views are not in it.
                    let top = gains[platform]["top"].as_array().unwrap();
                    let listed: i64 = top.iter().map(|row| row["gained_views"].as_i64().unwrap()).sum();
                    assert_eq!(listed, gained_by_risers, "{groups} {platform} {from} to {to}");
                    assert!(
                        top.is_sorted_by_key(|row| std::cmp::Reverse(row["gained_views"].as_i64())),
                        "{top:?}"
                    );
                    for count in Metric::counts().map(Metric::field) {
                        let days = trend[platform].as_array().unwrap().iter();
                        let days = days.filter(|day| (from..=to).contains(&day["day"].as_str().unwrap()));
                        let gained = days.filter_map(|day| day[format!("gained_{count}")].as_i64());
                        let expected = &gains[platform]["gained"][count];
                        assert_eq!(
                            *expected,
                            gained.sum::<i64>(),
                            "{groups} {platform} {count} {from} to {to} in {zone}"
                        );
                    }
                    let views = gains[platform]["gained"]["views"].as_i64().unwrap();
                    let both = [&trend, &statement];
                    let shown = shown_elsewhere(&world, token, platform, (from, to), both).await;
                    assert_eq!(shown, [views; 4], "{groups} {platform} {from} to {to} in {zone}");
                }
            }
        }
    });
}

#[test]
fn lists_sort_by_gained_views_and_sum_them_up() {
    run(async {
        let world = with_month_of_measurements().await;
        let (from, to) = ("2026-11-01", "2026-11-07");
        let period = format!("gained_from={from}&gained_to={to}");
        let gained = |rows: &Value| -> Vec<i64> {
            let rows = rows.as_array().unwrap().iter();
            rows.map(|row| row["gained_views"].as_i64().unwrap()).collect()
        };
        for (token, group) in [
            (&world.member_a, format!("&group_id={}", world.group_a)),
            (&world.admin, String::new()),
        ] {
            let gains = format!("/api/dashboard/gains?from={from}&to={to}");
            let gains = world.get(token, &gains).await.ok();
            for (platform, items) in [("instagram", "posts"), ("tiktok", "videos")] {
                let table = format!("/api/dashboard/all-{platform}-{items}");
                let list = format!("{table}?sort=gained&{period}{group}");
                let down = gained(&world.get(token, &list).await.ok()[items]);
                assert!(down.is_sorted_by(|one, other| one >= other), "{down:?}");
                assert!(down[0] > 0 && down.len() >= 3);
                assert_eq!(
                    gains[platform]["gained"]["views"].as_i64().unwrap(),
                    down.iter().sum::<i64>()
                );
                let mut up = gained(&world.get(token, &format!("{list}&order=asc")).await.ok()[items]);
                up.reverse();
                assert_eq!(up, down);
                let second = format!("{list}&per_page=2&page=2");
                assert_eq!(
                    gained(&world.get(token, &second).await.ok()[items]),
                    down[2..4.min(down.len())]
                );
                let minimum = format!("{list}&min_views=1");
                assert_eq!(gained(&world.get(token, &minimum).await.ok()[items]), down);

                let sums = format!("{table}/sums?{period}&min_views=1{group}");
                let sums = world.get(token, &sums).await.ok();
                assert_eq!(sums["sums"]["gained_views"], down.iter().sum::<i64>());

                let export = format!("{table}/export?sort=gained&{period}&columns=gained_views{group}");
                let export = cells(&world.get(token, &export).await.text);
                let exported: Vec<i64> = export[1..].iter().map(|line| line[0].parse().unwrap()).collect();
                assert_eq!(exported, down);

                let all = world.get(token, &format!("{table}?{group}")).await.ok();
                assert!(all[items][0]["gained_views"].is_null());
            }
        }
        let accounts = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        let videos = format!(
            "/api/tiktok/accounts/{}/videos?sort=gained&{period}",
            accounts["accounts"][0]["id"]
        );
        let videos = gained(&world.get(&world.member_a, &videos).await.ok()["videos"]);
        assert!(videos[0] > 0 && videos.is_sorted_by(|one, other| one >= other));

        // Before any measurement, nothing is known.
        let table = "/api/dashboard/all-tiktok-videos";
        let early = format!("{table}?sort=gained&gained_from=2026-10-01&gained_to=2026-10-02");
        let early = world.get(&world.admin, &early).await.ok();
        assert!(
            early["videos"]
                .as_array()
                .unwrap()
                .iter()
                .all(|row| row["gained_views"].is_null())
        );
        for query in [
            "sort=gained",
            "gained_from=2026-11-01",
            "gained_to=2026-11-01",
            "gained_from=2026-11-02&gained_to=2026-11-01",
            "gained_from=2025-11-01&gained_to=2026-11-02",
        ] {
            let response = world.get(&world.admin, &format!("{table}?{query}")).await;
            response.refused(422, "invalid_request");
        }
    });
}

#[test]
fn gained_views_of_lists_are_unknown_before_retained_measurements() {
    run(async {
        let world = with_month_of_measurements().await;
        world.execute("SELECT prune_history('2026-11-01')").await;
        // The only item that was first seen since then.
        store(&world, false, &[(2, Some(100), ""), (3, Some(130), "")]).await;
        for (zone, platform, items, from, rows, known) in [
            ("UTC", "instagram", "posts", "2026-10-28", 6, 0),
            ("UTC", "tiktok", "videos", "2026-10-28", 7, 1),
            ("UTC", "tiktok", "videos", "2026-11-01", 7, 7),
            // There, the day began in October of UTC.
            ("Asia/Kathmandu", "instagram", "posts", "2026-11-01", 6, 0),
            ("Asia/Kathmandu", "instagram", "posts", "2026-11-02", 6, 6),
        ] {
            set_zone(&world, zone).await;
            let table = format!("/api/dashboard/all-{platform}-{items}");
            let period = format!("gained_from={from}&gained_to=2026-11-03");
            let list = format!("{table}?sort=gained&{period}");
            let list = world.get(&world.admin, &list).await.ok()[items].clone();
            let gained = list.as_array().unwrap().iter();
            let gained: Vec<Option<i64>> = gained.map(|row| row["gained_views"].as_i64()).collect();
            assert_eq!(gained.len(), rows, "{platform} {from} in {zone}");
            assert_eq!(
                gained.iter().flatten().count(),
                known,
                "{platform} {from} in {zone}"
            );
            if known == 1 {
                assert_eq!(gained[0], Some(30));
            }
            let sum = (known > 0).then(|| gained.iter().flatten().sum::<i64>());
            let sums = format!("{table}/sums?{period}&min_views=1");
            let sums = world.get(&world.admin, &sums).await.ok()["sums"].clone();
            assert!(sums["views"].is_i64(), "{sums}");
            assert_eq!(sums["gained_views"], json!(sum), "{platform} {from} in {zone}");
        }
    });
}

/// Measurements of one item: the day of November, the views and the field of the platform that they were read from.
type Measurements = [(u32, Option<i64>, &'static str)];

#[test]
fn gains_of_incomparable_counts_are_sums_of_comparable_steps() {
    run(async {
        let cases: [(&str, bool, &Measurements, i64, f64); 7] = [
            (
                "a source that changes in the period",
                false,
                &[
                    (18, Some(100), "view_count"),
                    (19, Some(110), "view_count"),
                    (20, Some(400), "play_count"),
                    (21, Some(405), "play_count"),
                ],
                15,
                15.0,
            ),
            (
                "a source that changes after the first measurement",
                false,
                &[
                    (19, Some(100), "view_count"),
                    (20, Some(400), "play_count"),
                    (21, Some(410), "play_count"),
                ],
                10,
                10.0,
            ),
            (
                "the same of an item that was posted while it was tracked",
                true,
                &[
                    (19, Some(100), "view_count"),
                    (20, Some(400), "play_count"),
                    (21, Some(410), "play_count"),
                ],
                110,
                110.0,
            ),
            (
                "views that become known",
                false,
                &[(18, None, ""), (20, Some(100), ""), (21, Some(130), "")],
                30,
                30.0,
            ),
            (
                "the same of an item that was posted while it was tracked",
                true,
                &[(18, None, ""), (20, Some(100), ""), (21, Some(130), "")],
                130,
                130.0,
            ),
            (
                "views that stay unknown",
                true,
                &[(18, None, ""), (20, None, "")],
                0,
                0.0,
            ),
            (
                "views that the platform took back",
                true,
                &[(18, Some(100), ""), (19, Some(0), ""), (21, Some(130), "")],
                30,
                30.0,
            ),
        ];
        for (name, from_zero, measurements, views, cost) in cases {
            let world = World::new().await;
            world.track(&world.member_a, "tiktok", "author").await;
            set_cost(&world, json!({"model": "per_mille", "rate": 1000})).await;
            store(&world, from_zero, measurements).await;
            let gains = world.get(&world.member_a, GAINS).await.ok();
            assert_eq!(gains["tiktok"]["gained"]["views"], views, "{name}");
            assert_eq!(gains["tiktok"]["gained"]["cost"], cost, "{name}");
            let listed = gains["tiktok"]["top"].as_array().unwrap().iter();
            let listed: i64 = listed.map(|row| row["gained_views"].as_i64().unwrap()).sum();
            assert_eq!(listed, views, "{name}");
        }
    });
}

#[test]
fn gains_charge_fixed_amount_once_if_views_fall_to_zero_and_rise() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "author").await;
        set_cost(&world, json!({"model": "flat", "cost": 20})).await;
        let measurements = [
            (18, Some(100), ""),
            (19, Some(0), ""),
            (20, Some(0), ""),
            (21, Some(70), ""),
        ];
        store(&world, true, &measurements).await;
        for (day, cost) in [(18, 20.0), (19, -20.0), (20, 0.0), (21, 20.0)] {
            let path = format!("/api/dashboard/gains?from=2026-11-{day}&to=2026-11-{day}");
            let gains = world.get(&world.member_a, &path).await.ok();
            assert_eq!(gains["tiktok"]["gained"]["cost"], cost, "{day}");
        }
    });
}

/// Stores the measurements of an item of the TikTok account `author`.
async fn store(world: &World, from_zero: bool, measurements: &Measurements) {
    for (day, views, source) in measurements {
        sqlx::query(
            "WITH measured AS (
                 INSERT INTO posts AS p (platform, external_id, account_id, from_zero, views, views_source, likes, comments,
                                         first_seen_at, updated_at)
                 SELECT platform, 'item', id, $1, $2, nullif($3, ''), 10, 5, at, at
                 FROM platform_accounts, make_timestamptz(2026, 11, $4, 12, 0, 0, 'UTC') at
                 WHERE platform = 'tiktok' AND username = 'author'
                 ON CONFLICT (platform, external_id) DO UPDATE
                 SET views = excluded.views, views_source = excluded.views_source, updated_at = excluded.updated_at
                 RETURNING id, updated_at, views, likes, comments, views_source
             )
             INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, views_source) SELECT * FROM measured",
        )
        .bind(from_zero)
        .bind(views)
        .bind(source)
        .bind(i32::try_from(*day).unwrap())
        .execute(&world.owner)
        .await
        .unwrap();
    }
}

#[test]
fn gains_cost_is_unknown_before_retained_measurements() {
    run(async {
        let world = with_month_of_measurements().await;
        set_cost(&world, json!({"model": "per_mille", "rate": 2.5, "cap": 20})).await;
        let complete = "/api/dashboard/gains?from=2026-11-08&to=2026-11-14";
        let partial = "/api/dashboard/gains?from=2026-10-28&to=2026-11-03";
        let [complete_before, partial_before] = [
            world.get(&world.admin, complete).await.ok(),
            world.get(&world.admin, partial).await.ok(),
        ];
        assert_eq!(complete_before["history_begins"], Value::Null);
        sqlx::query("SELECT prune_history('2026-11-01')")
            .execute(&world.owner)
            .await
            .unwrap();
        let mut expected = complete_before;
        expected["history_begins"] = json!("2026-11-01");
        assert_eq!(world.get(&world.admin, complete).await.ok(), expected);
        let gains = world.get(&world.admin, partial).await.ok();
        for platform in ["instagram", "tiktok"] {
            for period in ["gained", "previous"] {
                // The sums of the days are kept.
                let mut expected = partial_before[platform][period].clone();
                assert_ne!(expected["cost"], 0.0);
                expected["cost"] = Value::Null;
                assert_eq!(gains[platform][period], expected, "{platform} {period}");
            }
            for row in gains[platform]["top"].as_array().unwrap() {
                assert_eq!(row["cost"], Value::Null);
            }
        }
    });
}

#[test]
fn gains_of_group_are_in_its_currency() {
    run(async {
        let world = with_measurements().await;
        set_cost(&world, json!({"model": "per_mille", "rate": 1000})).await;
        let group = format!("/api/groups/{}", world.group_a);
        let changed = world
            .patch(&world.admin, &group, json!({"currency": "CHF"}))
            .await
            .ok();
        assert_eq!(changed["currency"], "CHF");
        let of_group = format!("{GAINS}&group_id={}", world.group_a);
        for (token, path, currency) in [
            (&world.admin, GAINS, "EUR"),
            (&world.admin, of_group.as_str(), "CHF"),
            (&world.member_a, GAINS, "CHF"),
            (&world.member_b, GAINS, "EUR"),
            (&world.admin, "/api/auth/me", "EUR"),
            (&world.member_a, "/api/auth/me", "CHF"),
            (&world.member_b, "/api/auth/me", "EUR"),
        ] {
            assert_eq!(world.get(token, path).await.ok()["currency"], currency, "{path}");
        }
        let detail = world.get(&world.member_a, &group).await.ok();
        assert_eq!(
            (&detail["currency"], &detail["currency_in_effect"]),
            (&json!("CHF"), &json!("CHF"))
        );
        let reset = world
            .patch(&world.admin, &group, json!({"currency": null}))
            .await
            .ok();
        assert_eq!(reset["currency"], Value::Null);
        let detail = world.get(&world.member_a, &group).await.ok();
        assert_eq!(detail["currency_in_effect"], "EUR");
    });
}
