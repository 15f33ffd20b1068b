//! Tests that pages found with the day histogram equal those found with OFFSET.

use clipmeter_fixtures::database::World;
use sqlx::Row as _;

async fn ids(world: &World, query: &'static str, skip: i64) -> Vec<i64> {
    let rows = sqlx::query(query)
        .bind(skip)
        .fetch_all(&world.owner)
        .await
        .unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn page_from_histogram_equals_page_from_offset() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO platform_accounts (platform, username, created_at)
         VALUES ('instagram', 'a', now()), ('tiktok', 'b', now())",
        )
        .await;
    // Empty days, crowded days, equal times, unknown dates, and the other platform in between.
    let statement = "INSERT INTO posts (platform, external_id, account_id, posted_at, first_seen_at, updated_at)
         SELECT CASE WHEN n % 3 = 0 THEN 'tiktok' ELSE 'instagram' END, n, CASE WHEN n % 3 = 0 THEN 2 ELSE 1 END,
                CASE WHEN n % 11 > 0 THEN timestamptz '2024-01-01 12:00:00Z'
                    + make_interval(days => (n * n) % 97 * ((n / 7) % 3), mins => (n % 13) * 90) END,
                now(), now()
         FROM generate_series(1, 1500) n";
    world.execute(statement).await;
    let total = world
        .one::<i64>("SELECT sum(n)::bigint FROM post_days WHERE platform = 'instagram'")
        .await;
    assert_eq!(
        total,
        world
            .count("SELECT count(*) FROM posts WHERE platform = 'instagram'")
            .await
    );
    for skip in (0..total + 100).step_by(37).chain([total - 1, total]) {
        let expected = ids(
            &world,
            "SELECT id FROM posts WHERE platform = 'instagram'
             ORDER BY posted_at DESC NULLS LAST, id DESC OFFSET $1 LIMIT 50",
            skip,
        )
        .await;
        let found = ids(&world, "SELECT page_of_posts('instagram', $1, 50)", skip).await;
        assert_eq!(found, expected, "after {skip}");
    }
}

#[tokio::test]
async fn usual_views_are_median_of_posts_before_at_same_age() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO platform_accounts (platform, username, created_at)
         VALUES ('tiktok', 'often', now()), ('tiktok', 'seldom', now())",
        )
        .await;
    // A post each day. It has 100 views for each day of its age, times its number; the last one is an outlier. The second account
    // has too few posts, and the first post of the first one was found late.
    world
        .execute(
            "INSERT INTO posts (platform, external_id, account_id, posted_at, first_seen_at, updated_at, views)
         SELECT 'tiktok', account || ' ' || n, account, timestamptz '2026-11-01Z' + n * interval '1 day', now(), now(),
                CASE WHEN n = 10 THEN 9000 ELSE n * 100 * (12 - n) END
         FROM generate_series(1, 10) n, generate_series(1, 2) account WHERE account = 1 OR n > 3",
        )
        .await;
    world
        .execute(
            "INSERT INTO post_metrics (post_id, observed_at, views)
         SELECT p.id, p.posted_at + age * interval '1 day', substr(p.external_id, 3)::bigint * 100 * age
         FROM posts p, generate_series(1, 11) age
         WHERE p.posted_at + age * interval '1 day' <= '2026-11-13Z' AND (p.external_id <> '1 1' OR age > 8)",
        )
        .await;
    let rows = sqlx::query(
        "SELECT p.external_id, u.views FROM usual_views(ARRAY(SELECT id FROM posts), '2026-11-13T06:00:00Z') u
         JOIN posts p ON p.id = u.post_id ORDER BY p.posted_at",
    )
    .fetch_all(&world.owner)
    .await
    .unwrap();
    let usual: Vec<(String, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    // Two days old, as 2 to 9 were: their median is 5.5, of 1,100 views.
    assert_eq!(usual, [("1 10".to_owned(), 1100)]);
}
