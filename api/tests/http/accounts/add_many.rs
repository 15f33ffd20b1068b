//! Tests of adding and deleting many accounts.

use clipmeter_api::ApiConfig;
use futures::future::{join, join_all};
use serde_json::{Value, json};

use crate::support::{World, run};

fn entries<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Value {
    names
        .into_iter()
        .map(|name| json!({"username": name.as_ref()}))
        .collect()
}

fn column<'a>(response: &'a Value, field: &str) -> Vec<&'a str> {
    response["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row[field].as_str().unwrap())
        .collect()
}

#[test]
fn bulk_add_returns_one_row_per_entry_in_order() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        // An account of another group is not in this group.
        world.track(&world.member_b, "tiktok", "zachking").await;
        let list = [
            " @ZachKing ",
            "khaby.lame",
            "https://www.tiktok.com/@gordonramsay?lang=en",
            "",
            "zachking",
            "two words",
            "_individual_videos_",
        ];
        let body = json!({"accounts": entries(list)});
        let response = world
            .post(&world.member_a, "/api/tiktok/accounts/bulk", body)
            .await
            .ok();
        assert_eq!(
            column(&response, "status"),
            [
                "added",
                "duplicate",
                "added",
                "invalid",
                "duplicate",
                "invalid",
                "invalid"
            ]
        );
        assert_eq!(
            column(&response, "username"),
            [
                "zachking",
                "khaby.lame",
                "gordonramsay",
                "",
                "zachking",
                "two words",
                "_individual_videos_"
            ]
        );
        assert_eq!(response["added_count"], 2);
        assert_eq!(response["message"], "2 accounts added, 2 duplicates, 3 invalid");
        let row = &response["results"][0];
        assert_eq!(row["account"]["group"], "Group A");
        assert_eq!(row.get("error"), None);
        assert_eq!(response["results"][1]["error"], "@khaby.lame is already tracked");
        assert_eq!(
            response["results"][4]["error"],
            "@zachking is in the list more than once"
        );
        assert_eq!(response["results"][3]["error"], "username is required");

        let listed = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        assert_eq!(listed["accounts"].as_array().unwrap().len(), 3);
        assert!(listed["accounts"].as_array().unwrap().contains(&row["account"]));
        assert_eq!(
            world
                .count("SELECT count(*) FROM tracked_accounts t JOIN users u ON u.id = t.added_by WHERE u.username = 'ann'")
                .await,
            3
        );
        assert_eq!(
            world
                .count("SELECT jsonb_array_length(details->'usernames')::bigint FROM audit_log ORDER BY id DESC LIMIT 1")
                .await,
            2
        );
    });
}

#[test]
fn bulk_add_fills_remaining_limit_in_order() {
    run(async {
        let world = World::new().await;
        for n in 0..3 {
            world
                .track(&world.member_a, "instagram", &format!("first{n}"))
                .await;
        }
        let mut list: Vec<String> = (0..9).map(|n| format!("next{n}")).collect();
        list.insert(2, "first0".to_owned());
        list.insert(4, "no name".to_owned());
        let body = json!({"accounts": entries(&list)});
        let response = world
            .post(&world.member_a, "/api/instagram/accounts/bulk", body)
            .await
            .ok();
        let mut expected = vec!["added"; 11];
        expected[2] = "duplicate";
        expected[4] = "invalid";
        expected[9] = "over_limit";
        expected[10] = "over_limit";
        assert_eq!(column(&response, "status"), expected);
        assert!(
            response["results"][10]["error"]
                .as_str()
                .unwrap()
                .contains("10 Instagram accounts"),
            "{response}"
        );
        assert_eq!(
            response["message"],
            "7 accounts added, 1 duplicate, 1 invalid, 2 over the limit"
        );
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 10);
        // Entries that were not added are not stored.
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 10);
    });
}

