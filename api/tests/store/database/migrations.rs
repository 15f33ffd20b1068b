//! Tests of migrating a database that has been in use.

use clipmeter_db::{Access, MIGRATOR, Pools, Scope};
use clipmeter_embedded_postgres::TestDatabase;
use clipmeter_fixtures::database::{World, server};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::stats::days::assert_recount;

/// The last migration of the baseline, which upgrades start from.
pub(crate) const BASELINE: i64 = 14;

/// Simulates an older schema, and an interrupted migration: a part of the baseline, without some tables and all policies.
pub(crate) const PARTIAL: i64 = 11;

/// Creates four accounts with four items each that were measured five times, 17 hours apart; a group tracks three of the
/// accounts and three videos. One item's views are hidden at first, and one's are read from another key later. Saves of
/// one item are unknown, and of one nothing but the saves changes in the end.
const IN_USE: &str = "
    INSERT INTO groups (name, created_at) VALUES ('a', '2026-09-01');
    INSERT INTO platform_accounts (platform, username, created_at, last_success_at, first_success_at)
    SELECT 'tiktok', name, '2026-09-01', '2026-10-05', CASE WHEN name <> 'author' THEN '2026-10-01T14:00:00Z'::timestamptz END
    FROM unnest(ARRAY['always', 'later', 'third', 'author']) name;
    INSERT INTO tracked_accounts (group_id, account_id, created_at)
    SELECT g.id, a.id, '2026-09-01' FROM groups g, platform_accounts a WHERE a.username <> 'author';

    CREATE TABLE seen AS
    SELECT a.id AS account_id, a.username || item AS external_id, item,
           '2026-10-01T08:00:00Z'::timestamptz + item * interval '6 hours' + n * interval '17 hours' AS observed_at,
           CASE WHEN item = 3 AND n < 2 THEN NULL ELSE 1000 * item + m * m * 7 END AS views,
           10 * item + m AS likes, CASE WHEN item <> 2 THEN 5 - m END AS comments, m AS shares,
           CASE WHEN item = 1 THEN 0 WHEN item <> 3 AND n > 0 THEN 3 * n END AS saves,
           CASE WHEN item = 2 AND n > 2 THEN 'play_count' ELSE 'view_count' END AS views_source
    FROM platform_accounts a, generate_series(1, 4) item, generate_series(0, 4) n,
         LATERAL (SELECT CASE WHEN item = 4 THEN least(n, 3) ELSE n END) x (m);
    INSERT INTO posts (platform, external_id, account_id, posted_at, views, likes, comments, shares, saves, views_source, from_zero,
                       first_seen_at, updated_at)
    SELECT DISTINCT ON (s.external_id) 'tiktok', s.external_id, s.account_id,
           CASE WHEN item % 2 = 0 THEN '2026-10-01T14:00:01Z'::timestamptz + item * interval '6 hours'
                ELSE '2026-08-01' END,
           s.views, s.likes, s.comments, s.shares, s.saves, s.views_source, item % 2 = 0 AND s.external_id NOT LIKE 'author%',
           min(s.observed_at) OVER (PARTITION BY s.external_id), s.observed_at + interval '20 seconds'
    FROM seen s ORDER BY s.external_id, s.observed_at DESC;
    INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, shares, saves, views_source)
    SELECT p.id, s.observed_at, s.views, s.likes, s.comments, s.shares, s.saves, s.views_source
    FROM seen s JOIN posts p ON p.external_id = s.external_id;
    DROP TABLE seen;
    INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
    SELECT g.id, '', p.external_id, p.id, '2026-09-01' FROM groups g, posts p
    WHERE p.external_id IN ('author1', 'author2', 'always2');
    DELETE FROM posts WHERE external_id IN ('author3', 'author4');
    SELECT recount_account_days(array_agg(id)) FROM platform_accounts;
    SELECT recount_video_days(array_agg(post_id)) FROM tracked_videos;
";

/// Creates a database of that version that has been in use, and belongs to the superuser.
pub(crate) async fn in_use(version: i64) -> TestDatabase {
    let database = server().await.empty_database().await.unwrap();
    let mut connection = PgConnection::connect_with(&database.options).await.unwrap();
    MIGRATOR.run_to(PARTIAL, &mut connection).await.unwrap();
    sqlx::raw_sql(IN_USE).execute(&mut connection).await.unwrap();
    MIGRATOR.run_to(version, &mut connection).await.unwrap();
    connection.close().await.unwrap();
    database
}

