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
