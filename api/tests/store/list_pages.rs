//! Tests that any page of a list that counters and indexes find equals that of the filtered and sorted rows.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use clipmeter_fixtures::database::World;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{Postgres, Row as _, Transaction};

/// Midnight UTC, and in the middle of a UTC day.
const ZONES: [&str; 3] = ["UTC", "Pacific/Auckland", "America/St_Johns"];

/// Every sort order, and the expression of its key in `posts`; the cost per mille under one model for all.
const SORTS: [(&str, &str); 9] = [
    ("date", "extract(epoch FROM posted_at)"),
    ("views", "views"),
    ("likes", "likes"),
    ("comments", "comments"),
    ("shares", "shares"),
    ("saves", "saves"),
    ("engagement", "engagement_rate"),
    ("updated", "extract(epoch FROM updated_at)"),
    ("cpm", "views"),
];

/// Posts of three groups of accounts: group 1 tracks most of them, group 2 the ones with the fewest counts, group 3 some of both and
/// single videos. Some accounts are tracked by no group; of their posts only the single videos are visible.
const POSTS: &str = "
    INSERT INTO groups (name, max_tiktok_accounts, max_instagram_accounts, created_at)
    SELECT 'g' || n, 100, 100, now() FROM generate_series(1, 3) n;
    INSERT INTO platform_accounts (platform, username, created_at)
    SELECT CASE WHEN n % 5 = 0 THEN 'instagram' ELSE 'tiktok' END, 'a' || n, now() FROM generate_series(1, 40) n;
    INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT 1, n, now() FROM generate_series(1, 20) n
    UNION ALL SELECT 2, n, now() FROM generate_series(21, 34) n
    UNION ALL SELECT 3, n, now() FROM generate_series(1, 34, 6) n;
    INSERT INTO posts (platform, external_id, account_id, media_kind, posted_at, first_seen_at, updated_at, views, likes, comments,
                       shares, saves, hidden)
    SELECT CASE WHEN account % 5 = 0 THEN 'instagram' ELSE 'tiktok' END, n, account, 'video',
           CASE WHEN n % 19 > 0 THEN timestamptz '2026-01-01Z' + make_interval(days => n % 83, hours => n % 3 * 8) END, now(),
           timestamptz '2026-05-01Z' + make_interval(mins => n % 500),
           CASE WHEN n % 7 > 0 THEN CASE WHEN n % 8 > 0 THEN n * 7919 % scale ELSE 0 END END, CASE WHEN n % 11 > 0 THEN n * 104729 % scale END,
           n * 31 % (scale / 100), CASE WHEN n % 2 = 0 THEN n % 5 END, n * 17 % scale, account > 34 AND n % 10 > 0
    FROM (SELECT n, 1 + n % 40 AS account, CASE WHEN n % 40 < 20 THEN 100000 ELSE 1000 END AS scale
          FROM generate_series(1, 9000) n) m;
    INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
    SELECT 3, 'u' || id, external_id, id, now() FROM posts
    WHERE platform = 'tiktok' AND NOT hidden AND (account_id > 34 OR id % 200 = 1);
    ANALYZE";

#[derive(Debug)]
struct Post {
    id: i64,
    account: i64,
    is_tiktok: bool,
    hidden: bool,
    /// Days since 2026-01-01.
    day: Option<i32>,
    key: Option<f64>,
}

async fn posts(world: &World, key: &str, zone: &str) -> Vec<Post> {
    let statement = format!(
        "SELECT id, account_id, platform = 'tiktok' AS is_tiktok, hidden,
                (posted_at AT TIME ZONE '{zone}')::date - date '2026-01-01' AS day, ({key})::float8 AS key
         FROM posts"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(statement))
        .fetch_all(&world.owner)
        .await
        .unwrap();
    rows.iter()
        .map(|row| Post {
            id: row.get("id"),
            account: row.get("account_id"),
            is_tiktok: row.get("is_tiktok"),
            hidden: row.get("hidden"),
            day: row.get("day"),
            key: row.get("key"),
        })
        .collect()
}

/// Unknown values are last in both directions. More views cost less per thousand; without views, the cost is unknown.
fn order(one: &Post, other: &Post, descending: bool, sort: &str) -> Ordering {
    let downward = descending != (sort == "cpm");
    let unknown = |post: &Post| match post.key {
        None => 2,
        Some(0.0) if sort == "cpm" => 1,
        Some(_) => 0,
    };
    let keys = [one, other].map(|post| post.key.unwrap_or_default());
    let known = keys[0].total_cmp(&keys[1]).then(one.id.cmp(&other.id));
    unknown(one)
        .cmp(&unknown(other))
        .then(if downward { known.reverse() } else { known })
}

/// Begins a transaction in the scope of a group, or of an admin.
async fn in_scope(world: &World, group: Option<i64>) -> Transaction<'static, Postgres> {
    let mut transaction = world.owner.begin().await.unwrap();
    sqlx::query("SELECT set_config('clipmeter.scope', $1, true), set_config('clipmeter.group_id', $2, true)")
        .bind(if group.is_some() { "group" } else { "admin" })
        .bind(group.unwrap_or_default().to_string())
        .execute(&mut *transaction)
        .await
        .unwrap();
    transaction
}

