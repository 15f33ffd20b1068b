//! Tests that what a group reads costs what the group has, and not what the platform has: the database counts the rows that each
//! call reads of the tables that grow.

use std::future::Future;
use std::pin::Pin;

use chrono::NaiveDate;
use clipmeter_db::content::listing::Listing;
use clipmeter_db::content::{self, listing};
use clipmeter_db::stats::{self, compare, days, gains};
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// Of the first group; the platform has 40 times as many.
const POSTS: i64 = 500;
const PAGE: i64 = 50;

/// Group 1 tracks 5 accounts with 100 posts each, group 2 another 20 with 1,000 posts each. Group 1 also tracks 5 accounts of the other
/// platform.
const ROWS: &str = "
    INSERT INTO groups (name, max_tiktok_accounts, max_instagram_accounts, created_at) SELECT 'g' || n, 100, 100, now() FROM generate_series(1, 2) n;
    INSERT INTO platform_accounts (platform, username, created_at) SELECT 'tiktok', 'a' || n, now() FROM generate_series(1, 26) n;
    INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT CASE WHEN n <= 5 THEN 1 ELSE 2 END, n, now() FROM generate_series(1, 26) n;
    INSERT INTO posts (platform, external_id, account_id, media_kind, caption, posted_at, first_seen_at, updated_at, views, likes,
                       comments, shares, saves, from_zero)
    SELECT 'tiktok', account || ' ' || n, account, 'video', CASE WHEN account > 5 AND n <= 8 THEN 'an old caption' ELSE 'caption' END,
           timestamptz '2026-10-01Z' + n * interval '1 minute', now(), '2026-11-20 12:00Z', n * 7919 % 100000, n, n % 7, n % 5, n % 3, true
    FROM generate_series(1, 26) account, generate_series(1, 1000) n WHERE account > 5 OR n <= 100;
    INSERT INTO platform_accounts (platform, username, created_at) SELECT 'instagram', 'i' || n, now() FROM generate_series(1, 5) n;
    INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT 1, id, now() FROM platform_accounts WHERE platform = 'instagram';
    INSERT INTO posts (platform, external_id, account_id, media_kind, caption, posted_at, first_seen_at, updated_at, views, from_zero)
    SELECT 'instagram', a.id || ' ' || n, a.id, 'video', 'caption', timestamptz '2026-10-01Z' + n * interval '1 minute', now(),
           '2026-11-20 12:00Z', n, true
    FROM platform_accounts a, generate_series(1, 100) n WHERE a.platform = 'instagram';
    INSERT INTO post_metrics (post_id, observed_at, views)
    SELECT id, timestamptz '2026-11-20 12:00Z' - n * interval '1 day', greatest(views - n, 0)
    FROM posts, generate_series(0, 9) n WHERE account_id <= 5 OR n = 0;
    ANALYZE";

/// Rows of items and measurements that a connection has read, and how often it has read a whole table,
/// except that of the days, which has few rows here. Counts what the connection
/// has not yet added to the statistics, so only differences are of use.
async fn read(connection: &mut PgConnection) -> (i64, i64) {
    sqlx::query_as(
        "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint, sum(seq_scan) FILTER (WHERE relname <> 'account_days')::bigint
         FROM pg_stat_xact_user_tables WHERE relname = 'posts' OR relname LIKE 'post\\_metrics%' OR relname = 'account_days'",
    )
    .fetch_one(connection)
    .await
    .unwrap()
}

fn list(sort: &'static str, descending: bool) -> Listing {
    Listing {
        platform: Platform::Tiktok,
        sort,
        descending,
        words: Vec::new(),
        from: None,
        to: None,
        accounts: None,
        own_only: true,
        kind: None,
        least_views: None,
        gained: None,
    }
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

type Call = for<'a> fn(&'a mut PgConnection) -> Pin<Box<dyn Future<Output = ()> + 'a>>;

