//! Tests of gains and baselines.

use std::time::Duration;

use chrono::NaiveDate;
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{START, World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, Platform};
use sqlx::Row as _;

use super::{Sums, account_days, assert_recount, video_days};

const DAY: i64 = 86_400;

fn day(n: u32) -> NaiveDate {
    // The day of START and those after it.
    NaiveDate::from_ymd_opt(2023, 11, 14 + n).unwrap()
}

fn posted(day: i64, observation: Observation) -> Observation {
    Observation {
        posted_at: Some(START + day * DAY),
        ..observation
    }
}

/// Returns the sums of a day from those that are not zero.
fn sums(columns: impl IntoIterator<Item = (&'static str, i64)>) -> Sums {
    let columns = columns.into_iter();
    columns.map(|(column, sum)| (column.to_owned(), sum)).collect()
}

async fn tracked(world: &World) -> i64 {
    let group = world.group("a").await;
    world.track(group, Platform::Tiktok, "nasa").await
}

#[tokio::test]
async fn gains_of_first_measurement_count_for_new_items_only() {
    let world = World::new().await;
    let account = tracked(&world).await;
    let scrape = async |items| {
        world.scrape(Platform::Tiktok, account, items).await;
    };
    scrape(vec![posted(-9, seen("old", 100, 10))]).await;
    world.clock.advance(Duration::from_hours(36));
    scrape(vec![
        posted(-9, seen("old", 150, 12)),
        posted(1, seen("new", 40, 4)),
        posted(-30, seen("found-late", 1000, 7)),
    ])
    .await;
    let days = account_days(&world).await;
    // Every item has a comment.
    let first = sums([("items", 1), ("views", 100), ("likes", 10), ("comments", 1)]);
    assert_eq!(days[&(account, day(0))], first);
    let raised = [("items", 2), ("views", 1090), ("likes", 13), ("comments", 2)];
    let gained = [("gained_views", 90), ("gained_likes", 6), ("gained_comments", 1)];
    assert_eq!(days[&(account, day(2))], sums(raised.into_iter().chain(gained)));
    assert_eq!(days.len(), 2);
}

#[tokio::test]
async fn gains_of_new_video_count_if_it_was_read_before_its_tracked_author() {
    let world = World::new().await;
    let (a, b) = (world.group("a").await, world.group("b").await);
    let author = world.track(a, Platform::Tiktok, "author").await;
    let read = async |id, items| {
        let mut worker = world.lease(Platform::Tiktok, id).await;
        worker.page_as(profile("55", "author"), items).await;
        worker.finish(worker.end_of(Outcome::Ok)).await;
    };
    let old = posted(-9, seen("old", 100, 10));
    read(Id::AccountId(author), vec![old.clone()]).await;
    world.clock.advance(Duration::from_hours(36));
    for (id, day) in [("7001", -1), ("7002", 1)] {
        let video = world.track_video(b, Some(id), None).await;
        read(Id::VideoId(video), vec![posted(day, seen(id, 40, 4))]).await;
    }
    world.clock.advance(Duration::from_hours(1));
    let new = [(-1, "7001"), (1, "7002")].map(|(day, id)| posted(day, seen(id, 50, 5)));
    read(Id::AccountId(author), [vec![old], new.to_vec()].concat()).await;
    // Of the first video, which was posted before, only the later views.
    let raised = [("items", 2), ("views", 100), ("likes", 10), ("comments", 2)];
    let gained = [("gained_views", 60), ("gained_likes", 6), ("gained_comments", 1)];
    let expected = sums(raised.into_iter().chain(gained));
    assert_eq!(account_days(&world).await[&(author, day(2))], expected);
    assert_recount(&world).await;
}

/// The sums of views, likes and saves at the end of a day, each with its gain on that day.
type Day = [(i64, i64); 3];

/// One item on consecutive days, and the days that follow from it.
type Case = (&'static str, Vec<Observation>, Vec<Day>);

#[tokio::test]
async fn gains_compare_only_counts_from_the_same_source() {
    let item = |views, likes| seen("1", views, likes);
    let saved = |saves| Observation {
        saves: Some(saves),
        ..item(100, 10)
    };
    let from = |key: &str, views| Observation {
        views_source: key.to_owned(),
        ..item(views, 1)
    };
    let hidden = Observation {
        likes: None,
        ..from("view_count", 100)
    };
    // A change that is stored without a change of counts.
    let pinned = |views| Observation {
        pinned: true,
        ..from("play_count", views)
    };
    let cases: [Case; 4] = [
        (
            "counts that decrease",
            vec![item(100, 1), item(130, 1), item(90, 1)],
            vec![
                [(100, 0), (1, 0), (0, 0)],
                [(30, 30), (0, 0), (0, 0)],
                [(-40, -40), (0, 0), (0, 0)],
            ],
        ),
        (
            "saves alone",
            vec![saved(4), saved(9)],
            vec![[(100, 0), (10, 0), (4, 0)], [(0, 0), (0, 0), (5, 5)]],
        ),
        (
            "a changed source of views, and likes that were hidden",
            vec![
                hidden,
                from("view_count", 110),
                from("play_count", 400),
                from("play_count", 405),
            ],
            vec![
                [(100, 0), (0, 0), (0, 0)],
                [(10, 10), (1, 0), (0, 0)],
                [(290, 0), (0, 0), (0, 0)],
                [(5, 5), (0, 0), (0, 0)],
            ],
        ),
        (
            "equal views from another source",
            vec![from("view_count", 100), pinned(100), pinned(130), pinned(135)],
            vec![
                [(100, 0), (1, 0), (0, 0)],
                [(30, 0), (0, 0), (0, 0)],
                [(5, 5), (0, 0), (0, 0)],
            ],
        ),
    ];
    for (name, observations, expected) in cases {
        let world = World::new().await;
        let account = tracked(&world).await;
        for observation in observations {
            world.scrape(Platform::Tiktok, account, vec![observation]).await;
            world.clock.advance(Duration::from_hours(24));
        }
        let days = account_days(&world).await;
        let days: Vec<Day> = days
            .values()
            .map(|sums| {
                let sum = |column: &str| sums.get(column).copied().unwrap_or_default();
                ["views", "likes", "saves"].map(|count| (sum(count), sum(&format!("gained_{count}"))))
            })
            .collect();
        assert_eq!(days, expected, "{name}");
        assert_recount(&world).await;
    }
}

#[tokio::test]
async fn gains_restart_at_baseline_when_author_is_tracked_again() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    world
        .scrape(
            Platform::Tiktok,
            account,
            vec![seen("kept", 100, 10), seen("gone", 5, 1)],
        )
        .await;
    track_remaining(&world, group).await;
    world.untrack(group, account).await;
    // The daily series exclude posts that no group tracks.
    let post: i64 = world.one("SELECT id FROM posts").await;
    let left = sums([("items", 1), ("views", 100), ("likes", 10), ("comments", 1)]);
    assert_eq!(account_days(&world).await[&(account, day(0))], left);
    assert_eq!(video_days(&world).await[&(post, day(0))], left);

    world.clock.advance(Duration::from_hours(48));
    assert_eq!(world.track(group, Platform::Tiktok, "nasa").await, account);
    world
        .scrape(Platform::Tiktok, account, vec![posted(1, seen("between", 70, 7))])
        .await;
    let again = sums([("items", 1), ("views", 70), ("likes", 7), ("comments", 1)]);
    assert_eq!(account_days(&world).await[&(account, day(2))], again);
    assert_recount(&world).await;
}

/// Tracks the video `kept` as a single video, so that its author stays when the account is untracked.
async fn track_remaining(world: &World, group: i64) {
    sqlx::query(
        "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
         SELECT $1, '', external_id, id, now() FROM posts WHERE external_id = 'kept'",
    )
    .bind(group)
    .execute(&world.owner)
    .await
    .unwrap();
}

#[tokio::test]
async fn gains_do_not_start_when_untracked_during_crawl() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("kept", 100, 10)])
        .await;
    track_remaining(&world, group).await;
    world.clock.advance(Duration::from_hours(1));
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    world.untrack(group, account).await;
    worker.page(vec![seen("new", 7, 1)]).await.unwrap();
    worker.end(Outcome::Ok).await.unwrap();
    worker.complete().await.unwrap();
    assert_eq!(world.one::<i64>("SELECT count(*) FROM posts").await, 1);
    let watched = "SELECT count(*) FROM platform_accounts WHERE first_success_at IS NOT NULL";
    assert_eq!(world.one::<i64>(watched).await, 0);
    assert_recount(&world).await;
}

