//! The tables of all content as files.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::response::Response;
use chrono::{DateTime, SubsecRound as _, Utc};
use clipmeter_domain::metric::Metric;
use futures::StreamExt as _;
use http::{Method, StatusCode};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::listing::{rows, with_videos};
use crate::support::{World, run};

pub(crate) const EXPORT: &str = "/api/dashboard/all-tiktok-videos/export";

/// More rows than the server reads, buffers and sends at once.
const MANY: i64 = 5000;

/// Timeout for operations that take milliseconds; shorter than the minute after which the server ends an abandoned export.
const TIMEOUT: Duration = Duration::from_secs(45);

/// The cells of a file, line by line, by RFC 4180.
pub(crate) fn cells(file: &str) -> Vec<Vec<String>> {
    let mut rest = file.strip_prefix('\u{feff}').unwrap();
    let mut lines = vec![Vec::new()];
    while !rest.is_empty() {
        let mut cell = String::new();
        if let Some(mut quoted) = rest.strip_prefix('"') {
            loop {
                let (text, after) = quoted.split_once('"').unwrap();
                cell.push_str(text);
                match after.strip_prefix('"') {
                    Some(more) => quoted = more,
                    None => break rest = after,
                }
                cell.push('"');
            }
        } else {
            let end = rest.find([',', '\r']).unwrap();
            cell.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        lines.last_mut().unwrap().push(cell);
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
        } else {
            rest = rest.strip_prefix("\r\n").unwrap();
            lines.push(Vec::new());
        }
    }
    assert_eq!(lines.pop(), Some(Vec::new()), "the last line has a line ending");
    lines
}

/// Returns the lines of an export without its header.
async fn exported(world: &World, token: &str, query: &str) -> Vec<Vec<String>> {
    let response = world.get(token, &format!("{EXPORT}?{query}")).await;
    assert_eq!(response.status, StatusCode::OK, "{response:?}");
    let mut lines = cells(&response.text);
    lines.remove(0);
    lines
}

pub(crate) async fn open(world: &World, token: &str) -> Response {
    let request = World::request(Method::GET, token, EXPORT);
    let request = request.body(Body::empty()).unwrap();
    world.router.clone().oneshot(request).await.unwrap()
}

/// An export of many rows of which one piece was taken.
pub(crate) async fn begun(world: &World, token: &str) -> (String, BodyDataStream) {
    let mut body = open(world, token).await.into_body().into_data_stream();
    let piece = body.next().await.unwrap().unwrap();
    (String::from_utf8(piece.to_vec()).unwrap(), body)
}

pub(crate) async fn with_many() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "tiktok", "nasa").await;
    sqlx::query(
        "INSERT INTO posts (platform, external_id, account_id, url, caption, posted_at, views, first_seen_at, updated_at)
         SELECT 'tiktok', n::text, a.id, 'https://example.com/' || n, '', a.created_at - n * interval '1 hour', n,
                a.created_at, a.created_at
         FROM platform_accounts a, generate_series(1, $1) n",
    )
    .bind(MANY)
    .execute(&world.owner)
    .await
    .unwrap();
    world
}

/// Waits until no more requests than these are in a transaction.
pub(crate) async fn until_left(world: &World, left: i64) {
    let open = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                AND application_name = 'clipmeter_app' AND xact_start IS NOT NULL";
    let ended = async { while world.count(open).await > left {} };
    tokio::time::timeout(TIMEOUT, ended).await.unwrap();
}

/// Whether the rest of a body ends with an error.
async fn breaks_off(body: &mut BodyDataStream) -> bool {
    let mut last_failed = false;
    while let Some(piece) = body.next().await {
        last_failed = piece.is_err();
    }
    last_failed
}

/// The line that belongs to a row of the table.
fn line_of(row: &Value) -> Vec<String> {
    let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let time = |field: &str| {
        let time: Option<DateTime<Utc>> = row[field].as_str().map(|text| text.parse().unwrap());
        time.map_or_else(String::new, |time| time.trunc_subsecs(0).to_rfc3339())
    };
    let mut line = vec![
        text("account"),
        text("video_id"),
        text("url"),
        time("date_posted"),
    ];
    let numbers = Metric::ALL.map(Metric::field).into_iter().chain(["cost"]);
    line.extend(numbers.map(|field| {
        row[field]
            .as_number()
            .map_or_else(|| "0".to_owned(), ToString::to_string)
    }));
    line.extend([
        text("caption"),
        time("updated_at"),
        text("availability"),
        time("unavailable_since"),
    ]);
    line
}