/// What a screen of a group reads, and how many rows it may read.
const CALLS: &[(&str, i64, Call)] = &[
    ("first page by date", 8 * PAGE, |connection| {
        Box::pin(async {
            let page = listing::page(connection, &list("date", true), 0, PAGE)
                .await
                .unwrap();
            assert_eq!((page.total, page.items.len()), (POSTS, 50));
        })
    }),
    ("last page by views", 8 * PAGE, |connection| {
        Box::pin(async {
            let list = list("views", true);
            let page = listing::page(connection, &list, POSTS - PAGE, PAGE)
                .await
                .unwrap();
            assert_eq!(page.items.len(), 50);
        })
    }),
    ("page by likes", 2 * POSTS, |connection| {
        Box::pin(async {
            let page = listing::page(connection, &list("likes", false), 0, PAGE)
                .await
                .unwrap();
            assert_eq!(page.items.len(), 50);
        })
    }),
    // The list, the ends of the period, and the page.
    ("page by gained views", 8 * POSTS, |connection| {
        Box::pin(async {
            let list = Listing {
                gained: Some([day("2026-11-14"), day("2026-11-19")]),
                ..list(listing::GAINED, true)
            };
            let page = listing::page(connection, &list, POSTS - PAGE, PAGE)
                .await
                .unwrap();
            assert_eq!((page.total, page.items.len()), (POSTS, 50));
        })
    }),
    ("sums", 2 * POSTS, |connection| {
        Box::pin(async {
            let sums = listing::sums(connection, &list("date", true)).await.unwrap();
            assert!(sums.unwrap().counts.views > 0);
        })
    }),
    ("most viewed", 150, |connection| {
        Box::pin(async {
            let items = content::top_of_group(connection, 5).await.unwrap();
            assert_eq!(items.len(), 10);
        })
    }),
    ("latest", 150, |connection| {
        Box::pin(async {
            let items = content::latest_of_group(connection, 5).await.unwrap();
            assert_eq!(items.len(), 10);
        })
    }),
    ("totals", 0, |connection| {
        Box::pin(async {
            let totals = stats::totals(connection).await.unwrap();
            assert_eq!(totals.of(Platform::Tiktok).items, POSTS);
        })
    }),
    ("trend", 100, |connection| {
        Box::pin(async {
            let days = days::of_scope(connection, Platform::Tiktok, None).await.unwrap();
            assert!(!days.is_empty());
        })
    }),
    ("gains", 4 * POSTS, |connection| {
        Box::pin(async {
            let period = [day("2026-11-14"), day("2026-11-19")];
            let top = gains::top(connection, Platform::Tiktok, period[0], period[1], 10).await;
            assert_eq!(top.unwrap().len(), 10);
        })
    }),
    ("statement", 4 * POSTS, |connection| {
        Box::pin(async {
            let period = [day("2026-11-14"), day("2026-11-19")];
            let accounts = gains::of_accounts(connection, Platform::Tiktok, period[0], period[1]).await;
            assert_eq!(accounts.unwrap().len(), 5);
        })
    }),
    ("compared days", 100, |connection| {
        Box::pin(async {
            let days = compare::days_of_scope(connection, [day("2026-11-14"), day("2026-11-19")]);
            assert_eq!(days.await.unwrap().gained.len(), 6);
        })
    }),
    // 50 items of each account, and 30 ages of 50 of them.
    ("compared ages", 5 * 50 + 30 * 50 + 100, |connection| {
        Box::pin(async {
            let period = [day("2026-10-01"), day("2026-10-30")];
            let ages = compare::ages(connection, None, period).await.unwrap();
            assert_eq!(ages.items, 50);
        })
    }),
];

#[tokio::test]
async fn rows_read_for_group_are_bounded_by_its_own() {
    let world = World::new().await;
    world.execute(ROWS).await;
    let mut exceeded = Vec::new();
    for (call, limit, run) in CALLS {
        let mut transaction = world.begin(Scope::Group(1), Access::Read).await;
        let before = read(&mut transaction).await;
        run(&mut transaction).await;
        let after = read(&mut transaction).await;
        let (rows, scans) = (after.0 - before.0, after.1 - before.1);
        if rows > *limit || scans > 0 {
            exceeded.push(format!(
                "{call}: {rows} rows, at most {limit}; {scans} whole tables"
            ));
        }
    }
    assert!(exceeded.is_empty(), "{exceeded:#?}");
}

