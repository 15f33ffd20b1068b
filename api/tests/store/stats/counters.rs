//! Tests that counters and the day histogram equal a recount after any sequence of changes.

use std::time::Duration;

use clipmeter_db::{Access, Scope, stats};
use clipmeter_fixtures::database::{START, World, profile, seen};
use clipmeter_fixtures::recount;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, Platform, Precision, UnitReport};
use clipmeter_runtime::Clock as _;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use sqlx::{AssertSqlSafe, Row as _};

use super::{counted, delete_post, move_post, with_videos};

const ACCOUNTS: usize = 3;
const ITEMS: u8 = 6;

#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "a few dozen per test")]
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
        account: usize,
    },
    /// Reads a single video of a group, whose page names one of the accounts as the author.
    Video {
        item: Observation,
        author: usize,
    },
    UntrackVideo {
        item: u8,
    },
    /// A name that was added turns out to be one of the accounts.
    Merge {
        account: usize,
        items: Vec<Observation>,
    },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..ACCOUNTS, vec(item(), 1..8)).prop_map(|(account, items)| Step::Scrape { account, items }),
        1 => (0..ITEMS).prop_map(|item| Step::DeletePost { item }),
        1 => (0..ITEMS, 0..ACCOUNTS).prop_map(|(item, account)| Step::MovePost { item, account }),
        2 => (0..ACCOUNTS).prop_map(|account| Step::Retrack { account }),
        2 => (item(), 0..ACCOUNTS).prop_map(|(item, author)| Step::Video { item, author }),
        1 => (0..ITEMS).prop_map(|item| Step::UntrackVideo { item }),
        1 => (0..ACCOUNTS, vec(item(), 1..4)).prop_map(|(account, items)| Step::Merge { account, items }),
    ]
}

fn item() -> impl Strategy<Value = Observation> {
    let counts = counted(of(0_i64..200_000), 9_000);
    (0..ITEMS, counts, of(0_i64..4), any::<bool>()).prop_map(|(id, counts, day, rounded)| Observation {
        external_id: id.to_string(),
        posted_at: day.map(|day| START - day * 86_400),
        precision: if rounded {
            Precision::Rounded
        } else {
            Precision::Exact
        }
        .into(),
        ..counts
    })
}

#[test]
fn counters_equal_recount_after_any_sequence() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        cases: 12,
        max_shrink_iters: 30,
        ..ProptestConfig::default()
    };
    proptest!(config, |(steps in vec(step(), 1..12))| {
        runtime.block_on(async {
            let world = World::new().await;
            let group = world.group("a").await;
            let mut accounts = Vec::new();
            for name in ["zero", "one", "two"] {
                accounts.push(world.track(group, Platform::Tiktok, name).await);
            }
            for step in &steps {
                apply(&world, group, &mut accounts, step).await;
                assert_recount(&world).await;
            }
        });
    });
}

async fn apply(world: &World, group: i64, accounts: &mut [i64], step: &Step) {
    match step {
        Step::Scrape { account, items } => {
            world
                .scrape(Platform::Tiktok, accounts[*account], items.clone())
                .await;
        }
        Step::DeletePost { item } => delete_post(world, *item).await,
        Step::MovePost { item, account } => move_post(world, *item, accounts[*account]).await,
        Step::Retrack { account } => {
            world.untrack(group, accounts[*account]).await;
            accounts[*account] = world
                .track(group, Platform::Tiktok, &format!("again{account}"))
                .await;
        }
        Step::Video { item, author } => read_video(world, group, item, accounts[*author]).await,
        Step::UntrackVideo { item } => {
            let statement = format!(
                "SELECT lock_open_units('{{}}', ARRAY(SELECT id FROM tracked_videos WHERE video_id = '{item}'));
                 DELETE FROM tracked_videos WHERE video_id = '{item}'"
            );
            world.execute(&statement).await;
        }
        Step::Merge { account, items } => {
            accounts[*account] = merge(world, group, accounts[*account], items).await;
        }
    }
}

/// Adds a second name for the account, and returns the resulting common ID. The new name is read twice, ten minutes apart,
/// because an ID under another name must be confirmed before the two rows are merged.
async fn merge(world: &World, group: i64, account: i64, items: &[Observation]) -> i64 {
    let id = account.to_string();
    let username: String = sqlx::query_scalar("SELECT username FROM platform_accounts WHERE id = $1")
        .bind(account)
        .fetch_one(&world.owner)
        .await
        .unwrap();
    let added = format!("other{}", world.clock.now().timestamp());
    let other = world.track(group, Platform::Tiktok, &added).await;
    for page_of in [account, other, other] {
        let mut worker = world.lease(Platform::Tiktok, Id::AccountId(page_of)).await;
        let whole = profile(&id, &username);
        let page = worker.page_of(Some(whole.clone()), items.to_vec());
        worker.send(page).await.unwrap();
        let end = UnitReport {
            profile: Some(whole),
            ..worker.end_of(Outcome::Ok)
        };
        worker.send(Body::Unit(end)).await.unwrap();
        worker.complete().await.unwrap();
        world.clock.advance(Duration::from_mins(10));
    }
    let merged: Vec<i64> = sqlx::query_scalar("SELECT id FROM platform_accounts WHERE id = ANY ($1)")
        .bind([account, other])
        .fetch_all(&world.owner)
        .await
        .unwrap();
    assert_eq!(merged.len(), 1, "{added} is {username}");
    merged[0]
}

