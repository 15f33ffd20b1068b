//! Statements.

use serde_json::{Value, json};

use crate::export::cells;
use crate::gains::{set_cost, with_month_of_measurements};
use crate::series::with_measurements;
use crate::support::{World, run};

const STATEMENT: &str = "/api/dashboard/statement";

/// Returns the cells of an exported statement, without the heading.
async fn exported(world: &World, token: &str, query: &str) -> Vec<Vec<String>> {
    let response = world.get(token, &format!("{STATEMENT}/export?{query}")).await;
    assert_eq!(response.status.as_u16(), 200, "{response:?}");
    let mut lines = cells(&response.text);
    let heading = lines.remove(0).join(",");
    assert_eq!(
        heading,
        "platform,account,url,date_posted,views_before,views_after,gained_views,cost,currency,groups"
    );
    lines
}

/// Returns a cost in cents.
#[expect(clippy::cast_possible_truncation, reason = "an amount of a test")]
fn cents(cost: &Value) -> i64 {
    (cost.as_f64().unwrap() * 100.0).round() as i64
}

#[test]
fn statement_adds_up_and_equals_gains() {
    run(async {
        let world = with_month_of_measurements().await;
        set_cost(&world, json!({"model": "per_mille", "rate": 2.5, "cap": 20})).await;
        for token in [&world.member_a, &world.member_b, &world.admin] {
            for query in ["from=2026-10-01&to=2026-10-31", "from=2026-11-01&to=2026-11-30"] {
                let statement = world.get(token, &format!("{STATEMENT}?{query}")).await.ok();
                let gains = world
                    .get(token, &format!("/api/dashboard/gains?{query}"))
                    .await
                    .ok();
                let lines = exported(&world, token, query).await;
                let mut sum = 0;
                for platform in ["instagram", "tiktok"] {
                    let part = &statement[platform];
                    let lines: Vec<_> = lines.iter().filter(|line| line[0] == platform).collect();
                    for field in ["gained_views", "items"] {
                        let accounts = part["accounts"].as_array().unwrap().iter();
                        let accounts: i64 = accounts.map(|account| account[field].as_i64().unwrap()).sum();
                        assert_eq!(part["total"][field], accounts, "{query} {platform} {field}");
                    }
                    assert_eq!(part["total"]["gained_views"], gains[platform]["gained"]["views"]);
                    let listed: i64 = lines.iter().map(|line| line[6].parse::<i64>().unwrap()).sum();
                    assert_eq!(part["total"]["gained_views"], listed);
                    assert_eq!(part["total"]["items"], lines.len());
                    let accounts = part["accounts"].as_array().unwrap().iter();
                    let cost: i64 = accounts.map(|account| cents(&account["cost"])).sum();
                    assert_eq!(cents(&part["total"]["cost"]), cost, "{query} {platform}");
                    assert_eq!(
                        cents(&gains[platform]["gained"]["cost"]),
                        cost,
                        "{query} {platform}"
                    );
                    let listed = lines
                        .iter()
                        .map(|line| cents(&line[7].parse::<f64>().unwrap().into()));
                    assert_eq!(listed.sum::<i64>(), cost, "{query} {platform}");
                    sum += cost;
                }
                assert_eq!(cents(&statement["total"]["cost"]), sum, "{query}");
            }
            let mut sum = 0;
            for query in [
                "from=2026-10-21&to=2026-10-31",
                "from=2026-11-01&to=2026-11-09",
                "from=2026-11-10&to=2026-11-20",
            ] {
                let part = world.get(token, &format!("{STATEMENT}?{query}")).await.ok();
                sum += cents(&part["total"]["cost"]);
            }
            let whole = format!("{STATEMENT}?from=2026-10-21&to=2026-11-20");
            let whole = world.get(token, &whole).await.ok();
            assert_eq!(cents(&whole["total"]["cost"]), sum);
        }
    });
}

