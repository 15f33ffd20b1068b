//! Tests of sorting, searching and filtering, compared with the same operations in memory.

use std::cmp::Ordering;

use clipmeter_domain::metric::Metric;
use serde_json::{Value, json};

use crate::support::{World, run};

pub(crate) const TABLE: &str = "/api/dashboard/all-tiktok-videos";

/// Creates 40 videos of two accounts, with equal, unknown and zero numbers.
pub(crate) async fn with_videos() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "tiktok", "khaby.lame").await;
    world.track(&world.member_b, "tiktok", "nasa").await;
    for n in 0..40_i64 {
        let account = if n % 3 == 0 { "nasa" } else { "khaby.lame" };
        let day = format!("2026-10-{:02}T12:00:00Z", 1 + n % 20);
        let known = |every: i64, value: i64| (n % every != 0).then_some(value);
        let numbers = [
            known(4, n * 37 % 11 * 100),
            known(5, n * 13 % 7),
            known(6, n * 7 % 5),
            known(7, n % 3),
        ];
        let posted = (n % 9 != 0).then_some(day.as_str());
        world
            .add_item("tiktok", account, &n.to_string(), posted, numbers)
            .await;
    }
    world
        .execute("UPDATE posts SET updated_at = updated_at + make_interval(mins => (id * 7 % 13)::int)")
        .await;
    world
}

pub(crate) async fn rows(world: &World, token: &str, query: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    for page in 1.. {
        let path = format!("{TABLE}?per_page=7&page={page}&{query}");
        let response = world.get(token, &path).await.ok();
        let videos = response["videos"].as_array().unwrap();
        rows.extend(videos.iter().cloned());
        if videos.is_empty() {
            let pages = rows.len().div_ceil(7);
            assert_eq!(
                (&response["total"], &response["pages"]),
                (&json!(rows.len()), &json!(pages)),
                "{query}"
            );
            return rows;
        }
    }
    unreachable!()
}

/// The value that a row is sorted by; None is unknown.
fn key(row: &Value, sort: &str) -> Option<f64> {
    let unknown_when_zero = matches!(sort, "cpm" | "date" | "updated");
    let time = |field: &str| {
        let text = row[field].as_str()?;
        let time: chrono::DateTime<chrono::Utc> = text.parse().unwrap();
        Some(f64::from(
            i32::try_from(time.timestamp() - 1_700_000_000).unwrap(),
        ))
    };
    match sort {
        "date" => time("date_posted"),
        "updated" => time("updated_at"),
        _ => row[sort]
            .as_f64()
            .filter(|value| !unknown_when_zero || *value > 0.0),
    }
}

#[test]
fn content_sort_orders_by_date_cpm_and_update() {
    run(async {
        let world = with_videos().await;
        let own_model =
            "UPDATE tracked_accounts SET cost = ROW('base_plus', 3, 2, 4)::cost WHERE group_id = $1";
        for models in [false, true] {
            if models {
                sqlx::query(own_model)
                    .bind(world.group_a)
                    .execute(&world.owner)
                    .await
                    .unwrap();
            }
            for sort in ["date", "cpm", "updated"] {
                for order in ["asc", "desc"] {
                    for filter in ["", "&q=caption", "&from=2026-10-03&to=2026-10-15"] {
                        let query = format!("sort={sort}&order={order}{filter}");
                        let rows = rows(&world, &world.member_a, &query).await;
                        assert!(rows.len() > 20, "{query}");
                        for pair in rows.windows(2) {
                            let (one, next) = (key(&pair[0], sort), key(&pair[1], sort));
                            let sorted = match (one, next) {
                                (Some(one), Some(next)) if order == "asc" => one <= next,
                                (Some(one), Some(next)) => one >= next,
                                (None, Some(_)) => false,
                                (_, None) => true,
                            };
                            assert!(sorted, "{query}: {pair:?}");
                        }
                    }
                }
            }
        }
    });
}

#[test]
fn content_sort_by_counts_puts_unknown_values_last() {
    run(async {
        let world = with_videos().await;
        let counts = Metric::counts().map(|count| (count.sort_key(), count.field()));
        let rate = "engagement_rate(platform, views, likes, comments, shares)";
        for (sort, column) in counts.chain([("engagement", rate)]) {
            let keys = format!("SELECT id, ({column})::float8 FROM posts");
            let mut expected: Vec<(i64, Option<f64>)> = sqlx::query_as(sqlx::AssertSqlSafe(keys))
                .fetch_all(&world.owner)
                .await
                .unwrap();
            for (order, filter) in [
                ("asc", ""),
                ("desc", ""),
                ("asc", "&q=caption"),
                ("desc", "&q=CAPTION"),
            ] {
                expected.sort_by(|(id, value), (other_id, other)| {
                    let known = value.is_none().cmp(&other.is_none());
                    let by_value = value.partial_cmp(other).unwrap_or(Ordering::Equal);
                    let by_value = by_value.then(id.cmp(other_id));
                    known.then(if order == "asc" {
                        by_value
                    } else {
                        by_value.reverse()
                    })
                });
                let query = format!("sort={sort}&order={order}{filter}");
                let found = rows(&world, &world.member_b, &query).await;
                let found: Vec<i64> = found.iter().map(|row| row["id"].as_i64().unwrap()).collect();
                let expected: Vec<i64> = expected.iter().map(|(id, _)| *id).collect();
                assert_eq!(found, expected, "{query}");
            }
        }
    });
}

