//! Lists, totals and the table show the same numbers.

use serde_json::{Value, json};

use super::{collect, cpms, lists, set_account_cost, set_group_cost, set_platform_cost, table, with_content};
use crate::support::{World, run};

/// The platform, group A and an account of group A each have their own model.
async fn with_three_models() -> World {
    let world = with_content().await;
    set_platform_cost(
        &world,
        json!({"model": "base_plus", "base": 2, "rate": 0.5, "max": 20}),
    )
    .await;
    set_group_cost(
        &world,
        world.group_a,
        json!({"model": "per_mille", "rate": 2.5, "cap": 100}),
    )
    .await;
    set_account_cost(
        &world,
        &world.member_a,
        "shared",
        json!({"model": "flat", "cost": 90}),
    )
    .await;
    world
}

#[test]
fn item_numbers_agree_on_all_screens_of_a_group() {
    run(async {
        let world = with_three_models().await;
        let (a, b) = (Some(world.group_a), Some(world.group_b));

        // A member of A, in all lists and the table, and the same for an admin in the scope of A.
        let of_a = lists(&world, &world.member_a, a).await;
        assert_eq!(of_a.len(), 9);
        assert_eq!(lists(&world, &world.admin, a).await, of_a);
        // An admin in the scope of all groups sees the cost of the account's group in an account's list.
        for (platform, items) in [("instagram", "posts"), ("tiktok", "videos")] {
            let path = format!("/api/{platform}/accounts");
            let accounts = world.get(&world.admin, &path).await.ok();
            for account in accounts["accounts"].as_array().unwrap() {
                if account["group_id"] == world.group_a {
                    let list = world
                        .get(&world.admin, &format!("{path}/{}/{items}", account["id"]))
                        .await;
                    collect(&mut of_a.clone(), &list.ok()[items]);
                }
            }
        }
        let table_of_a = table(&world, &world.member_a).await;
        for (id, shown) in &of_a {
            assert_eq!(&table_of_a[id], shown);
        }
        assert_eq!(cpms(&world, &of_a, "natgeo").await, [2.5, 2.5, 0.0, 2.5]);
        // min(100, 2.5 · 250) is the cap.
        assert_eq!(cpms(&world, &of_a, "khaby.lame").await, [0.4, 2.5]);
        assert_eq!(cpms(&world, &of_a, "shared").await, [45.0, 0.1]);
        assert_eq!(cpms(&world, &of_a, "author").await, [2.5]);
        // For items that A does not track, the platform's cost applies: (2 + 0.5 · 0.5) · 1000 / 500.
        assert_eq!(cpms(&world, &table_of_a, "nasa").await, [4.5]);

        // Neither B nor the table across groups has its own cost: (2 + 0.5 · 900) exceeds the maximum.
        let of_b = lists(&world, &world.member_b, b).await;
        let everything = table(&world, &world.admin).await;
        assert_eq!(everything.len(), 10);
        for numbers in [&of_b, &table(&world, &world.member_b).await, &everything] {
            assert_eq!(cpms(&world, numbers, "shared").await, [1.5, 0.0222]);
            assert_eq!(cpms(&world, numbers, "nasa").await, [4.5]);
        }
        assert_eq!(cpms(&world, &everything, "natgeo").await[..2], [2.5, 0.5]);
        assert_eq!(cpms(&world, &everything, "author").await, [0.75]);
        let top = world
            .get(&world.admin, "/api/dashboard/top-performers")
            .await
            .ok();
        collect(&mut everything.clone(), &top["instagram"]);
        collect(&mut everything.clone(), &top["tiktok"]);
    });
}

/// Returns the averages over the (cost, views) of items.
fn averages(items: &[(f64, f64)]) -> (Value, Value) {
    let round = |value: f64| (value * 1e4).round() / 1e4;
    let (cost, views) = items
        .iter()
        .fold((0.0, 0.0), |sum, item| (sum.0 + item.0, sum.1 + item.1));
    let count = f64::from(u32::try_from(items.len()).unwrap());
    let mean = items
        .iter()
        .map(|(cost, views)| 1000.0 * cost / views)
        .sum::<f64>()
        / count;
    (json!(round(1000.0 * cost / views)), json!(round(mean)))
}

