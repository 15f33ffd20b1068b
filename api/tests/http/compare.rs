//! Comparisons of accounts and groups.

use serde_json::{Value, json};

use crate::export::cells;
use crate::gains::with_month_of_measurements;
use crate::series::with_measurements;
use crate::support::{World, run};

const COMPARE: &str = "/api/dashboard/compare";
const PERIOD: &str = "from=2026-10-25&to=2026-11-10";

/// Returns the ID of the only account of a platform that a user sees.
async fn account(world: &World, token: &str, platform: &str) -> i64 {
    let accounts = world.get(token, &format!("/api/{platform}/accounts")).await.ok();
    accounts["accounts"][0]["id"].as_i64().unwrap()
}

fn numbers(values: &Value) -> Vec<Option<i64>> {
    values.as_array().unwrap().iter().map(Value::as_i64).collect()
}

/// Returns the views before and after the period and the gained views of its days, from daily totals and gains.
fn expected(series: &[&Value]) -> ([i64; 2], Vec<Option<i64>>) {
    let of_day = |day: &str, field: &str| {
        let days = series.iter().flat_map(|days| days.as_array().unwrap());
        let values = days.filter(|row| row["day"] == day);
        values.map(|row| row[field].as_i64().unwrap()).sum::<i64>()
    };
    let days = (25..=31).map(|day| format!("2026-10-{day:02}"));
    let days = days.chain((1..=10).map(|day| format!("2026-11-{day:02}")));
    (
        ["2026-10-24", "2026-11-10"].map(|day| of_day(day, "views")),
        days.map(|day| Some(of_day(&day, "gained_views"))).collect(),
    )
}

#[test]
fn compared_days_equal_history_of_account_and_trend_of_group() {
    run(async {
        let world = with_month_of_measurements().await;
        let token = &world.member_a;
        let instagram = account(&world, token, "instagram").await;
        let tiktok = account(&world, token, "tiktok").await;
        let path = format!("{COMPARE}?accounts={tiktok},{instagram}&{PERIOD}");
        let compared = world.get(token, &path).await.ok();
        assert_eq!(
            compared["period"],
            json!({"from": "2026-10-25", "to": "2026-11-10"})
        );
        for (index, platform, id, name) in [
            (0, "tiktok", tiktok, "khaby.lame"),
            (1, "instagram", instagram, "natgeo"),
        ] {
            let series = &compared["series"][index];
            let heading = [
                &series["id"],
                &series["platform"],
                &series["name"],
                &series["group_id"],
            ];
            assert_eq!(
                json!(heading),
                json!([id, platform, name, world.group_a]),
                "the order of the request"
            );
            let history = format!("/api/{platform}/accounts/{id}/history");
            let history = world.get(token, &history).await.ok();
            let ([before, after], gained) = expected(&[&history["days"]]);
            assert!(before > 0 && gained.iter().flatten().sum::<i64>() > 0);
            assert_eq!(series["views_before"], before);
            assert_eq!(series["views_after"], after);
            assert_eq!(numbers(&series["gained"]), gained, "{platform}");
        }
        assert_eq!(world.get(&world.admin, &path).await.ok(), compared);

        let path = format!("{COMPARE}?groups={},{}&{PERIOD}", world.group_b, world.group_a);
        let groups = world.get(&world.admin, &path).await.ok();
        for (index, token, name) in [(0, &world.member_b, "Group B"), (1, &world.member_a, "Group A")] {
            let trend = world.get(token, "/api/dashboard/trend").await.ok();
            let ([before, after], gained) = expected(&[&trend["instagram"], &trend["tiktok"]]);
            let series = &groups["series"][index];
            assert_eq!(series["name"], name);
            assert_eq!(
                [&series["platform"], &series["group_id"]],
                [&Value::Null, &Value::Null]
            );
            assert_eq!(series["views_before"], before);
            assert_eq!(series["views_after"], after);
            assert_eq!(numbers(&series["gained"]), gained, "{name}");
        }

        let path = format!("{COMPARE}/export?accounts={tiktok}&{PERIOD}");
        let mut lines = cells(&world.get(token, &path).await.text);
        assert_eq!(
            lines.remove(0).join(","),
            "platform,name,day,gained_views,total_gained_views,indexed"
        );
        let gained: Vec<_> = lines.iter().map(|line| line[3].parse().ok()).collect();
        assert_eq!(gained, numbers(&compared["series"][0]["gained"]));
        let total: i64 = gained.iter().flatten().sum();
        let before = compared["series"][0]["views_before"].as_i64().unwrap();
        let last = lines.last().unwrap();
        assert_eq!(last[..3], ["tiktok", "khaby.lame", "2026-11-10"]);
        assert_eq!(last[4], total.to_string());
        #[expect(clippy::cast_precision_loss, reason = "small numbers of a test")]
        let indexed = 100.0 * (before + total) as f64 / before as f64;
        assert_eq!(last[5], format!("{indexed:.2}"));
    });
}