#[test]
fn content_filters_select_only_matching_rows() {
    run(async {
        let world = with_videos().await;
        world
            .execute("UPDATE posts SET caption = '100% Ämter_x' WHERE external_id = '5'")
            .await;
        world
            .execute("UPDATE posts SET media_kind = 'video' WHERE external_id IN ('0', '1', '2', '3')")
            .await;
        let (a, b) = (world.group_a, world.group_b);
        for (query, count) in [
            (String::new(), 40),
            ("q=caption".to_owned(), 39),
            ("q=%C3%A4MTER_".to_owned(), 1),
            ("q=100%25".to_owned(), 1),
            ("q=amter%25".to_owned(), 0),
            // Too short to search all texts, but not those of an account or a group.
            ("q=S5".to_owned(), 0),
            ("q=na".to_owned(), 14),
            ("q=as".to_owned(), 0),
            ("q=S5&account=khaby.lame".to_owned(), 1),
            (format!("q=s5&group_id={a}"), 1),
            (format!("q=caption&group_id={a}"), 25),
            ("q=nas".to_owned(), 14),
            ("q=%20%20".to_owned(), 40),
            // Each word in the text or in the name, in any order.
            ("q=%C3%A4mter%20100".to_owned(), 1),
            ("q=caption%20%20nasa".to_owned(), 14),
            ("q=nasa%20caption%20nobody".to_owned(), 0),
            ("q=1%20nas".to_owned(), 4),
            ("q=na%20sa".to_owned(), 14),
            ("q=s%201%20caption%20nas".to_owned(), 4),
            ("q=nas%20s1".to_owned(), 3),
            (format!("account=nas&group_id={a}"), 0),
            (format!("account=khaby&group_id={a}"), 26),
            ("account=%40".to_owned(), 0),
            (format!("q=nas%201&group_id={b}"), 4),
            ("q=1%20nas&account=nasa".to_owned(), 4),
            ("account=nasa".to_owned(), 14),
            ("account=%40NASA".to_owned(), 14),
            ("kind=video".to_owned(), 4),
            ("kind=video&q=caption&account=nasa".to_owned(), 2),
            (format!("kind=video&group_id={a}&sort=cpm"), 2),
            ("min_views=1".to_owned(), 27),
            ("min_views=900&sort=likes&order=asc".to_owned(), 5),
            ("min_views=0".to_owned(), 30),
            ("account=nobody".to_owned(), 0),
            ("account=NAS".to_owned(), 14),
            ("account=a".to_owned(), 40),
            ("account=nasa,%20%40khaby.lame".to_owned(), 40),
            ("account=nobody,nas,nasa".to_owned(), 14),
            (format!("account=nasa,khaby.lame&group_id={a}&sort=views"), 26),
            ("account=a_a".to_owned(), 0),
            ("account=nasa&q=caption&sort=views".to_owned(), 14),
            ("from=2026-10-01".to_owned(), 35),
            ("from=2026-10-05&to=2026-10-05".to_owned(), 2),
            ("from=2026-10-05&to=2026-10-05&sort=views".to_owned(), 2),
            ("to=2026-10-02".to_owned(), 3),
            ("to=2026-10-02&sort=likes".to_owned(), 3),
            ("from=2026-10-06&to=2026-10-05".to_owned(), 0),
            ("from=2026-10-15&to=2026-10-03".to_owned(), 0),
            ("from=2026-10-15&to=2026-10-03&sort=views".to_owned(), 0),
            (format!("from=2026-10-15&to=2026-10-03&group_id={a}"), 0),
            (format!("group_id={a}"), 26),
            (format!("group_id={b}&sort=cpm"), 14),
        ] {
            assert_eq!(rows(&world, &world.admin, &query).await.len(), count, "{query}");
        }
        let names = ["nasa"; 11].join(",");
        let response = world.get(&world.admin, &format!("{TABLE}?account={names}")).await;
        response.refused(422, "invalid_request");
        for (token, account, groups) in [
            (&world.admin, "nasa", json!(["Group B"])),
            (&world.admin, "khaby.lame", json!(["Group A"])),
            (&world.member_a, "khaby.lame", json!(["Group A"])),
            (&world.member_a, "nasa", json!([])),
        ] {
            let rows = rows(&world, token, &format!("account={account}")).await;
            assert!(rows.iter().all(|row| row["groups"] == groups), "{account}");
        }
        let other = format!("{TABLE}?group_id={b}");
        world.get(&world.member_a, &other).await.refused(404, "not_found");
        world
            .execute("UPDATE settings SET content_visibility = 'group'")
            .await;
        for (query, count) in [
            ("", 26),
            ("sort=views", 26),
            ("q=caption", 25),
            ("account=nasa", 0),
            ("q=nasa", 0),
        ] {
            assert_eq!(rows(&world, &world.member_a, query).await.len(), count, "{query}");
        }
    });
}

