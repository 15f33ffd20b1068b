//! Costs of days, and the gains of periods that are read from them.

use chrono::{Days, NaiveDate};
use clipmeter_db::stats::gains;
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::Clock as _;
use sqlx::PgConnection;

/// The costs as text, without those of 0, which may have a row or not.
const COSTS: &str =
    "SELECT coalesce(string_agg(format('%s %s %s %s: %s', account_id, zone, day, cost, gained), E'\n'
                                          ORDER BY account_id, zone, day, cost), '')
                     FROM account_day_costs JOIN counted_costs USING (account_id, number) WHERE gained <> 0";

/// Asserts that the stored costs equal a recount, and that no bound is below the largest increase or loss.
pub(crate) async fn assert_recount(world: &World) {
    let kept = world.one::<String>(COSTS).await;
    let mut transaction = world.owner.begin().await.unwrap();
    for statement in [
        "CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT * FROM account_day_increases",
        "SELECT recount_day_costs(array_agg(DISTINCT account_id)) FROM counted_costs",
    ] {
        sqlx::query(statement).execute(&mut *transaction).await.unwrap();
    }
    let recounted: String = sqlx::query_scalar(COSTS)
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
    let too_small: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM account_day_increases i LEFT JOIN kept k USING (account_id, zone, day)
         WHERE i.views > coalesce(k.views, 0) OR i.lost > coalesce(k.lost, 0)",
    )
    .fetch_one(&mut *transaction)
    .await
    .unwrap();
    transaction.rollback().await.unwrap();
    assert_eq!((kept, 0), (recounted, too_small));
}

/// Asserts that the top items are the first of all items, for an admin and a group.
pub(crate) async fn assert_top_items(world: &World) {
    assert_top_items_on(world, world.clock.now().date_naive()).await;
}

async fn assert_top_items_on(world: &World, today: NaiveDate) {
    assert_top(world, Scope::Admin, today).await;
    assert_top(world, Scope::Group(1), today).await;
}

/// Asserts that the top items of several periods are the first of all items.
async fn assert_top(world: &World, scope: Scope, today: NaiveDate) {
    let mut transaction = world.begin(scope, Access::Read).await;
    for (first, last) in [(0, 0), (3, 0), (30, 1), (900, 0)] {
        let [first, last] = [first, last].map(|days| today - Days::new(days));
        let all: Vec<(i64, i64, Option<f64>)> = sqlx::query_as(
            "SELECT post_id, views, cost::float8 FROM period_gains('tiktok', $1, $2, NULL, true)
             WHERE views > 0 ORDER BY views DESC, post_id DESC LIMIT 3",
        )
        .bind(first)
        .bind(last)
        .fetch_all(&mut *transaction)
        .await
        .unwrap();
        let top = gains::top(&mut transaction, Platform::Tiktok, first, last, 3)
            .await
            .unwrap();
        let top: Vec<_> = top
            .into_iter()
            .map(|gain| (gain.id, gain.views, gain.cost))
            .collect();
        assert_eq!(top, all, "{first} to {last}");
    }
}

/// Two groups that track some of the same accounts at different costs, one of them by account, and a single video.
const GROUPS: &str = "
    UPDATE settings SET cost = ROW('per_mille', 0, 7.77, NULL)::cost;
    INSERT INTO groups (name, max_tiktok_accounts, cost, created_at)
    VALUES ('a', 100, ROW('per_mille', 0, 2.5, 3)::cost, now()), ('b', 100, NULL, now()), ('c', 100, ROW('none', NULL, NULL, NULL)::cost, now());
    INSERT INTO platform_accounts (platform, username, created_at) SELECT 'tiktok', 'a' || n, now() FROM generate_series(1, 30) n;
    INSERT INTO tracked_accounts (group_id, account_id, cost, created_at)
    SELECT g, n, CASE WHEN n = 2 THEN ROW('base_plus', 0.5, 1.25, 9)::cost END, now()
    FROM generate_series(1, 29) n CROSS JOIN generate_series(1, 3) g WHERE n % 4 <> g;
    INSERT INTO posts (platform, external_id, account_id, media_kind, posted_at, first_seen_at, updated_at, views, from_zero)
    SELECT 'tiktok', account || ' ' || n, account, 'video', now(), now(), '2026-11-20 12:00Z', n * account * 7919 % 5000 * account * account,
           n % 3 > 0
    FROM generate_series(1, 30) account, generate_series(1, 10) n;
    INSERT INTO post_metrics (post_id, observed_at, views)
    SELECT id, timestamptz '2026-11-20 12:00Z' - n * interval '1 day', views * (9 - n) / 9 FROM posts, generate_series(0, 8) n;
    INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
    SELECT 1, '', external_id, id, now() FROM posts WHERE account_id = 30 AND external_id = '30 1'";

/// Returns the rows of items and measurements that a connection has read. Only differences are of use.
async fn rows_read(connection: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint FROM pg_stat_xact_user_tables
         WHERE relname = 'posts' OR relname LIKE 'post\\_metrics%'",
    )
    .fetch_one(connection)
    .await
    .unwrap()
}