#[test]
fn compared_ages_are_medians_of_what_was_measured() {
    run(async {
        let world = with_measurements().await;
        // Measured: "video" with 1000 views on the 19th at 08:00, and 1100 on the 21st at 09:00.
        world
            .execute("UPDATE platform_accounts SET last_success_at = '2026-11-21T09:00:00Z'")
            .await;
        world
            .execute(
                "UPDATE posts SET from_zero = true, posted_at = '2026-11-18T08:00:00Z' WHERE external_id = 'video'",
            )
            .await;
        for (item, source, views) in [
            ("other", None, Some(500)),
            ("unknown", None, None),
            ("new source", Some("x"), Some(9)),
        ] {
            sqlx::query(
                "WITH item AS (
                     INSERT INTO posts (platform, external_id, account_id, from_zero, posted_at, views, views_source, first_seen_at,
                                        updated_at)
                     SELECT platform, $1, id, true, '2026-11-19T00:00:00Z', $3::bigint, $2, '2026-11-19T12:00:00Z',
                            '2026-11-19T12:00:00Z'
                     FROM platform_accounts WHERE username = 'khaby.lame'
                     RETURNING id, views, updated_at
                 )
                 INSERT INTO post_metrics (post_id, observed_at, views) SELECT id, updated_at, views FROM item",
            )
            .bind(item)
            .bind(source)
            .bind(views)
            .execute(&world.owner)
            .await
            .unwrap();
        }
        let id = account(&world, &world.member_a, "tiktok").await;
        let series = async |query: &str| {
            let path = format!("{COMPARE}/ages?{query}");
            let compared = world.get(&world.admin, &path).await.ok();
            compared["series"][0].clone()
        };
        for (query, items, known) in [
            ("from=2026-11-18&to=2026-11-19", 4, vec![750, 750, 1000]),
            ("from=2026-11-18&to=2026-11-18", 1, vec![1000, 1000, 1000]),
            ("from=2026-11-19&to=2026-11-30", 3, vec![500, 500]),
            ("from=2026-11-20&to=2026-11-30", 0, vec![]),
        ] {
            let mut views: Vec<_> = known.into_iter().map(Some).collect();
            views.resize(30, None);
            for compared in [format!("accounts={id}"), format!("groups={}", world.group_a)] {
                let series = series(&format!("{compared}&{query}")).await;
                assert_eq!(series["items"], items, "{compared} {query}");
                assert_eq!(numbers(&series["views"]), views, "{compared} {query}");
            }
        }
        // The author of a single video is not an account of the group, and B's author has no posts since it is tracked.
        let author = account(&world, &world.member_b, "tiktok").await;
        assert_eq!(series(&format!("accounts={author}&{PERIOD}")).await["items"], 0);

        let path = format!("{COMPARE}/export?accounts={id}&from=2026-11-18&to=2026-11-19&by=age");
        let response = world.get(&world.member_a, &path).await;
        let disposition = response.headers["content-disposition"].to_str().unwrap();
        assert_eq!(
            disposition,
            "attachment; filename=\"clipmeter-compare-ages-2026-11-18-2026-11-19.csv\""
        );
        let lines = cells(&response.text);
        assert_eq!(lines[0].join(","), "platform,name,age_days,median_views,items");
        assert_eq!(lines[1].join(","), "tiktok,khaby.lame,1,750,4");
        assert_eq!(lines[4].join(","), "tiktok,khaby.lame,4,,4");
        assert_eq!(lines.len(), 31);
    });
}

#[test]
fn comparison_contains_only_what_caller_may_see() {
    run(async {
        let world = with_measurements().await;
        let own = account(&world, &world.member_a, "instagram").await;
        let other = account(&world, &world.member_b, "tiktok").await;
        let (a, b) = (world.group_a, world.group_b);
        for (token, query, status) in [
            (&world.member_a, format!("accounts={own}"), 200),
            (&world.member_a, format!("accounts={own},{other}"), 404),
            (&world.member_a, "accounts=999999".to_owned(), 404),
            (&world.member_a, format!("groups={a}"), 200),
            (&world.member_a, format!("groups={a},{b}"), 404),
            (&world.admin, format!("accounts={own},{other}"), 200),
            (&world.admin, format!("groups={a},{b}"), 200),
            (&world.admin, "groups=999999".to_owned(), 404),
            (&world.admin, String::new(), 422),
            (&world.admin, format!("accounts={own}&groups={a}"), 422),
            (&world.admin, "accounts=1,2,3,4,5,6,7".to_owned(), 422),
            (&world.admin, "accounts=all".to_owned(), 422),
            (
                &world.admin,
                format!("accounts={own}&from=2026-11-02&to=2026-11-01"),
                422,
            ),
            (&world.admin, format!("accounts={own}&group_id={a}"), 422),
        ] {
            for call in ["", "/ages", "/export"] {
                let response = world.get(token, &format!("{COMPARE}{call}?{query}")).await;
                assert_eq!(
                    response.status.as_u16(),
                    status,
                    "{call} {query}: {}",
                    response.text
                );
            }
        }
    });
}