#[tokio::test]
async fn pending_migrations_are_applied_and_rows_kept() {
    for version in [PARTIAL, BASELINE] {
        let world = World::on(in_use(version).await).await;
        let applied: Vec<i64> = sqlx::query_scalar("SELECT version FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&world.owner)
            .await
            .unwrap();
        let known: Vec<i64> = MIGRATOR.iter().map(|migration| migration.version).collect();
        assert_eq!(applied, known);
        assert_eq!(world.count("SELECT count(*) FROM post_metrics").await, 70);
        assert_recount(&world).await;
    }
}

/// The last migration before groups had a limit on single videos.
const BEFORE_VIDEO_LIMIT: i64 = 19;

#[tokio::test]
async fn groups_keep_former_video_limit_when_they_get_their_own() {
    let database = in_use(BEFORE_VIDEO_LIMIT).await;
    let mut connection = PgConnection::connect_with(&database.options).await.unwrap();
    let delete = "
        INSERT INTO tombstones (kind, name, group_id, state, deleted_at)
        SELECT 'group', 'b', 7, jsonb_build_object('group', to_jsonb(g) || '{\"id\": 7, \"name\": \"b\"}', 'users', '[]'::jsonb), now()
        FROM groups g";
    sqlx::raw_sql(delete).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let world = World::on(database).await;
    let mut transaction = world.begin(Scope::Admin, Access::Write).await;
    let restored = sqlx::query_scalar("SELECT restore_group(id, now()) FROM tombstones WHERE kind = 'group'")
        .fetch_one(&mut *transaction)
        .await;
    assert_eq!(restored.ok(), Some(7_i64));
    transaction.commit().await.unwrap();
    let former = "SELECT count(*) FROM groups WHERE max_tiktok_videos = 10000 AND name IN ('a', 'b')";
    assert_eq!(world.count(former).await, 2);
    world
        .execute("INSERT INTO groups (name, created_at) VALUES ('new', now())")
        .await;
    let new = "SELECT count(*) FROM groups WHERE max_tiktok_videos = 100 AND name = 'new'";
    assert_eq!(world.count(new).await, 1);
}

/// The last migration before days are counted by zone.
const BEFORE_ZONES: i64 = 67;

#[tokio::test]
async fn days_are_counted_by_zone_after_upgrade_that_failed_at_first_or_during_recount() {
    for zone in ["UTC", "Asia/Tokyo"] {
        let database = in_use(BEFORE_ZONES).await;
        let mut connection = PgConnection::connect_with(&database.options).await.unwrap();
        let failed = format!(
            "BEGIN; INSERT INTO zones (name) VALUES ('UTC'); ROLLBACK; UPDATE settings SET time_zone = '{zone}'"
        );
        sqlx::raw_sql(AssertSqlSafe(failed))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        let world = World::on(database).await;
        world.api.recount_days_once().await.unwrap();
        assert_eq!(
            world
                .one::<String>("SELECT string_agg(id || ' ' || name, ', ' ORDER BY id) FROM zones")
                .await,
            format!("1 {zone}")
        );
        assert_eq!(
            world.count("SELECT count(*) FROM account_zones").await,
            world.count("SELECT count(*) FROM platform_accounts").await
        );
        assert_recount(&world).await;
    }
}

#[tokio::test]
async fn start_adds_missing_platforms_and_keeps_those_of_newer_version() {
    let world = World::on(in_use(BASELINE).await).await;
    world
        .execute(
            "DELETE FROM platforms WHERE code = 'instagram';
             UPDATE settings SET intervals = '{\"tiktok\": 20, \"later\": 5}';
             INSERT INTO platforms (code, max_accounts) VALUES ('later', 3)",
        )
        .await;
    Pools::connect(&world.database.options).await.unwrap();
    let platforms = "SELECT count(*) FROM platforms WHERE (code, max_accounts) IN (('instagram', 10), ('tiktok', 10), ('later', 3))";
    assert_eq!(world.count(platforms).await, 3);
    let intervals = "SELECT count(*) FROM settings
                     WHERE intervals = '{\"instagram\": 60, \"tiktok\": 20, \"later\": 5}'";
    assert_eq!(world.count(intervals).await, 1);
}

#[tokio::test]
async fn account_of_unregistered_platform_is_refused() {
    let world = World::new().await;
    let error = sqlx::query("SELECT register_account('later', 'name', now())")
        .execute(&world.owner)
        .await
        .unwrap_err();
    let violated = error.as_database_error().unwrap().constraint();
    assert_eq!(violated, Some("platform_accounts_platform_fkey"));
}

#[tokio::test]
async fn migration_fails_on_lock_timeout_instead_of_blocking_others() {
    let database = in_use(PARTIAL).await;
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

#[tokio::test]
async fn database_of_newer_version_is_refused() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of a newer version', true, '', 0)",
        )
        .await;
    let error = Pools::connect(&world.database.options).await.unwrap_err();
    let expected = "migration 9999 was previously applied but is missing";
    assert!(error.to_string().contains(expected), "{error}");
}