/// Returns the costs of periods for all groups and for each, with the number of rows of items and measurements that this reads.
async fn costs(world: &World) -> (Vec<Option<f64>>, i64) {
    let (mut costs, mut rows) = (Vec::new(), 0);
    for scope in [Scope::Admin, Scope::Group(1), Scope::Group(2), Scope::Group(3)] {
        let mut transaction = world.begin(scope, Access::Read).await;
        let before = rows_read(&mut transaction).await;
        let periods = [
            ["2026-11-13", "2026-11-19"],
            ["2026-11-20", "2026-11-20"],
            ["2026-11-01", "2026-11-30"],
        ]
        .map(|days| days.map(|day| day.parse().unwrap()));
        for (n, period) in periods.into_iter().enumerate() {
            let previous = periods[(n + 1) % periods.len()];
            let both = gains::costs(&mut transaction, Platform::Tiktok, period, Some(previous))
                .await
                .unwrap();
            let by_account =
                gains::costs_of_accounts(&mut transaction, Platform::Tiktok, period, Some(previous)).await;
            let by_account = by_account.unwrap();
            for (n, cost) in both.into_iter().enumerate() {
                let sum: f64 = by_account.values().filter_map(|costs| costs[n]).sum();
                assert!((sum - cost.unwrap_or(0.0)).abs() < 0.001, "{sum} is not {cost:?}");
            }
            costs.push(both[0]);
        }
        rows += rows_read(&mut transaction).await - before;
    }
    (costs, rows)
}

/// Visible costs, and days counted by them, of those that `$1` lists by account and number.
const SEEN: &str = "SELECT (SELECT count(*) FROM counted_costs WHERE format('%s %s', account_id, number) = ANY ($1))
                         + (SELECT count(*) FROM account_day_costs WHERE format('%s %s', account_id, number) = ANY ($1))";

#[tokio::test]
async fn costs_of_periods_are_the_same_once_counted_and_read_no_items() {
    let world = World::new().await;
    world.execute(GROUPS).await;
    world
        .execute("SELECT recount_account_days(array_agg(id)) FROM platform_accounts; ANALYZE")
        .await;
    let (from_items, all_rows) = costs(&world).await;
    assert!(
        from_items
            .iter()
            .filter(|cost| cost.is_some_and(|cost| cost > 1.0))
            .count()
            >= 8,
        "{from_items:?}"
    );
    assert!(world.api.recount_days_once().await.unwrap());
    assert!(!world.api.recount_days_once().await.unwrap());
    let (from_days, rows) = costs(&world).await;
    assert_eq!(from_days, from_items);
    // Group b sees no cost of group a, even of accounts that both track.
    let costs_of_a: Vec<String> = sqlx::query_scalar(
        "SELECT format('%s %s', account_id, number) FROM counted_costs WHERE (cost).cap = 3",
    )
    .fetch_all(&world.owner)
    .await
    .unwrap();
    for (scope, sees_any) in [
        (Scope::Admin, true),
        (Scope::Group(1), true),
        (Scope::Group(2), false),
    ] {
        let mut transaction = world.begin(scope, Access::Read).await;
        let seen: i64 = sqlx::query_scalar(SEEN)
            .bind(&costs_of_a)
            .fetch_one(&mut *transaction)
            .await
            .unwrap();
        assert_eq!(seen > 0, sees_any, "{scope:?}");
    }
    // Those of the single video.
    assert!(rows * 20 < all_rows, "{rows} of {all_rows}");

    world
        .execute("UPDATE groups SET cost = ROW('flat', 4, 0, NULL)::cost WHERE name = 'b'")
        .await;
    let changed = costs(&world).await.0;
    assert_ne!(changed, from_items);
    assert!(world.api.recount_days_once().await.unwrap());
    assert_eq!(costs(&world).await.0, changed);
    assert_recount(&world).await;
    assert_top_items_on(&world, "2026-11-20".parse().unwrap()).await;
}

/// Items that gained the most lose all views, hide them, or get them from another field, after the period.
const LOSSES: &str = "
    CREATE TEMPORARY TABLE losing AS
    SELECT id, row_number() OVER (ORDER BY views DESC) % 3 AS what FROM posts ORDER BY views DESC LIMIT 30;
    UPDATE posts p SET updated_at = '2026-11-21 12:00Z', views = CASE l.what WHEN 0 THEN NULL ELSE l.what END,
                       views_source = CASE l.what WHEN 1 THEN 'another' END
    FROM losing l WHERE p.id = l.id;
    INSERT INTO post_metrics (post_id, observed_at, views, views_source)
    SELECT p.id, p.updated_at, p.views, p.views_source FROM posts p WHERE p.updated_at > '2026-11-21';
    DROP TABLE losing";

#[tokio::test]
async fn top_items_include_those_that_lost_their_views_later() {
    let world = World::new().await;
    let today = "2026-11-21".parse().unwrap();
    world.execute(GROUPS).await;
    assert!(world.api.recount_days_once().await.unwrap());
    world.execute(LOSSES).await;
    assert_top_items_on(&world, today).await;
    assert_recount(&world).await;
    // Losses that were not counted can have any size.
    world
        .execute("UPDATE account_day_increases SET lost = NULL")
        .await;
    assert_top_items_on(&world, today).await;
    world
        .execute("DELETE FROM counted_costs; DELETE FROM account_day_increases")
        .await;
    assert!(world.api.recount_days_once().await.unwrap());
    assert_top_items_on(&world, today).await;
}