#[test]
fn asvs_2_3_4_bulk_add_limit_holds_with_concurrent_requests() {
    run(async {
        let world = World::new().await;
        let lists = (0..10).map(|n| {
            let body = json!({"accounts": entries((n..n + 4).map(|m| format!("account{m}")))});
            world.post(&world.member_a, "/api/tiktok/accounts/bulk", body)
        });
        let singles = (0..10).map(|n| {
            let body = json!({"username": format!("account{n}")});
            world.post(&world.member_a, "/api/tiktok/accounts", body)
        });
        let (lists, singles) = join(join_all(lists), join_all(singles)).await;
        let mut added = Vec::new();
        for response in singles {
            match response.status.as_u16() {
                201 => added.push(response.json["username"].as_str().unwrap().to_owned()),
                409 => assert!(
                    ["account_exists", "account_limit_reached"]
                        .contains(&response.json["code"].as_str().unwrap())
                ),
                _ => panic!("{response:?}"),
            }
        }
        for response in lists.into_iter().map(crate::support::TestResponse::ok) {
            let rows = response["results"].as_array().unwrap();
            let mine = rows.iter().filter(|row| row["status"] == "added");
            let before = added.len();
            added.extend(mine.map(|row| row["username"].as_str().unwrap().to_owned()));
            assert_eq!(response["added_count"], added.len() - before);
        }
        added.sort();
        let listed = world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        let mut names: Vec<&str> = listed["accounts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|account| account["username"].as_str().unwrap())
            .collect();
        names.sort_unstable();
        assert_eq!(names.len(), 10);
        assert_eq!(names, added, "each response lists the accounts it added");
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 10);
    });
}

#[test]
fn bulk_add_by_two_groups_concurrently_succeeds_for_both() {
    run(async {
        let world = World::new().await;
        let names: Vec<String> = (0..10).map(|n| format!("account{n}")).collect();
        let forwards = json!({"accounts": entries(&names)});
        let backwards = json!({"accounts": entries(names.iter().rev())});
        let path = "/api/instagram/accounts/bulk";
        let (a, b) = join(
            world.post(&world.member_a, path, forwards),
            world.post(&world.member_b, path, backwards),
        )
        .await;
        assert_eq!(
            (&a.ok()["added_count"], &b.ok()["added_count"]),
            (&json!(10), &json!(10))
        );
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 10);
        assert_eq!(world.count("SELECT count(*) FROM account_counters").await, 10);
    });
}

#[test]
fn bulk_add_and_delete_accept_the_longest_list() {
    run(async {
        // Takes seconds, and on a busy machine longer than the usual deadline of a request.
        let world = World::configured(|config| config.run_wait = ApiConfig::MAX_RUN_WAIT).await;
        world
            .execute("UPDATE groups SET max_tiktok_accounts = 9999")
            .await;
        let address = |n: usize| format!("https://www.tiktok.com/@account{n}?{}", "x".repeat(300));
        let body = json!({"accounts": entries((0..10_000).map(address))});
        let path = "/api/tiktok/accounts/bulk";
        let response = world.post(&world.member_a, path, body).await.ok();
        assert_eq!(response["added_count"], 9_999);
        assert_eq!(response["results"][9_999]["status"], "over_limit");
        let mut ids: Vec<Value> = response["results"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|row| row["account"].get("id").cloned())
            .collect();
        ids.push(json!(-1));
        let response = world
            .post(
                &world.member_a,
                "/api/tiktok/accounts/bulk-delete",
                json!({"account_ids": ids}),
            )
            .await
            .ok();
        assert_eq!(
            response,
            json!({"message": "9999 accounts deleted, 1 not found", "deleted_count": 9_999, "not_found": [-1]})
        );
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 0);

        let too_many = json!({"accounts": entries((0..10_001).map(|n| format!("account{n}")))});
        for body in [json!({"accounts": []}), too_many, json!({"accounts": [{}]})] {
            world
                .post(&world.member_a, path, body)
                .await
                .refused(422, "invalid_request");
        }
    });
}

#[test]
fn asvs_8_2_2_bulk_delete_skips_accounts_of_other_groups() {
    run(async {
        let world = World::new().await;
        let mine = world.track(&world.member_a, "instagram", "natgeo").await;
        let also_mine = world.track(&world.member_a, "instagram", "nasa").await;
        let theirs = world.track(&world.member_b, "instagram", "nasa").await;
        let other_platform = world.track(&world.member_a, "tiktok", "nasa").await;
        let path = "/api/instagram/accounts/bulk-delete";
        let body = json!({"account_ids": [mine, theirs, mine, other_platform, also_mine, 0]});
        let response = world.post(&world.member_a, path, body).await.ok();
        assert_eq!(
            response,
            json!({
                "message": "2 accounts deleted, 3 not found",
                "deleted_count": 2,
                "not_found": [theirs, other_platform, 0],
            })
        );
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 2);

        // An admin deletes accounts of all groups, and each group's audit log contains its own.
        let body = json!({"account_ids": [theirs]});
        let response = world.post(&world.admin, path, body).await.ok();
        assert_eq!(response["message"], "1 account deleted");
        assert_eq!(
            world
                .count("SELECT count(DISTINCT group_id) FROM audit_log WHERE action = 'account.delete'")
                .await,
            2
        );
    });
}