#[test]
fn content_sums_equal_sums_of_rows() {
    run(async {
        let world = with_videos().await;
        let costs = json!({"content_visibility": "all", "cost": {"model": "per_mille", "rate": 2.5}});
        world.put(&world.admin, "/api/admin/settings", costs).await.ok();
        let (a, b) = (world.group_a, world.group_b);
        let own_model = json!({"cost": {"model": "flat", "cost": 3}});
        let path = format!("/api/groups/{a}");
        world.patch(&world.admin, &path, own_model).await.ok();
        for query in [
            "q=caption".to_owned(),
            "q=caption%20nasa".to_owned(),
            "account=khaby.lame".to_owned(),
            "min_views=500".to_owned(),
            "from=2026-10-03&to=2026-10-09".to_owned(),
            format!("group_id={a}"),
            format!("group_id={a}&sort=cpm&from=2026-10-05"),
            format!("group_id={b}&q=nobody"),
        ] {
            let rows = rows(&world, &world.admin, &query).await;
            let path = format!("{TABLE}/sums?{query}");
            let sums = world.get(&world.admin, &path).await.ok()["sums"].clone();
            for field in Metric::counts().map(Metric::field) {
                let sum: i64 = rows.iter().filter_map(|row| row[field].as_i64()).sum();
                assert_eq!(sums[field], sum, "{field} of {query}");
            }
            let costs: Vec<f64> = rows.iter().filter_map(|row| row["cost"].as_f64()).collect();
            let cost = (!costs.is_empty()).then(|| (costs.iter().sum::<f64>() * 100.0).round() / 100.0);
            assert_eq!(sums["cost"].as_f64(), cost, "cost of {query}");
            assert_eq!(sums["cpm"].is_null(), cost.is_none(), "{query}");
            assert_eq!(sums["engagement_rate"].is_null(), cost.is_none(), "{query}");
        }
        for query in ["", "?sort=views&order=asc"] {
            let all = world
                .get(&world.member_a, &format!("{TABLE}/sums{query}"))
                .await
                .ok();
            assert!(all["sums"].is_null(), "{all}");
        }
        world
            .execute("UPDATE settings SET content_visibility = 'group'")
            .await;
        let sums = world.get(&world.member_b, &format!("{TABLE}/sums")).await.ok();
        let own: i64 = rows(&world, &world.member_b, "")
            .await
            .iter()
            .filter_map(|row| row["views"].as_i64())
            .sum();
        assert_eq!(sums["sums"]["views"], own);
        let other = format!("{TABLE}/sums?group_id={b}");
        world.get(&world.member_a, &other).await.refused(404, "not_found");
    });
}

#[test]
fn asvs_2_2_2_content_list_rejects_invalid_parameters() {
    run(async {
        let world = World::new().await;
        let long = format!("q={}", "x".repeat(101));
        for query in [
            "page=0",
            "page=-1",
            "page=x",
            "page=99999999999999999999",
            "page=1.5",
            "page=",
            "page=1&page=2",
            "page=1&pages=2",
            "per_page=0",
            "per_page=101",
            "sort=size",
            "order=up",
            "q=%00",
            "account=a%00",
            "kind=film",
            "min_views=-1",
            "min_views=1.5",
            "from=yesterday",
            "to=2026-02-30",
            "from=-4713-01-01",
            "to=%2B10000-01-01",
            &long,
        ] {
            let response = world.get(&world.admin, &format!("{TABLE}?{query}")).await;
            assert_eq!(response.status, 422, "{query}");
            response.refused(422, "invalid_request");
        }
    });
}

#[test]
fn account_items_can_be_sorted_and_searched() {
    run(async {
        let world = with_videos().await;
        let path = "/api/tiktok/accounts/1/videos?sort=views&order=asc&q=caption&from=2026-10-02";
        let response = world.get(&world.member_a, path).await.ok();
        let views: Vec<i64> = response["videos"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|video| video["metrics_status"] != "no_views")
            .map(|video| video["views"].as_i64().unwrap())
            .collect();
        assert!(views.len() > 10 && views.is_sorted(), "{views:?}");
    });
}
