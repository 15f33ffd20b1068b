//! The table of the items of all platforms, compared with those of each platform.

use std::cmp::Ordering;

use clipmeter_domain::Platform;
use clipmeter_domain::metric::Metric;
use serde_json::{Value, json};

use crate::export::cells;
use crate::support::{World, run};

const TABLE: &str = "/api/dashboard/all-content";

/// Returns the tables of the platforms, in the order of equal values: their code, path and the field of their rows.
fn platform_tables() -> impl Iterator<Item = (&'static str, String, &'static str)> {
    Platform::ALL.into_iter().map(|platform| {
        let (code, items) = (platform.code(), platform.descriptor().item.many);
        (code, format!("/api/dashboard/all-{code}-{items}"), items)
    })
}

/// More items of each platform than are read to merge the tables.
const MANY: i64 = 700;

/// Creates items of both platforms, with equal, unknown and zero numbers.
async fn with_items() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "instagram", "natgeo").await;
    world.track(&world.member_b, "tiktok", "nasa").await;
    sqlx::query(
        "INSERT INTO posts (platform, external_id, account_id, shortcode, url, caption, posted_at, views, likes, comments, shares,
                            first_seen_at, updated_at)
         SELECT a.platform, n::text, a.id, CASE a.platform WHEN 'instagram' THEN 'S' || n END, 'https://example.com/' || n,
                CASE WHEN n % 5 = 0 THEN 'rare' ELSE 'usual' END, a.created_at - n * 7 % 90 * interval '1 day',
                CASE WHEN n % 4 > 0 THEN n * 37 % 110 * 100 END, CASE WHEN n % 6 > 0 THEN n % 23 END, n % 3,
                CASE WHEN a.platform = 'tiktok' THEN n % 11 END, a.created_at,
                a.created_at + n % 13 * interval '1 minute'
         FROM platform_accounts a, generate_series(1, $1 - (a.platform = 'tiktok')::int * 50) n",
    )
    .bind(MANY)
    .execute(&world.owner)
    .await
    .unwrap();
    world
}

/// Returns all rows of a table, page by page, each with its platform.
async fn rows(world: &World, path: &str, field: &str, query: &str, per_page: usize) -> Vec<Value> {
    let mut rows = Vec::new();
    for page in 1.. {
        let path = format!("{path}?per_page={per_page}&page={page}&{query}");
        let response = world.get(&world.admin, &path).await.ok();
        let items = response[field].as_array().unwrap();
        if items.is_empty() {
            assert_eq!(response["total"], rows.len(), "{path}");
            return rows;
        }
        rows.extend(items.iter().cloned());
    }
    unreachable!()
}

/// The value that a row is sorted by; `None` is unknown.
fn key(row: &Value, sort: &str) -> Option<Value> {
    let field = match sort {
        "date" => "date_posted",
        "updated" => "updated_at",
        "gained" => "gained_views",
        _ => Metric::ALL
            .into_iter()
            .find(|metric| metric.sort_key() == sort)
            .unwrap()
            .field(),
    };
    let is_unknown = sort == "engagement" && row["metrics_status"] == "likes_hidden";
    Some(row[field].clone()).filter(|value| !is_unknown && !value.is_null())
}

fn compare(one: &Value, other: &Value) -> Ordering {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        _ => one.as_str().cmp(&other.as_str()),
    }
}

/// Merges the rows of the platforms' tables, which stay in their order.
async fn merged(world: &World, sort: &str, order: &str, filter: &str) -> Vec<(String, i64)> {
    let query = format!("sort={sort}&order={order}{filter}");
    let mut all = Vec::new();
    for (platform, path, field) in platform_tables() {
        let rows = rows(world, &path, field, &query, 100).await;
        all.extend(rows.into_iter().map(|row| (platform, row)));
    }
    all.sort_by(|(_, one), (_, other)| match (key(one, sort), key(other, sort)) {
        (Some(one), Some(other)) if order == "asc" => compare(&one, &other),
        (Some(one), Some(other)) => compare(&other, &one),
        (one, other) => one.is_none().cmp(&other.is_none()),
    });
    let ids = all.into_iter();
    ids.map(|(platform, row)| (platform.to_owned(), row["id"].as_i64().unwrap()))
        .collect()
}

