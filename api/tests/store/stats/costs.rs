//! Tests that cost sums equal a recount after any sequence of changes.

use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::{Observation, Platform};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use sqlx::Row as _;

use super::{delete_post, move_post};

const ACCOUNTS: usize = 3;
const ITEMS: u8 = 6;

/// The models in SQL notation.
const MODELS: [&str; 6] = [
    "ROW('flat', 2.5, 0, NULL)::cost",
    "ROW('per_mille', 0, 3.25, NULL)::cost",
    "ROW('per_mille', 0, 3.25, 7)::cost",
    "ROW('base_plus', 1, 0.5, 4)::cost",
    "ROW('base_plus', 20, 1.5, NULL)::cost",
    "ROW('none', NULL, NULL, NULL)::cost",
];

#[derive(Debug, Clone)]
enum Step {
    Scrape {
        account: usize,
        items: Vec<Observation>,
    },
    DeletePost {
        item: u8,
    },
    MovePost {
        item: u8,
        account: usize,
    },
    Retrack {
        group: usize,
        account: usize,
    },
    Platform {
        model: usize,
    },
    Group {
        group: usize,
        model: Option<usize>,
    },
    Account {
        group: usize,
        account: usize,
        model: Option<usize>,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let model = || 0..MODELS.len();
    prop_oneof![
        4 => (0..ACCOUNTS, vec(item(), 1..8)).prop_map(|(account, items)| Step::Scrape { account, items }),
        1 => (0..ITEMS).prop_map(|item| Step::DeletePost { item }),
        1 => (0..ITEMS, 0..ACCOUNTS).prop_map(|(item, account)| Step::MovePost { item, account }),
        1 => (0..2_usize, 0..ACCOUNTS).prop_map(|(group, account)| Step::Retrack { group, account }),
        2 => model().prop_map(|model| Step::Platform { model }),
        2 => (0..2_usize, of(model())).prop_map(|(group, model)| Step::Group { group, model }),
        2 => (0..2_usize, 0..ACCOUNTS, of(model()))
            .prop_map(|(group, account, model)| Step::Account { group, account, model }),
    ]
}

fn item() -> impl Strategy<Value = Observation> {
    (0..ITEMS, of(0_i64..9_000), 0_i64..90).prop_map(|(id, views, likes)| Observation {
        views,
        ..seen(&id.to_string(), 0, likes)
    })
}

#[test]
fn cost_totals_equal_recount_after_any_sequence() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        cases: 12,
        max_shrink_iters: 30,
        ..ProptestConfig::default()
    };
    proptest!(config, |(steps in vec(step(), 1..16))| {
        runtime.block_on(async {
            let world = World::new().await;
            let groups = [world.group("a").await, world.group("b").await];
            let mut accounts = Vec::new();
            for name in ["zero", "one", "two"] {
                accounts.push(world.track(groups[0], Platform::Tiktok, name).await);
            }
            world.track(groups[1], Platform::Tiktok, "zero").await;
            for step in &steps {
                apply(&world, groups, &accounts, step).await;
                for scope in [Scope::Admin, Scope::Group(groups[0]), Scope::Group(groups[1])] {
                    assert_recount(&world, scope).await;
                }
            }
        });
    });
}

fn sql(model: Option<usize>) -> &'static str {
    model.map_or("NULL", |model| MODELS[model])
}

async fn apply(world: &World, groups: [i64; 2], accounts: &[i64], step: &Step) {
    match step {
        Step::Scrape { account, items } => {
            let tracked = format!(
                "SELECT FROM tracked_accounts WHERE account_id = {}",
                accounts[*account]
            );
            if world.execute(&tracked).await > 0 {
                world
                    .scrape(Platform::Tiktok, accounts[*account], items.clone())
                    .await;
            }
        }
        Step::DeletePost { item } => delete_post(world, *item).await,
        Step::MovePost { item, account } => move_post(world, *item, accounts[*account]).await,
        Step::Retrack { group, account } => {
            let (group, account) = (groups[*group], accounts[*account]);
            let untrack =
                format!("DELETE FROM tracked_accounts WHERE group_id = {group} AND account_id = {account}");
            if world.execute(&untrack).await == 0 {
                let track = format!(
                    "INSERT INTO tracked_accounts (group_id, account_id, created_at)
                     SELECT {group}, id, now() FROM platform_accounts WHERE id = {account}"
                );
                world.execute(&track).await;
            }
        }
        Step::Platform { model } => {
            world
                .execute(&format!("UPDATE settings SET cost = {}", MODELS[*model]))
                .await;
        }
        Step::Group { group, model } => {
            let (group, cost) = (groups[*group], sql(*model));
            world
                .execute(&format!("UPDATE groups SET cost = {cost} WHERE id = {group}"))
                .await;
        }
        Step::Account {
            group,
            account,
            model,
        } => {
            let (group, account, cost) = (groups[*group], accounts[*account], sql(*model));
            let statement = format!(
                "UPDATE tracked_accounts SET cost = {cost} WHERE group_id = {group} AND account_id = {account}"
            );
            world.execute(&statement).await;
        }
    }
}

