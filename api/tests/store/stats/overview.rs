//! Tests of the numbers of admins' pages.

use chrono::{DateTime, Utc};
use clipmeter_db::stats::overview;
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;

/// Groups 1 and 2 track account 1, group 2 also account 2 and single videos of the accounts 1 and 3. The items of account 4 are hidden,
/// as those of a deleted account. Of each account, one item was first seen on the 20th and two on the 21st.
const ROWS: &str = "
    INSERT INTO groups (name, max_tiktok_accounts, max_instagram_accounts, tiktok_interval_minutes, created_at)
    SELECT 'g' || n, 100, 100, 10 * n, now() FROM generate_series(1, 2) n;
    INSERT INTO platform_accounts (platform, username, created_at)
    SELECT CASE n WHEN 2 THEN 'instagram' ELSE 'tiktok' END, 'a' || n, now() FROM generate_series(1, 4) n;
    INSERT INTO tracked_accounts (group_id, account_id, created_at) VALUES (1, 1, now()), (2, 1, now()), (2, 2, now());
    INSERT INTO posts (platform, external_id, account_id, first_seen_at, updated_at, views, hidden)
    SELECT a.platform, 10 * a.id + n, a.id, timestamptz '2026-11-20 12:00Z' + least(n, 1) * interval '1 day', now(), 5, a.id = 4
    FROM platform_accounts a, generate_series(0, 2) n;
    INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
    SELECT 2, 'u' || id, external_id, id, now() FROM posts WHERE external_id IN ('11', '30', '31')";

async fn recent(world: &World, scope: Scope) -> [i64; 2] {
    let since: DateTime<Utc> = "2026-11-21T12:00:00Z".parse().unwrap();
    let mut transaction = world.begin(scope, Access::Read).await;
    let items = overview::items_since(&mut transaction, since).await.unwrap();
    [Platform::Instagram, Platform::Tiktok].map(|platform| items.of(platform))
}

#[tokio::test]
async fn recent_items_count_once_and_only_if_tracked() {
    let world = World::new().await;
    world.execute(ROWS).await;
    assert_eq!(recent(&world, Scope::Admin).await, [2, 3]);
    assert_eq!(recent(&world, Scope::Group(1)).await, [0, 2]);
    assert_eq!(recent(&world, Scope::Group(2)).await, [2, 3]);
    assert_eq!(recent(&world, Scope::Empty).await, [0, 0]);
}

#[tokio::test]
async fn scheduled_account_of_two_groups_is_one_with_shortest_interval() {
    let world = World::new().await;
    world.execute(ROWS).await;
    for (scope, expected) in [
        (Scope::Admin, vec![(1, 1, 10), (2, 2, 60)]),
        (Scope::Group(1), vec![(1, 1, 10)]),
        (Scope::Group(2), vec![(1, 2, 20), (2, 2, 60)]),
    ] {
        let mut transaction = world.begin(scope, Access::Read).await;
        let accounts = overview::scheduled(&mut transaction).await.unwrap();
        let mut found: Vec<_> = accounts
            .iter()
            .map(|account| (account.account_id, account.group_id, account.interval_minutes))
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{scope:?}");
    }
}
