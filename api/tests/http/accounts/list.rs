//! Tests of the list of accounts by page, order and filter.

use clipmeter_fixtures::counts;
use serde_json::Value;

use crate::support::{World, run};

/// Five accounts of group A: `ok_one` was read, `renamed` has a former name, `private_one` fails, `disputed` has a handle conflict, and
/// `new_one` was not read yet. `ok_one` gained 10 views and `renamed` 30 on November 19. Returns their IDs.
async fn with_accounts(world: &World) -> Vec<(String, i64)> {
    let mut ids = Vec::new();
    for name in ["ok_one", "renamed", "private_one", "disputed", "new_one"] {
        ids.push((
            name.to_owned(),
            world.track(&world.member_a, "tiktok", name).await,
        ));
    }
    world.track(&world.member_b, "tiktok", "other_group").await;
    for statement in [
        "UPDATE platform_accounts SET last_outcome = 'ok', last_success_at = '2026-11-20T08:00Z', follower_count = 5,
             first_success_at = '2026-11-01T00:00Z' WHERE username = 'ok_one'",
        "UPDATE platform_accounts SET last_outcome = 'ok', last_success_at = '2026-11-20T09:00Z', follower_count = 9,
             first_success_at = '2026-11-01T00:00Z', former_usernames = '{older_name}' WHERE username = 'renamed'",
        "UPDATE platform_accounts SET last_outcome = 'private', consecutive_failures = 2, last_success_at = '2026-11-19T08:00Z'
             WHERE username = 'private_one'",
        "UPDATE platform_accounts SET handle_conflict_at = '2026-11-19T08:00Z' WHERE username = 'disputed'",
        "UPDATE account_counters SET views = 700, posts = 3 WHERE account_id = (SELECT id FROM platform_accounts WHERE username = 'renamed')",
    ] {
        sqlx::query(statement).execute(&world.owner).await.unwrap();
    }
    let columns = counts::list(|count| format!("{count}, gained_{count}"));
    let values = counts::list(|count| match count {
        "views" => "0, CASE username WHEN 'ok_one' THEN 10 ELSE 30 END".to_owned(),
        _ => "0, 0".to_owned(),
    });
    let gained = format!(
        "INSERT INTO account_days (account_id, zone, day, items, {columns})
         SELECT id, 1, '2026-11-19', 0, {values} FROM platform_accounts WHERE username IN ('ok_one', 'renamed')"
    );
    world.execute(&gained).await;
    ids
}

fn names(list: &Value) -> Vec<&str> {
    let accounts = list["accounts"].as_array().unwrap().iter();
    accounts
        .map(|account| account["username"].as_str().unwrap())
        .collect()
}

#[test]
fn accounts_are_paged_sorted_and_filtered() {
    run(async {
        let world = World::new().await;
        let ids = with_accounts(&world).await;
        let id = |name: &str| ids.iter().find(|(known, _)| known == name).unwrap().1;
        let two = format!("ids={},{}", id("renamed"), id("ok_one"));
        let all = 5;
        let failing_first = ["disputed", "private_one", "new_one", "ok_one", "renamed"];
        let by_name = ["disputed", "new_one", "ok_one", "private_one", "renamed"];
        for (query, expected, total) in [
            ("", by_name.to_vec(), all),
            ("page=1", failing_first.to_vec(), all),
            ("per_page=2", failing_first[..2].to_vec(), all),
            ("page=2&per_page=2", failing_first[2..4].to_vec(), all),
            ("page=3&per_page=2", failing_first[4..].to_vec(), all),
            ("page=4&per_page=2", vec![], all),
            ("page=9223372036854775807&per_page=2", vec![], all),
            ("sort=name&order=asc", by_name.to_vec(), all),
            ("sort=name&per_page=2", vec!["renamed", "private_one"], all),
            (
                "sort=followers&per_page=3",
                vec!["renamed", "ok_one", "disputed"],
                all,
            ),
            (
                "sort=followers&order=asc&per_page=3",
                vec!["ok_one", "renamed", "disputed"],
                all,
            ),
            ("sort=items&per_page=1", vec!["renamed"], all),
            // Unread accounts are last although they have no views.
            (
                "sort=views&order=asc&per_page=3",
                vec!["ok_one", "private_one", "renamed"],
                all,
            ),
            (
                "sort=updated",
                vec!["renamed", "ok_one", "private_one", "disputed", "new_one"],
                all,
            ),
            (
                "sort=gained&from=2026-11-19&to=2026-11-19&per_page=3",
                vec!["renamed", "ok_one", "disputed"],
                all,
            ),
            (
                "sort=gained&order=asc&from=2026-11-19&to=2026-11-19&per_page=3",
                vec!["ok_one", "renamed", "disputed"],
                all,
            ),
            ("search=ONE", vec!["new_one", "ok_one", "private_one"], 3),
            ("search=%40older_n", vec!["renamed"], 1),
            ("search=other_group", vec![], 0),
            ("search=%25", vec![], 0),
            ("status=pending", vec!["disputed", "new_one"], 2),
            ("status=private&page=1", vec!["private_one"], 1),
            (two.as_str(), vec!["ok_one", "renamed"], 2),
        ] {
            let list = world
                .get(&world.member_a, &format!("/api/tiktok/accounts?{query}"))
                .await
                .ok();
            assert_eq!(
                (names(&list), list["total"].as_u64()),
                (expected, Some(total)),
                "{query}"
            );
        }
        for query in [
            "page=0",
            "per_page=101",
            "sort=size",
            "ids=a",
            "ids=",
            "search=%00",
            "from=2026-11-02&to=2026-11-01&sort=cost",
        ] {
            world
                .get(&world.member_a, &format!("/api/tiktok/accounts?{query}"))
                .await
                .refused(422, "invalid_request");
        }
    });
}

#[test]
fn gains_and_group_are_limited_to_requested_accounts() {
    run(async {
        let world = World::new().await;
        let ids = with_accounts(&world).await;
        let chosen = [ids[0].1, ids[1].1];
        let gains = world
            .get(
                &world.member_a,
                &format!("/api/tiktok/accounts/gains?ids={},{}", chosen[1], chosen[0]),
            )
            .await
            .ok();
        let mut gained: Vec<_> = gains["accounts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|gain| gain["id"].as_i64().unwrap())
            .collect();
        gained.sort_unstable();
        assert_eq!(gained, chosen);
        let path = format!("/api/groups/{}", world.group_a);
        for (query, shown) in [("", 5), ("?accounts=0", 0), ("?accounts=2", 2)] {
            let group = world.get(&world.member_a, &format!("{path}{query}")).await.ok();
            assert_eq!(
                group["tiktok"]["accounts"].as_array().unwrap().len(),
                shown,
                "{query}"
            );
            assert_eq!(group["tiktok_count"], 5);
        }
        world
            .get(&world.member_a, &format!("{path}?accounts=101"))
            .await
            .refused(422, "invalid_request");
    });
}
