//! Migrating a database that has been in use.

use clipmeter_db::{MIGRATOR, Pools};
use clipmeter_embedded_postgres::TestDatabase;
use clipmeter_proto::v1::Platform;
use sqlx::{Connection as _, PgConnection};

use crate::days::{account_days, assert_recount, video_days};
use crate::world::{World, server};

/// The last version that knew nothing of days.
const WITHOUT_DAYS: i64 = 34;

/// The last version without the sums of whole platforms.
const WITHOUT_PLATFORM_DAYS: i64 = 36;

/// Four accounts with four items each that were measured five times, 17 hours apart: one that was tracked all the time and is
/// read, one that was tracked later, one that is tracked and was not read yet, and one of whom somebody tracks two
/// videos. Odd items are old, even ones were posted on the way; one item's views are hidden at first, and one's are read from
/// another key later.
const IN_USE: &str = "
    INSERT INTO groups (name, created_at) VALUES ('a', '2026-09-01');
    INSERT INTO platform_accounts (platform, username, created_at, last_success_at)
    SELECT 'tiktok', name, '2026-09-01', CASE WHEN name <> 'unread' THEN '2026-10-05'::timestamptz END
    FROM unnest(ARRAY['always', 'later', 'unread', 'author']) name;
    INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT g.id, a.id, CASE a.username WHEN 'later' THEN '2026-10-02T12:00:00Z'::timestamptz ELSE '2026-09-01' END
    FROM groups g, platform_accounts a WHERE a.username <> 'author';

    CREATE TABLE seen AS
    SELECT a.id AS account_id, a.username || item AS external_id, item,
           '2026-10-01T08:00:00Z'::timestamptz + item * interval '6 hours' + n * interval '17 hours' AS observed_at,
           CASE WHEN item = 3 AND n < 2 THEN NULL ELSE 1000 * item + n * n * 7 END AS views,
           10 * item + n AS likes, CASE WHEN item <> 2 THEN 5 - n END AS comments, n AS shares,
           CASE WHEN item = 2 AND n > 2 THEN 'play_count' ELSE 'view_count' END AS views_source
    FROM platform_accounts a, generate_series(1, 4) item, generate_series(0, 4) n;
    INSERT INTO posts (platform, external_id, account_id, posted_at, views, likes, comments, shares, views_source, precision,
                       first_seen_at, updated_at)
    SELECT DISTINCT ON (s.external_id) 'tiktok', s.external_id, s.account_id,
           CASE WHEN item % 2 = 0 THEN '2026-10-01T14:00:01Z'::timestamptz + item * interval '6 hours'
                ELSE '2026-08-01' END,
           s.views, s.likes, s.comments, s.shares, s.views_source, 'exact',
           min(s.observed_at) OVER (PARTITION BY s.external_id), s.observed_at + interval '20 seconds'
    FROM seen s ORDER BY s.external_id, s.observed_at DESC;
    INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, shares, views_source)
    SELECT p.id, s.observed_at, s.views, s.likes, s.comments, s.shares, s.views_source
    FROM seen s JOIN posts p ON p.external_id = s.external_id;
    DROP TABLE seen;
    INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
    SELECT g.id, '', p.external_id, p.id, '2026-09-01' FROM groups g, posts p
    WHERE p.external_id IN ('author1', 'author2', 'always2');
    DELETE FROM posts WHERE external_id IN ('author3', 'author4');
";

/// A database of that version that has been in use.
pub(crate) async fn in_use(version: i64) -> TestDatabase {
    let database = server().await.empty_database().await.unwrap();
    let mut connection = PgConnection::connect_with(&database.options).await.unwrap();
    MIGRATOR.run_to(WITHOUT_DAYS, &mut connection).await.unwrap();
    sqlx::raw_sql(IN_USE).execute(&mut connection).await.unwrap();
    MIGRATOR.run_to(version, &mut connection).await.unwrap();
    connection.close().await.unwrap();
    database
}

#[tokio::test]
async fn migration_backfills_days_from_earlier_measurements() {
    let world = World::on(in_use(WITHOUT_DAYS).await).await;
    assert_eq!(world.one::<i64>("SELECT count(*) FROM post_metrics").await, 70);
    assert_recount(&world).await;
    let items: i64 = account_days(&world).await.values().map(|sums| sums[0]).sum();
    assert_eq!(items, 14);
    let videos: i64 = video_days(&world).await.values().map(|sums| sums[0]).sum();
    assert_eq!(videos, 3);

    let watched = "SELECT string_agg(username || ' ' || to_char(first_success_at AT TIME ZONE 'UTC', 'DD HH24:MI'), ', '
                                     ORDER BY username)
                   FROM platform_accounts WHERE first_success_at IS NOT NULL";
    assert_eq!(
        world.one::<String>(watched).await,
        "always 01 14:00, later 02 12:00"
    );
    let from_zero = "SELECT string_agg(external_id, ', ' ORDER BY external_id) FROM posts WHERE from_zero";
    assert_eq!(world.one::<String>(from_zero).await, "always2, always4, later4");
}

#[tokio::test]
async fn migration_fails_on_lock_timeout_instead_of_blocking_others() {
    let database = in_use(WITHOUT_PLATFORM_DAYS).await;
    let mut writer = PgConnection::connect_with(&database.options).await.unwrap();
    let mut report = writer.begin().await.unwrap();
    sqlx::query("UPDATE account_days SET views = views")
        .execute(&mut *report)
        .await
        .unwrap();
    let error = Pools::connect(&database.options).await.unwrap_err();
    assert!(error.to_string().contains("lock timeout"), "{error}");
    report.commit().await.unwrap();
    assert_recount(&World::on(database).await).await;
}

/// While a cluster is upgraded, replicas of the version before go on writing pages in their own words.
#[tokio::test]
async fn items_can_still_be_stored_by_previous_version() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    let mut tx = world.pools.ingest.begin().await.unwrap();
    for (views, precision) in [(38_490, "exact"), (38_500, "rounded")] {
        sqlx::query(
            "INSERT INTO posts AS p (platform, external_id, account_id, views, precision, first_seen_at, updated_at)
             VALUES ('tiktok', '1', $1, $2, $3, now(), now())
             ON CONFLICT (platform, external_id) DO UPDATE SET
                 views = merged_count(p.views, excluded.views, excluded.precision = 'rounded'),
                 precision = excluded.precision, updated_at = excluded.updated_at",
        )
        .bind(account)
        .bind(views)
        .bind(precision)
        .execute(&mut *tx)
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(world.one::<i64>("SELECT views FROM posts").await, 38_490);
}
