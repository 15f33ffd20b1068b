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

/// Account 1 was read and has a boosted item, account 2 fails, account 3 was never read, and account 4 is suspended.
const STATES: &str = "
    UPDATE platform_accounts SET last_outcome = 'ok', last_attempt_at = '2026-11-20 12:00Z', last_success_at = '2026-11-20 11:00Z',
                                 quiet_since = '2026-11-19 12:00Z' WHERE id = 1;
    UPDATE platform_accounts SET last_outcome = 'private', consecutive_failures = 3, last_attempt_at = '2026-11-20 12:00Z',
                                 handle_conflict_at = '2026-11-20 12:00Z' WHERE id = 2;
    INSERT INTO tracked_accounts (group_id, account_id, created_at, interval_minutes, suspended)
    VALUES (1, 3, now(), 7, false), (1, 4, now(), 7, true);
    INSERT INTO boosted_posts (post_id, account_id, boosted_at) SELECT id, account_id, now() FROM posts WHERE external_id = '11'";

#[tokio::test]
async fn scheduled_accounts_have_state_of_their_last_attempt() {
    let world = World::new().await;
    world.execute(ROWS).await;
    world.execute(STATES).await;
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let mut accounts = overview::scheduled(&mut transaction).await.unwrap();
    accounts.sort_by_key(|account| account.account_id);
    let time = |text: &str| text.parse::<DateTime<Utc>>().ok();
    let noon = time("2026-11-20T12:00:00Z");
    let results: Vec<_> = accounts
        .iter()
        .map(|account| (account.last_outcome.as_deref(), account.consecutive_failures))
        .collect();
    assert_eq!(results, [(Some("ok"), 0), (Some("private"), 3), (None, 0)]);
    let times: Vec<_> = accounts
        .iter()
        .map(|account| {
            (
                account.last_attempt_at,
                account.last_success_at,
                account.quiet_since,
            )
        })
        .collect();
    let read = (noon, time("2026-11-20T11:00:00Z"), time("2026-11-19T12:00:00Z"));
    assert_eq!(times, [read, (noon, None, None), (None, None, None)]);
    let states: Vec<_> = accounts
        .iter()
        .map(|account| {
            (
                account.interval_minutes,
                account.has_boosted,
                account.is_undecided,
            )
        })
        .collect();
    assert_eq!(states, [(10, true, false), (60, false, true), (7, false, false)]);
}

#[tokio::test]
async fn accounts_of_inactive_groups_are_not_scheduled() {
    let world = World::new().await;
    world.execute(ROWS).await;
    world
        .execute("UPDATE groups SET is_active = false WHERE id = 1")
        .await;
    for (scope, expected) in [(Scope::Admin, vec![(1, 20), (2, 60)]), (Scope::Group(1), vec![])] {
        let mut transaction = world.begin(scope, Access::Read).await;
        let accounts = overview::scheduled(&mut transaction).await.unwrap();
        let mut found: Vec<_> = accounts
            .iter()
            .map(|account| (account.account_id, account.interval_minutes))
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{scope:?}");
    }
}