#[test]
fn statement_lists_accounts_and_items_of_group() {
    run(async {
        let world = with_measurements().await;
        // 1 per view.
        set_cost(&world, json!({"model": "per_mille", "rate": 1000})).await;
        let query = "from=2026-11-18&to=2026-11-21";
        let path = format!("{STATEMENT}?{query}");
        let of_a = world.get(&world.member_a, &path).await.ok();
        assert_eq!(of_a["period"], json!({"from": "2026-11-18", "to": "2026-11-21"}));
        assert_eq!(of_a["currency"], "EUR");
        assert_eq!(
            of_a["tiktok"]["accounts"],
            json!([
                {"username": "khaby.lame", "single_videos": false, "groups": ["Group A"], "items": 1, "gained_views": 100, "cost": 100.0},
                // The author of a video that is tracked by its URL.
                {"username": "author", "single_videos": true, "groups": ["Group A"], "items": 1, "gained_views": 10, "cost": 10.0},
            ])
        );
        assert_eq!(
            of_a["total"],
            json!({"items": 3, "gained_views": 135, "cost": 135.0})
        );
        let group_a = format!("&group_id={}", world.group_a);
        assert_eq!(
            world.get(&world.admin, &format!("{path}{group_a}")).await.ok(),
            of_a
        );
        world
            .get(&world.member_b, &format!("{path}{group_a}"))
            .await
            .refused(404, "not_found");
        world
            .get(&world.member_b, &format!("{STATEMENT}/export?{query}{group_a}"))
            .await
            .refused(404, "not_found");
        let name = world
            .get(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        assert_eq!(of_a["group_name"], name["name"]);
        let all = world.get(&world.admin, &path).await.ok();
        assert_eq!(all["group_name"], Value::Null);
        let groups = |lines: &[Vec<String>]| {
            let line = lines.iter().find(|line| line[1] == "author").unwrap();
            line[9].clone()
        };
        let everything = exported(&world, &world.admin, query).await;
        let author = |row: &&Value| row["username"] == "author";
        let listed = all["tiktok"]["accounts"]
            .as_array()
            .unwrap()
            .iter()
            .find(author)
            .unwrap();
        // Group A tracks a video of an account that group B tracks.
        assert_eq!(listed["groups"], json!(["Group B"]));
        assert_eq!(groups(&everything), "Group A, Group B");
        assert_eq!(groups(&exported(&world, &world.member_a, query).await), "Group A");

        let lines = exported(&world, &world.member_a, query).await;
        let lines: Vec<Vec<&str>> = lines
            .iter()
            .map(|line| [0, 1, 4, 5, 6, 7, 8].map(|nth| line[nth].as_str()).to_vec())
            .collect();
        assert_eq!(
            lines,
            [
                ["instagram", "natgeo", "100", "125", "25", "25.00", "EUR"],
                ["tiktok", "author", "50", "60", "10", "10.00", "EUR"],
                ["tiktok", "khaby.lame", "1000", "1100", "100", "100.00", "EUR"],
            ]
        );
    });
}

#[test]
fn statement_without_cost_lists_views() {
    run(async {
        let world = with_measurements().await;
        set_cost(&world, json!({"model": "none"})).await;
        let query = "from=2026-11-18&to=2026-11-21";
        let statement = world
            .get(&world.member_a, &format!("{STATEMENT}?{query}"))
            .await
            .ok();
        assert_eq!(
            statement["total"],
            json!({"items": 3, "gained_views": 135, "cost": null})
        );
        let lines = exported(&world, &world.member_a, query).await;
        assert!(lines.iter().all(|line| line[7].is_empty()), "{lines:?}");
    });
}

#[test]
fn statement_period_must_be_valid() {
    run(async {
        let world = World::new().await;
        for (query, is_valid) in [
            ("", true),
            ("from=2026-11-01&to=2026-11-30", true),
            ("from=2026-11-01", false),
            ("from=2026-11-30&to=2026-11-01", false),
            ("from=2025-11-01&to=2026-11-30", false),
            ("month=2026-11", false),
        ] {
            for path in [STATEMENT.to_owned(), format!("{STATEMENT}/export")] {
                let response = world.get(&world.member_a, &format!("{path}?{query}")).await;
                if is_valid {
                    assert_eq!(response.status.as_u16(), 200, "{path} {query}");
                } else {
                    response.refused(422, "invalid_request");
                }
            }
        }
    });
}

#[test]
fn statement_has_no_cost_before_retained_measurements() {
    run(async {
        let world = with_month_of_measurements().await;
        set_cost(&world, json!({"model": "per_mille", "rate": 2.5})).await;
        sqlx::query("SELECT prune_history('2026-11-01')")
            .execute(&world.owner)
            .await
            .unwrap();
        for (query, is_known) in [
            ("from=2026-10-31&to=2026-11-09", false),
            ("from=2026-11-01&to=2026-11-09", true),
        ] {
            let statement = world
                .get(&world.admin, &format!("{STATEMENT}?{query}"))
                .await
                .ok();
            assert_eq!(statement["history_begins"], "2026-11-01");
            assert_eq!(statement["total"]["cost"].is_number(), is_known, "{query}");
            let lines = exported(&world, &world.admin, query).await;
            assert!(lines.len() > 3, "{query}");
            assert!(lines.iter().all(|line| line[7].is_empty() != is_known), "{query}");
        }
    });
}