#[tokio::test]
async fn long_filtered_lists_read_what_they_count_and_show() {
    let world = World::new().await;
    world.execute(ROWS).await;
    // Of 21,500 posts, 21,000 in group 2, each is matched, except by the word of the 168 oldest ones, and by the views of the best 42.
    for (scope, words, kind, least_views) in [
        (Scope::Admin, Some(["%capt%"]), None, None),
        (Scope::Admin, Some(["%old%"]), None, None),
        (Scope::Admin, None, Some("video"), None),
        (Scope::Admin, None, None, Some(1_i64)),
        (Scope::Group(2), Some(["%capt%"]), None, None),
        (Scope::Group(2), Some(["%old%"]), None, None),
        (Scope::Group(2), None, None, Some(99_700)),
        (Scope::Group(2), None, Some("video"), None),
        (Scope::Group(2), None, None, Some(1)),
    ] {
        for skip in [0_i64, 50] {
            let mut transaction = world.begin(scope, Access::Read).await;
            let before = read(&mut transaction).await;
            let (total, is_minimum, ids): (i64, bool, Vec<i64>) = sqlx::query_as(
                "SELECT total, total_is_minimum, ids
                 FROM find_posts('tiktok', 'date', true, $1, NULL, NULL, NULL, $4, $2, $3, 100, $5, 50)",
            )
            .bind(words)
            .bind(kind)
            .bind(least_views)
            .bind(scope != Scope::Admin)
            .bind(skip)
            .fetch_one(&mut *transaction)
            .await
            .unwrap();
            let after = read(&mut transaction).await;
            let expected = if least_views == Some(99_700) {
                (42, false, if skip == 0 { 42 } else { 0 })
            } else {
                (100, true, 50)
            };
            assert_eq!((total, is_minimum, ids.len()), expected);
            let rows = after.0 - before.0;
            assert!(
                rows <= 1000,
                "{rows} rows for {scope:?}, {words:?}, {kind:?}, {least_views:?} after {skip}"
            );
        }
    }
}

/// Searches everything for a word of all captions, and returns the number of matches and of the rows that this read.
async fn search(world: &World) -> (i64, i64) {
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let before = read(&mut transaction).await;
    let total = sqlx::query_scalar(
        "SELECT total FROM find_posts('tiktok', 'date', true, ARRAY['%capt%'], NULL, NULL, NULL, false, NULL, NULL, 100, 0, 50)",
    )
    .fetch_one(&mut *transaction)
    .await
    .unwrap();
    let after = read(&mut transaction).await;
    (total, after.0 - before.0)
}

#[tokio::test]
async fn search_reads_few_of_many_hidden_posts() {
    let world = World::new().await;
    world.execute(ROWS).await;
    world
        .execute("UPDATE posts SET hidden = true WHERE id % 4 = 0")
        .await;
    let (total, rows) = search(&world).await;
    assert_eq!(total, 100);
    // The first 1,001 of the hidden posts show that they are many.
    assert!(rows <= 1001 + 1000, "{rows} rows");
    world.execute("DELETE FROM platform_accounts").await;
    assert_eq!(search(&world).await.0, 0);
}

#[tokio::test]
async fn totals_of_everything_read_no_counters_of_tracked_accounts() {
    const READ: &str = "SELECT (seq_tup_read + idx_tup_fetch)::bigint FROM pg_stat_xact_user_tables
                        WHERE relname = 'account_counters'";
    let world = World::new().await;
    world.execute(ROWS).await;
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    // Planning reads the ends of indexes.
    stats::totals(&mut transaction).await.unwrap();
    let before: i64 = sqlx::query_scalar(READ)
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
    let totals = stats::totals(&mut transaction).await.unwrap();
    assert_eq!(totals.of(Platform::Tiktok).items, 21_500);
    let after: i64 = sqlx::query_scalar(READ)
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
    assert_eq!(after, before);
}