async fn combined(world: &World, query: &str, per_page: usize) -> Vec<(String, i64)> {
    let rows = rows(world, TABLE, "items", query, per_page).await;
    let id = |row: &Value| {
        (
            row["platform"].as_str().unwrap().to_owned(),
            row["id"].as_i64().unwrap(),
        )
    };
    rows.iter().map(id).collect()
}

#[test]
fn content_of_all_platforms_is_their_tables_merged_in_any_order() {
    run(async {
        let world = with_items().await;
        // Rows have 0 in place of unknown numbers: with these filters, only those of the engagement are unknown.
        for (sort, filter) in [
            ("date", ""),
            ("views", "&min_views=0"),
            ("comments", ""),
            ("updated", "&q=rare"),
            ("cpm", "&min_views=1"),
            ("engagement", "&min_views=1"),
            ("gained", "&gained_from=2026-01-01&gained_to=2026-12-31"),
        ] {
            for order in ["asc", "desc"] {
                let expected = merged(&world, sort, order, filter).await;
                assert!(expected.len() > 200, "{sort}");
                let query = format!("sort={sort}&order={order}{filter}");
                assert_eq!(combined(&world, &query, 90).await, expected, "{query}");
            }
        }
    });
}

#[test]
fn content_of_all_platforms_has_every_item_once_if_numbers_are_unknown() {
    run(async {
        let world = with_items().await;
        for sort in ["views", "likes", "shares", "saves", "cpm", "engagement"] {
            let mut ids = combined(&world, &format!("sort={sort}"), 100).await;
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), 1350, "{sort}");
        }
    });
}

#[test]
fn content_of_all_platforms_has_rows_sums_and_export_of_both() {
    run(async {
        let world = with_items().await;
        let path = |part: &str, query: &str| format!("{TABLE}{part}?{query}");
        let page = world
            .get(&world.admin, &path("", "sort=date&order=asc&per_page=100&page=3"))
            .await
            .ok();
        assert_eq!((&page["total"], &page["pages"]), (&json!(1350), &json!(14)));
        let items = page["items"].as_array().unwrap();
        for (platform, id, shares) in [("instagram", "S", true), ("tiktok", "", false)] {
            let row = items.iter().find(|row| row["platform"] == platform).unwrap();
            let item_id = row["item_id"].as_str().unwrap();
            assert!(item_id.strip_prefix(id).unwrap().parse::<i64>().is_ok(), "{row}");
            assert_eq!(row["shares"].is_null(), shares, "{row}");
            assert_eq!(row["groups"].as_array().unwrap().len(), 1);
        }
        for missing in [15, 1_000_000, i64::MAX] {
            let page = world
                .get(&world.admin, &path("", &format!("page={missing}")))
                .await
                .ok();
            assert_eq!((&page["items"], &page["total"]), (&json!([]), &json!(1350)));
        }

        let filter = "min_views=1&gained_from=2026-01-01&gained_to=2026-12-31";
        let sums = world.get(&world.admin, &path("/sums", filter)).await.ok();
        for count in ["views", "likes", "comments", "shares", "gained_views", "cost"] {
            let mut expected = 0.0;
            for (_, table, _) in platform_tables() {
                let one = world
                    .get(&world.admin, &format!("{table}/sums?{filter}"))
                    .await
                    .ok();
                expected += one["sums"][count].as_f64().unwrap();
            }
            assert_eq!(sums["sums"][count].as_f64(), Some(expected), "{count}");
        }
        assert_eq!(sums["sums"]["cpm"], Value::Null);
        assert_eq!(
            world.get(&world.admin, &path("/sums", "")).await.ok()["sums"],
            Value::Null
        );

        let export = world
            .get(
                &world.admin,
                &path("/export", "columns=platform,item_id&sort=date"),
            )
            .await;
        let lines = cells(&export.text);
        let expected = rows(&world, TABLE, "items", "sort=date", 100).await;
        let expected = expected.iter().map(|row| {
            [&row["platform"], &row["item_id"]]
                .map(|value| value.as_str().unwrap().to_owned())
                .to_vec()
        });
        assert_eq!(lines[0], ["platform", "item_id"]);
        assert_eq!(lines[1..], expected.collect::<Vec<_>>());
    });
}