#[tokio::test]
async fn any_page_of_any_list_equals_that_of_sorted_rows() {
    let world = World::new().await;
    world.execute(POSTS).await;
    let tracked: HashSet<(i64, i64)> = sqlx::query("SELECT group_id, account_id FROM tracked_accounts")
        .fetch_all(&world.owner)
        .await
        .unwrap()
        .iter()
        .map(|row| (row.get(0), row.get(1)))
        .collect();
    let singles: HashSet<i64> = sqlx::query_scalar("SELECT post_id FROM tracked_videos")
        .fetch_all(&world.owner)
        .await
        .unwrap()
        .into_iter()
        .collect();
    let mut rng = StdRng::seed_from_u64(7);
    for (sort, key) in SORTS {
        let mut all = HashMap::new();
        for zone in ZONES {
            all.insert(zone, posts(&world, key, zone).await);
        }
        for _ in 0..40 {
            let zone = ZONES[rng.random_range(0..ZONES.len())];
            let group = rng.random_bool(0.75).then(|| rng.random_range(1_i64..=3));
            let platform = if rng.random_bool(0.8) {
                "tiktok"
            } else {
                "instagram"
            };
            let descending = rng.random_bool(0.5);
            let days = [None, None, Some((10, 11)), Some((5, 70))][rng.random_range(0..4)];
            let accounts: Option<Vec<i64>> = rng
                .random_bool(0.25)
                .then(|| (0..4).map(|_| rng.random_range(1..=40)).collect());
            let mut list: Vec<&Post> = all[zone]
                .iter()
                .filter(|post| {
                    !post.hidden
                        && post.is_tiktok == (platform == "tiktok")
                        && group.is_none_or(|group| {
                            tracked.contains(&(group, post.account))
                                || group == 3 && singles.contains(&post.id)
                        })
                        && accounts.as_ref().is_none_or(|some| some.contains(&post.account))
                        && days.is_none_or(|(from, to)| post.day.is_some_and(|day| from <= day && day <= to))
                })
                .collect();
            list.sort_by(|one, other| order(one, other, descending, sort));
            let skip = match rng.random_range(0..4) {
                0 => 0,
                1 => list.len().saturating_sub(20),
                _ => rng.random_range(0..=list.len() + 5),
            };
            let expected: Vec<i64> = list.iter().skip(skip).take(20).map(|post| post.id).collect();

            let mut transaction = in_scope(&world, group).await;
            sqlx::query("UPDATE settings SET time_zone = $1")
                .bind(zone)
                .execute(&mut *transaction)
                .await
                .unwrap();
            let found = sqlx::query(
                "SELECT total, ids FROM find_posts($1, $2, $3, NULL, date '2026-01-01' + $4, date '2026-01-01' + $5, $6, $7,
                                                   NULL, NULL, $8, 20)",
            )
            .bind(platform)
            .bind(sort)
            .bind(descending)
            .bind(days.map(|(from, _)| from))
            .bind(days.map(|(_, to)| to))
            .bind(&accounts)
            .bind(group.is_some())
            .bind(i64::try_from(skip).unwrap())
            .fetch_one(&mut *transaction)
            .await
            .unwrap();
            let list_of = format!(
                "{platform} by {sort}, descending: {descending}, group {group:?}, days {days:?} in {zone}, accounts {accounts:?}, after {skip}"
            );
            assert_eq!(
                found.get::<i64, _>("total"),
                i64::try_from(list.len()).unwrap(),
                "{list_of}"
            );
            assert_eq!(found.get::<Vec<i64>, _>("ids"), expected, "{list_of}");
        }
    }
}