#[test]
fn cpm_average_divides_totals_and_mean_averages_items() {
    run(async {
        let world = with_three_models().await;
        let stats = async |token: &str| world.get(token, "/api/dashboard/stats").await.ok();
        let of = |stats: &Value, platform: &str| {
            let totals = &stats[platform];
            (totals["avg_cpm"].clone(), totals["mean_cpm"].clone())
        };
        let a = stats(&world.member_a).await;
        let natgeo = [(2.5, 1000.0), (100.0, 40_000.0), (0.0175, 7.0)];
        let shared = [(90.0, 2000.0), (90.0, 900_000.0)];
        assert_eq!(of(&a, "instagram"), averages(&[&natgeo[..], &shared].concat()));
        // The single video is included.
        assert_eq!(
            of(&a, "tiktok"),
            averages(&[(100.0, 250_000.0), (0.0075, 3.0), (20.0, 8000.0)])
        );
        // 6 interactions on each video: over all views, and the mean of 0.0024 %, 200 % and 0.075 %.
        assert_eq!(
            (&a["tiktok"]["avg_engagement"], &a["tiktok"]["mean_engagement"]),
            (&json!(0.01), &json!(66.69))
        );
        let all = stats(&world.admin).await;
        let by_default = [
            (2.5, 1000.0),
            (20.0, 40_000.0),
            (2.0035, 7.0),
            (3.0, 2000.0),
            (20.0, 900_000.0),
            (2.25, 500.0),
        ];
        assert_eq!(of(&all, "instagram"), averages(&by_default));
        let b = stats(&world.member_b).await;
        assert_eq!(of(&b, "instagram"), averages(&by_default[3..]));

        // Without caps, the numbers are computed only from counters.
        set_platform_cost(&world, json!({"model": "flat", "cost": 1})).await;
        set_group_cost(
            &world,
            world.group_a,
            json!({"model": "base_plus", "base": 4, "rate": 0.25}),
        )
        .await;
        let a = stats(&world.member_a).await;
        assert_eq!(
            of(&a, "tiktok"),
            averages(&[(66.5, 250_000.0), (4.00075, 3.0), (6.0, 8000.0)])
        );
        assert_eq!(
            of(&stats(&world.member_b).await, "instagram"),
            averages(&[(1.0, 2000.0), (1.0, 900_000.0), (1.0, 500.0)])
        );
        assert_eq!(world.count("SELECT count(*) FROM capped_costs").await, 0);
    });
}

#[test]
fn totals_count_items_with_known_views() {
    run(async {
        let world = with_three_models().await;
        // One item for each kind of unknown numbers: the tables show both as 0.
        let numbers = [None, Some(3), Some(2), Some(1)];
        for (platform, name) in [("instagram", "shared"), ("tiktok", "khaby.lame")] {
            world.add_item(platform, name, "photo", None, numbers).await;
        }
        for (token, group) in [(&world.member_a, world.group_a), (&world.member_b, world.group_b)] {
            let stats = world.get(token, "/api/dashboard/stats").await.ok();
            for (platform, table) in [
                ("instagram", "all-instagram-posts"),
                ("tiktok", "all-tiktok-videos"),
            ] {
                let path = format!("/api/dashboard/{table}?group_id={group}");
                let table = world.get(token, &path).await.ok();
                let items = table
                    .as_object()
                    .unwrap()
                    .values()
                    .find_map(Value::as_array)
                    .unwrap();
                let viewed = items.iter().filter(|item| item["metrics_status"] != "no_views");
                assert_eq!(stats[platform]["viewed"], viewed.count(), "{group} {platform}");
                let accounts = world.get(token, &format!("/api/{platform}/accounts")).await.ok();
                for account in accounts["accounts"].as_array().unwrap() {
                    let is_own = |item: &&Value| item["account"] == account["username"];
                    let viewed = items
                        .iter()
                        .filter(is_own)
                        .filter(|item| item["metrics_status"] != "no_views");
                    assert_eq!(account["viewed"], viewed.count(), "{account}");
                }
            }
        }
    });
}