/// Returns a number of a line; unknown numbers are 0 in the table.
fn as_in_table(line: &[String]) -> Vec<String> {
    let number = |cell: &String| match cell.parse::<f64>() {
        Ok(value) if cell.contains('.') || value > 0.0 => value,
        _ => 0.0,
    };
    let is_number = |column: usize| (4..=4 + Metric::ALL.len()).contains(&column);
    let cell = |(column, cell): (usize, &String)| {
        if is_number(column) {
            number(cell).to_string()
        } else {
            cell.clone()
        }
    };
    line.iter().enumerate().map(cell).collect()
}

#[test]
fn export_contains_all_pages_of_table() {
    run(async {
        let world = with_videos().await;
        let a = world.group_a;
        let own_group = format!("group_id={a}&sort=views");
        let own_model = format!("group_id={a}&sort=cpm&order=asc");
        let filters = [
            "",
            "order=asc",
            "sort=views",
            "sort=views&order=asc",
            "sort=cpm",
            "sort=cpm&order=asc",
            "sort=engagement&order=asc",
            "sort=updated",
            "q=caption&sort=likes",
            "q=na",
            "account=nasa&sort=comments&order=asc",
            "from=2026-10-03&to=2026-10-15",
            "from=2026-10-03&to=2026-10-15&sort=shares",
            "sort=saves",
            "q=caption&sort=saves&order=asc",
            "account=nobody",
            &own_group,
            &own_model,
        ];
        let arrange = [
            "SELECT 1",
            "UPDATE tracked_accounts SET cost = ROW('base_plus', 3, 2, 4)::cost",
            "UPDATE settings SET content_visibility = 'group'",
        ];
        for statement in arrange {
            sqlx::query(statement).execute(&world.owner).await.unwrap();
            for filter in filters {
                let table = rows(&world, &world.member_a, filter).await;
                let file = exported(&world, &world.member_a, filter).await;
                let file: Vec<_> = file.iter().map(|line| as_in_table(line)).collect();
                let table: Vec<_> = table.iter().map(|row| as_in_table(&line_of(row))).collect();
                assert_eq!(file, table, "{statement}: {filter}");
            }
        }
    });
}

#[test]
fn export_is_limited_to_visible_content() {
    run(async {
        let world = with_videos().await;
        assert_eq!(exported(&world, &world.member_b, "").await.len(), 40);
        let of_a = format!("{EXPORT}?group_id={}", world.group_a);
        world.get(&world.member_b, &of_a).await.refused(404, "not_found");
        sqlx::query("UPDATE settings SET content_visibility = 'group'")
            .execute(&world.owner)
            .await
            .unwrap();
        let own = exported(&world, &world.member_b, "").await;
        assert_eq!(own.len(), 14);
        assert!(own.iter().all(|line| line[0] == "nasa"), "{own:?}");
        assert_eq!(
            exported(&world, &world.member_b, "account=khaby.lame")
                .await
                .len(),
            0
        );
        assert_eq!(exported(&world, &world.admin, "").await.len(), 40);
    });
}

#[test]
fn export_contains_currency_of_each_cost() {
    run(async {
        let world = with_videos().await;
        for statement in [
            "UPDATE settings SET currency = 'EUR', cost = ROW('base_plus', 3, 2, 4)::cost",
            "UPDATE groups SET currency = 'CHF'",
        ] {
            sqlx::query(statement).execute(&world.owner).await.unwrap();
        }
        let file = exported(&world, &world.member_b, "columns=account,cost,currency").await;
        for line in &file {
            // Only the account of the member's own group has its currency.
            let currency = match (line[0].as_str(), line[1].as_str()) {
                (_, "") => "",
                ("nasa", _) => "CHF",
                _ => "EUR",
            };
            assert_eq!(line[2], currency, "{line:?}");
        }
        for currency in ["CHF", "EUR"] {
            assert!(file.iter().any(|line| line[2] == currency), "{file:?}");
        }
    });
}