#[test]
fn content_of_all_platforms_is_in_order_of_cpm_by_own_costs() {
    run(async {
        let world = with_items().await;
        world
            .execute("UPDATE tracked_accounts SET cost = ROW('base_plus', 3, 2, 4)::cost")
            .await;
        world
            .execute("INSERT INTO tracked_accounts (group_id, account_id, created_at)
                      SELECT g.id, a.id, a.created_at FROM groups g, platform_accounts a ON CONFLICT DO NOTHING")
            .await;
        let filter = format!("&min_views=1&group_id={}", world.group_a);
        for order in ["asc", "desc"] {
            let expected = merged(&world, "cpm", order, &filter).await;
            assert!(expected.len() > 500);
            let query = format!("sort=cpm&order={order}{filter}");
            assert_eq!(combined(&world, &query, 90).await, expected, "{order}");
        }
    });
}

#[test]
fn content_of_all_platforms_filters_by_exact_handle_of_any_platform() {
    run(async {
        let world = with_items().await;
        world.track(&world.member_a, "tiktok", "natgeowild").await;
        world
            .add_item("tiktok", "natgeowild", "9001", None, [Some(1), None, None, None])
            .await;
        for (account, count) in [
            ("natgeo", MANY),
            ("natg", MANY + 1),
            ("natgeowild", 1),
            ("nobody", 0),
        ] {
            let page = world
                .get(&world.admin, &format!("{TABLE}?account={account}"))
                .await
                .ok();
            assert_eq!(page["total"], count, "{account}");
        }
        // An item whose date is unknown is last in both directions.
        for order in ["asc", "desc"] {
            let rows = combined(&world, &format!("sort=date&order={order}&account=natg"), 100).await;
            assert_eq!(rows.last().unwrap().0, "tiktok", "{order}");
        }
    });
}

#[test]
fn content_of_all_platforms_ends_where_a_list_is_no_longer_counted() {
    run(async {
        let world = with_items().await;
        world
            .execute("INSERT INTO posts (platform, external_id, account_id, url, caption, posted_at, views, first_seen_at, updated_at)
                      SELECT 'tiktok', 'm' || n, a.id, 'https://example.com/m', 'many', a.created_at, n, a.created_at, a.created_at
                      FROM platform_accounts a, generate_series(1, 10001) n WHERE a.platform = 'tiktok'")
            .await;
        for (page, count) in [(1, 100), (100, 100), (101, 0)] {
            let path = format!("{TABLE}?min_views=1&sort=views&order=asc&page={page}");
            let found = world.get(&world.admin, &path).await.ok();
            assert_eq!(
                (&found["total"], &found["total_is_minimum"]),
                (&json!(10_000), &json!(true))
            );
            let items = found["items"].as_array().unwrap();
            assert_eq!(items.len(), count, "{page}");
            assert!(items.is_sorted_by_key(|row| row["views"].as_i64()), "{page}");
        }
        // Without a filter, all items are counted, and the later pages are found without the IDs before them.
        let expected = merged(&world, "date", "desc", "").await;
        assert_eq!(expected.len(), 11_351);
        for page in [100, 101, 108, 113, 114] {
            let found = world
                .get(&world.admin, &format!("{TABLE}?page={page}"))
                .await
                .ok();
            let ids = found["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["id"].as_i64().unwrap());
            let first = (page - 1) * 100;
            let of_page = expected.iter().skip(first).take(100).map(|(_, id)| *id);
            assert!(ids.eq(of_page), "{page}");
        }
    });
}

#[test]
fn later_pages_of_all_platforms_equal_sorted_rows() {
    run(async {
        let world = with_items().await;
        world
            .execute("INSERT INTO posts (platform, external_id, account_id, url, caption, posted_at, views, likes, first_seen_at, updated_at)
                      SELECT a.platform, 'm' || n, a.id, 'https://example.com/m', 'many', a.created_at, nullif(n % 6000, 0), n % 3,
                             a.created_at, a.created_at
                      FROM (SELECT DISTINCT ON (platform) * FROM platform_accounts ORDER BY platform, id) a, generate_series(1, 11000) n")
            .await;
        for (sort, order, sorted) in [
            ("views", "desc", "views DESC NULLS LAST, platform, id DESC"),
            ("views", "asc", "views ASC NULLS LAST, platform, id ASC"),
            ("likes", "desc", "likes DESC NULLS LAST, platform, id DESC"),
        ] {
            let rows = format!("SELECT id FROM posts WHERE NOT hidden ORDER BY {sorted}");
            let expected: Vec<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(rows))
                .fetch_all(&world.owner)
                .await
                .unwrap();
            let last = expected.len().div_ceil(100);
            // Up to the middle, the indexes are merged.
            for page in [101, 105, 110, last / 2 + 2, last] {
                let path = format!("{TABLE}?sort={sort}&order={order}&page={page}");
                let found = world.get(&world.admin, &path).await.ok();
                let items = found["items"].as_array().unwrap();
                let ids = items.iter().map(|row| row["id"].as_i64().unwrap());
                let of_page = expected.iter().skip((page - 1) * 100).take(100).copied();
                assert!(ids.eq(of_page), "{path}");
            }
        }
    });
}

#[test]
fn costs_in_two_currencies_have_no_sum() {
    run(async {
        let world = with_items().await;
        let settings =
            json!({"content_visibility": "all", "cost": {"model": "flat", "cost": 1.0}, "currency": "EUR"});
        world
            .put(&world.admin, "/api/admin/settings", settings)
            .await
            .ok();
        let group = format!("/api/groups/{}", world.group_a);
        world
            .patch(&world.admin, &group, json!({"currency": "CHF"}))
            .await
            .ok();
        let own = format!("group_id={}", world.group_a);
        for (token, query, has_cost) in [
            (&world.member_a, "min_views=1", false),
            (&world.member_a, own.as_str(), true),
            (&world.member_b, "min_views=1", true),
            (&world.admin, "min_views=1", true),
        ] {
            for table in [TABLE, "/api/dashboard/all-instagram-posts"] {
                let sums = world.get(token, &format!("{table}/sums?{query}")).await.ok();
                assert_eq!(sums["sums"]["cost"].is_number(), has_cost, "{table} {query}");
            }
        }
        let me = world.get(&world.member_a, "/api/auth/me").await.ok();
        assert_eq!(
            (&me["currency"], &me["default_currency"]),
            (&json!("CHF"), &json!("EUR"))
        );
        let settings =
            json!({"content_visibility": "group", "cost": {"model": "flat", "cost": 1.0}, "currency": "EUR"});
        world
            .put(&world.admin, "/api/admin/settings", settings)
            .await
            .ok();
        let sums = format!("{TABLE}/sums?min_views=1");
        let sums = world.get(&world.member_a, &sums).await.ok();
        assert!(
            sums["sums"]["cost"].is_number(),
            "the member sees only items of the group"
        );
    });
}

#[test]
fn content_of_all_platforms_is_limited_by_group() {
    run(async {
        let world = with_items().await;
        for (group, platform) in [(world.group_a, "instagram"), (world.group_b, "tiktok")] {
            let rows = combined(&world, &format!("group_id={group}&sort=views"), 100).await;
            assert!(
                rows.len() > 600 && rows.iter().all(|(of, _)| of == platform),
                "{platform}"
            );
        }
    });
}