#[tokio::test]
async fn days_are_deleted_with_their_account() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 100, 10)])
        .await;
    world.untrack(group, account).await;
    assert_eq!(world.one::<i64>("SELECT count(*) FROM account_days").await, 0);
    assert_eq!(world.one::<i64>("SELECT count(*) FROM video_days").await, 0);
}

#[tokio::test]
async fn days_are_visible_where_their_items_are() {
    let world = World::new().await;
    let groups = [world.group("a").await, world.group("b").await];
    for (group, name) in [(groups[0], "zero"), (groups[1], "one")] {
        let account = world.track(group, Platform::Tiktok, name).await;
        world
            .scrape(Platform::Tiktok, account, vec![seen(name, 5, 1)])
            .await;
        sqlx::query(
            "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
             SELECT $1, '', external_id, id, now() FROM posts WHERE external_id = $2",
        )
        .bind(group)
        .bind(name)
        .execute(&world.owner)
        .await
        .unwrap();
    }
    let counts = async |scope: Scope| {
        let mut transaction = world.begin(scope, Access::Read).await;
        let row =
            sqlx::query("SELECT (SELECT count(*) FROM account_days), (SELECT count(*) FROM video_days)")
                .fetch_one(&mut *transaction)
                .await
                .unwrap();
        [row.get::<i64, _>(0), row.get::<i64, _>(1)]
    };
    assert_eq!(counts(Scope::Empty).await, [0, 0]);
    assert_eq!(counts(Scope::Group(groups[0])).await, [2, 2]);
    sqlx::query("UPDATE settings SET content_visibility = 'group'")
        .execute(&world.owner)
        .await
        .unwrap();
    assert_eq!(counts(Scope::Group(groups[0])).await, [1, 1]);
    assert_eq!(counts(Scope::Group(groups[1] + 1_000)).await, [0, 0]);
    assert_eq!(counts(Scope::Admin).await, [2, 2]);
}