/// Asserts that the totals of accounts equal those of their items in lists, and that there are no unused sums.
async fn assert_recount(world: &World, scope: Scope) {
    let mut transaction = world.begin(scope, Access::Read).await;
    let drift = sqlx::query(
        "WITH recount AS (
             SELECT a.platform, count(c.cost) AS posts, coalesce(sum(c.views) FILTER (WHERE c.cost IS NOT NULL), 0) AS views,
                    coalesce(sum(c.cost), 0) AS costs, coalesce(sum(1000 * c.cost / nullif(c.views, 0)), 0) AS cpms,
                    coalesce(sum(100.0 * (c.likes + c.comments + c.shares) / nullif(c.views, 0)), 0) AS rates
             FROM (SELECT DISTINCT account_id FROM tracked_accounts) t
             JOIN platform_accounts a ON a.id = t.account_id
             LEFT JOIN content c ON c.account_id = t.account_id
             GROUP BY a.platform
         ), totals AS (
             SELECT platform, coalesce(sum(costed_posts), 0) AS posts, coalesce(sum(costed_views), 0) AS views,
                    coalesce(sum(costs), 0) AS costs, coalesce(sum(cpms), 0) AS cpms, sum(rates) AS rates
             FROM tracked_totals GROUP BY platform
         )
         SELECT coalesce(t.platform, r.platform), t::text, r::text FROM totals t FULL JOIN recount r ON r.platform = t.platform
         WHERE (t.posts = r.posts AND t.views = r.views AND t.costs = r.costs AND abs(t.cpms - r.cpms) < 1e-9
                AND abs(t.rates - r.rates) < 1e-9) IS NOT TRUE",
    )
    .fetch_all(&mut *transaction)
    .await
    .unwrap();
    assert!(
        drift.is_empty(),
        "{scope:?}: {:?}",
        drift
            .iter()
            .map(|row| (0..3).map(|column| row.get(column)).collect())
            .collect::<Vec<Vec<Option<String>>>>()
    );
    let kept = "SELECT count(*) FROM (SELECT account_id, cost FROM capped_costs
                EXCEPT SELECT account_id, cost FROM desired_capped_costs) x";
    assert_eq!(world.one::<i64>(kept).await, 0);
}

#[tokio::test]
async fn cost_totals_equal_recount_after_concurrent_model_changes() {
    let world = World::new().await;
    let groups = [world.group("a").await, world.group("b").await];
    let mut accounts = Vec::new();
    for name in ["zero", "one", "two"] {
        accounts.push(world.track(groups[0], Platform::Tiktok, name).await);
    }
    world.track(groups[1], Platform::Tiktok, "zero").await;
    let scrapes = async |account: usize| {
        for round in 0..12 {
            let items = (0..4)
                .map(|n| seen(&format!("{account}-{n}"), 1 + 997 * round + n, 1))
                .collect();
            world.scrape(Platform::Tiktok, accounts[account], items).await;
        }
    };
    let models = async {
        for round in 0..12 {
            let model = 2 + round % 2;
            let steps = [
                Step::Platform { model: 5 - model },
                Step::Group {
                    group: round % 2,
                    model: Some(model),
                },
                Step::Account {
                    group: 0,
                    account: round % 3,
                    model: Some(round % MODELS.len()),
                },
                Step::Retrack { group: 1, account: 1 },
            ];
            for step in &steps {
                apply(&world, groups, &accounts, step).await;
            }
        }
    };
    futures::join!(scrapes(0), scrapes(1), scrapes(2), models);
    for scope in [Scope::Admin, Scope::Group(groups[0]), Scope::Group(groups[1])] {
        assert_recount(&world, scope).await;
    }
}

#[tokio::test]
async fn cost_totals_are_visible_where_their_items_are() {
    let world = World::new().await;
    let groups = [world.group("a").await, world.group("b").await];
    for (group, name) in [(groups[0], "zero"), (groups[1], "one")] {
        let account = world.track(group, Platform::Tiktok, name).await;
        world
            .scrape(Platform::Tiktok, account, vec![seen(name, 5, 1)])
            .await;
    }
    for statement in [
        format!(
            "UPDATE settings SET cost = {}, content_visibility = 'group'",
            MODELS[2]
        ),
        format!("UPDATE groups SET cost = {}", MODELS[3]),
    ] {
        world.execute(&statement).await;
    }
    for (scope, expected) in [
        (Scope::Empty, [0, 0, 0]),
        (Scope::Group(groups[0]), [1, 2, 1]),
        (Scope::Admin, [2, 4, 2]),
    ] {
        let mut transaction = world.begin(scope, Access::Read).await;
        let row = sqlx::query(
            "SELECT (SELECT count(*) FROM content), (SELECT count(*) FROM capped_costs),
                    (SELECT coalesce(sum(accounts), 0)::bigint FROM tracked_totals)",
        )
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
        let found: [i64; 3] = [row.get(0), row.get(1), row.get(2)];
        assert_eq!(found, expected, "{scope:?}");
    }
}