async fn read_video(world: &World, group: i64, item: &Observation, author: i64) {
    let known: Option<i64> = sqlx::query_scalar("SELECT id FROM tracked_videos WHERE video_id = $1")
        .bind(&item.external_id)
        .fetch_optional(&world.owner)
        .await
        .unwrap();
    let video = match known {
        Some(video) => video,
        None => world.track_video(group, Some(&item.external_id), None).await,
    };
    let author_username: String = sqlx::query_scalar("SELECT username FROM platform_accounts WHERE id = $1")
        .bind(author)
        .fetch_one(&world.owner)
        .await
        .unwrap();
    let mut worker = world.lease(Platform::Tiktok, Id::VideoId(video)).await;
    let seen = Observation {
        author_username,
        ..item.clone()
    };
    worker.page(vec![seen]).await.unwrap();
    worker.end(Outcome::Ok).await.unwrap();
    worker.complete().await.unwrap();
}

pub(crate) async fn assert_recount(world: &World) {
    assert_eq!(world.one::<i64>(&recount::counters()).await, 0);
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let differing: i64 = sqlx::query_scalar(AssertSqlSafe(recount::totals()))
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
    assert_eq!(differing, 0);
}

/// Returns the accounts and views of everything on TikTok.
async fn totals(world: &World) -> (i64, i64) {
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let totals = stats::totals(&mut transaction).await.unwrap();
    let tiktok = totals.of(Platform::Tiktok);
    (tiktok.accounts, tiktok.counts.views)
}

#[tokio::test]
async fn totals_of_everything_accept_concurrent_reports_without_blocking() {
    let world = World::new().await;
    let group = world.group("a").await;
    let accounts = with_videos(&world, group, ["slow", "fast"]).await;
    let mut slow = world.owner.begin().await.unwrap();
    sqlx::query("UPDATE posts SET views = views + 1 WHERE account_id = $1")
        .bind(accounts[0])
        .execute(&mut *slow)
        .await
        .unwrap();
    let again = async |views| {
        world
            .scrape(Platform::Tiktok, accounts[1], vec![seen("fast", views, 1)])
            .await;
    };
    again(25).await;
    let third = world.track(group, Platform::Tiktok, "third").await;
    let aside = "SELECT count(*) FROM platform_total_changes";
    assert!(world.one::<i64>(aside).await > 1);
    assert_eq!(totals(&world).await, (3, 35));
    slow.commit().await.unwrap();
    assert_eq!(totals(&world).await, (3, 36));
    world.untrack(group, third).await;
    again(26).await;
    assert_eq!(world.one::<i64>(aside).await, 0);
    assert_eq!(totals(&world).await, (2, 37));
    assert_recount(&world).await;
}

#[tokio::test]
async fn engagement_rate_and_cpm_follow_their_formulas() {
    let world = World::new().await;
    for (expression, expected) in [
        ("engagement_rate('instagram', 1000, 30, 5, 900)", Some("3.50")),
        ("engagement_rate('tiktok', 1000, 30, 5, 900)", Some("93.50")),
        ("engagement_rate('instagram', 3, 1, 0, NULL)", Some("33.33")),
        // Half rounds away from zero: 100 * 1 / 800 = 0.125.
        ("engagement_rate('instagram', 800, 1, 0, NULL)", Some("0.13")),
        ("engagement_rate('instagram', 10, 30, 0, NULL)", Some("300.00")),
        ("engagement_rate('instagram', 0, 30, 5, NULL)", None),
        ("engagement_rate('instagram', NULL, 30, 5, NULL)", None),
        ("engagement_rate('instagram', 10, NULL, 5, NULL)", None),
        ("cpm(1.0, 1000000)", Some("0.0010")),
        ("cpm(2.5, 3)", Some("833.3333")),
        ("cpm(1.0, 0)", None),
        ("cpm(1.0, NULL)", None),
    ] {
        let query = AssertSqlSafe(format!("SELECT ({expression})::text"));
        let found: Option<String> = sqlx::query(query).fetch_one(&world.owner).await.unwrap().get(0);
        assert_eq!(found.as_deref(), expected, "{expression}");
    }
}

#[tokio::test]
async fn group_deletion_purges_only_untracked_accounts() {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let mine = world.track(a, Platform::Instagram, "mine").await;
    let shared = world.track(a, Platform::Instagram, "shared").await;
    world.track(b, Platform::Instagram, "shared").await;
    world
        .scrape(Platform::Instagram, mine, vec![seen("1", 1, 1)])
        .await;
    world
        .scrape(Platform::Instagram, shared, vec![seen("2", 1, 1)])
        .await;
    sqlx::query("DELETE FROM groups WHERE id = $1")
        .bind(a)
        .execute(&world.owner)
        .await
        .unwrap();
    assert_eq!(
        world
            .one::<String>("SELECT string_agg(external_id, ',') FROM posts")
            .await,
        "2"
    );
    assert_eq!(world.one::<i64>("SELECT count(*) FROM post_metrics").await, 1);
    assert_recount(&world).await;
}

#[tokio::test]
async fn group_account_limit_holds_under_concurrent_inserts() {
    let world = World::new().await;
    let group = world.group("a").await;
    sqlx::query("UPDATE groups SET max_instagram_accounts = 3")
        .execute(&world.owner)
        .await
        .unwrap();
    world.track(group, Platform::Tiktok, "elsewhere").await;
    let attempts = (0..8).map(|n| {
        let query = sqlx::query(
            "INSERT INTO tracked_accounts (group_id, account_id, created_at)
             VALUES ($1, register_account('instagram', $2, now()), now())",
        );
        query.bind(group).bind(format!("user{n}")).execute(&world.owner)
    });
    let results = futures::future::join_all(attempts).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 3);
    for error in results.into_iter().filter_map(Result::err) {
        let error = error.into_database_error().unwrap();
        assert_eq!(error.constraint(), Some("tracked_accounts_limit"));
    }
}