#[test]
fn asvs_1_2_10_export_leaves_unknown_numbers_empty_and_captions_as_text() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "nasa").await;
        let captions = [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@here, \"there\"", "'@here, \"there\""),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("two\r\nlines\n", "two\r\nlines\n"),
            ("🎉 \u{202e}ünï", "🎉 \u{202e}ünï"),
            ("1=1", "1=1"),
        ];
        for (n, (caption, _)) in captions.iter().enumerate() {
            let id = world
                .add_item(
                    "tiktok",
                    "nasa",
                    &n.to_string(),
                    None,
                    [None, Some(0), None, Some(3)],
                )
                .await;
            sqlx::query("UPDATE posts SET caption = $2 WHERE id = $1")
                .bind(id)
                .bind(caption)
                .execute(&world.owner)
                .await
                .unwrap();
        }
        let query = "order=asc&columns=caption,views,likes,comments,shares,cpm,engagement_rate,date_posted";
        let lines = exported(&world, &world.member_a, query).await;
        assert_eq!(lines.len(), captions.len());
        for (line, (_, expected)) in lines.iter().zip(captions) {
            assert_eq!(line, &[expected, "", "0", "", "3", "", "", ""]);
        }
    });
}

#[test]
fn export_has_csv_headers_and_requested_columns() {
    run(async {
        let world = with_videos().await;
        let path = format!("{EXPORT}?account=nasa&columns=views,account");
        let response = world.get(&world.member_a, &path).await;
        assert_eq!(
            response.header("content-type"),
            "text/csv; charset=utf-8; header=present"
        );
        assert_eq!(
            response.header("content-disposition"),
            "attachment; filename=\"clipmeter-tiktok-nasa-2026-11-21.csv\""
        );
        assert_eq!(response.header("cache-control"), "no-store");
        assert!(response.text.starts_with("\u{feff}views,account\r\n"));
        let posts = "/api/dashboard/all-instagram-posts/export";
        let response = world.get(&world.member_a, posts).await;
        assert_eq!(
            response.text,
            "\u{feff}account,shortcode,url,date_posted,views,likes,comments,cpm,engagement_rate,cost,caption,updated_at,availability,unavailable_since\r\n"
        );
        let response = world
            .get(&world.member_a, &format!("{posts}?columns=account,shares"))
            .await;
        response.refused(422, "invalid_request");
        assert!(
            response.error().contains("account, shortcode, url"),
            "{response:?}"
        );
        for query in ["page=1", "per_page=5", "sort=size", "q=%00", "columns="] {
            let response = world.get(&world.member_a, &format!("{EXPORT}?{query}")).await;
            response.refused(422, "invalid_request");
        }
        world.get("", EXPORT).await.refused(401, "unauthenticated");
    });
}

#[test]
fn export_is_a_snapshot_of_its_start() {
    run(async {
        let world = with_many().await;
        let (mut file, mut body) = begun(&world, &world.member_a).await;
        sqlx::query("DELETE FROM posts")
            .execute(&world.owner)
            .await
            .unwrap();
        while let Some(piece) = body.next().await {
            file.push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
        }
        let views = |line: &Vec<String>| line[4].clone();
        let found: Vec<String> = cells(&file)[1..].iter().map(views).collect();
        assert_eq!(found, (1..=MANY).map(|n| n.to_string()).collect::<Vec<_>>());
        until_left(&world, 0).await;
    });
}

#[test]
fn export_streams_rows_and_fails_when_connection_breaks() {
    run(async {
        let world = with_many().await;
        let (_, mut body) = begun(&world, &world.member_a).await;
        sqlx::query(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'clipmeter_app' AND xact_start IS NOT NULL",
        )
        .execute(&world.owner)
        .await
        .unwrap();
        assert!(breaks_off(&mut body).await);
    });
}

#[test]
fn export_transaction_ends_when_client_disconnects() {
    run(async {
        let world = with_many().await;
        let (_, body) = begun(&world, &world.member_a).await;
        drop(body);
        until_left(&world, 0).await;
        drop(open(&world, &world.member_a).await);
        until_left(&world, 0).await;
    });
}

#[test]
fn export_is_aborted_on_shutdown() {
    run(async {
        let world = with_many().await;
        let (_, mut body) = begun(&world, &world.member_a).await;
        tokio::time::timeout(TIMEOUT, world.api.close()).await.unwrap();
        assert!(breaks_off(&mut body).await);
    });
}
