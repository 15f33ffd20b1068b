//! Tests that failures do not change numbers.

use std::collections::BTreeSet;

use clipmeter_db::DbError;
use clipmeter_fixtures::database::{START, World, profile, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    CrawlSummary, MissingItem, MissingSource, Observation, Outcome, PageReport, Platform, Profile, UnitReport,
};
use proptest::option::of;
use proptest::prelude::*;
use sqlx::Row as _;

/// The parts of a report besides its outcome.
#[derive(Debug, Clone)]
struct Said {
    of_a_video: bool,
    /// The profile in the report: the account's own or that of another account.
    profile: Option<bool>,
    item_count: Option<i64>,
    crawl: Option<CrawlSummary>,
    missing_source: Option<MissingSource>,
    requests: u32,
}

fn said() -> impl Strategy<Value = Said> {
    let crawl = (any::<u64>(), any::<bool>(), of(0_u32..9), any::<bool>()).prop_map(
        |(covered_to_id, reached_end, gap, capped)| CrawlSummary {
            endpoint: "item_list".to_owned(),
            covered_to_id,
            reached_end,
            listed: 2,
            gap,
            capped,
        },
    );
    let missing_source = prop::sample::select(vec![MissingSource::List, MissingSource::Item]);
    (
        any::<bool>(),
        of(any::<bool>()),
        of(0_i64..9),
        of(crawl),
        of(missing_source),
        0_u32..9,
    )
        .prop_map(
            |(of_a_video, profile, item_count, crawl, missing_source, requests)| Said {
                of_a_video,
                profile,
                item_count,
                crawl,
                missing_source,
                requests,
            },
        )
}

#[test]
fn failure_outcomes_never_change_counts() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        cases: 3,
        max_shrink_iters: 30,
        ..ProptestConfig::default()
    };
    let outcomes: Vec<Outcome> = Outcome::all().filter(|outcome| !outcome.is_success()).collect();
    let all = outcomes.len();
    proptest!(config, |(order in Just(outcomes).prop_shuffle(), said in prop::collection::vec(said(), all))| {
        runtime.block_on(async {
            let world = World::new().await;
            for (number, (outcome, said)) in order.iter().zip(&said).enumerate() {
                let number = u64::try_from(number).unwrap();
                let target = target(&world, number, said.of_a_video).await;
                let before = numbers(&world).await;
                world.clock.advance(std::time::Duration::from_hours(30));
                report(&world, target, number, *outcome, said).await;
                let after = numbers(&world).await;
                let other: Vec<_> = after.symmetric_difference(&before).collect();
                assert!(other.is_empty(), "{outcome:?} {said:?}: {other:#?}");
            }
        });
    });
}

/// Creates an account with items that were read, or a single one of its videos.
async fn target(world: &World, number: u64, is_video: bool) -> Id {
    let group = world.group(&format!("group{number}")).await;
    let account = world
        .track(group, Platform::Tiktok, &format!("account{number}"))
        .await;
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    let items = vec![
        seen(&id(number, 2), 38_490, 1_234),
        Observation {
            posted_at: None,
            rounded: 1,
            ..seen(&id(number, 1), 1_600_000, 10)
        },
    ];
    worker.page_as(own(number), items).await;
    worker.finish(worker.end_of(Outcome::Ok)).await;
    if is_video {
        let video = Id::VideoId(world.track_video(group, Some(&id(number, 2)), None).await);
        // Its first reading begins a separate series.
        let mut worker = world.lease(Platform::Tiktok, video).await;
        worker.finish(worker.end_of(Outcome::Ok)).await;
        video
    } else {
        Id::AccountId(account)
    }
}

async fn report(world: &World, target: Id, number: u64, outcome: Outcome, said: &Said) {
    let mut worker = world.lease(Platform::Tiktok, target).await;
    let other_profile = profile(&format!("9{number}"), &format!("account{number}"));
    if said.profile == Some(false) && matches!(target, Id::AccountId(_)) {
        let theirs = seen(&id(number, 2), 1, 1);
        let page = worker.page_of(
            Some(other_profile.clone()),
            vec![theirs, seen(&id(number, 3), 1, 1)],
        );
        worker.send(page).await.unwrap();
    }
    let shown = said.profile.map(|is_own| Profile {
        item_count: said.item_count,
        ..if is_own { own(number) } else { other_profile }
    });
    let missing = said.missing_source.map(|source| MissingItem {
        id: id(number, 2).parse().unwrap(),
        source: source.into(),
    });
    let end = UnitReport {
        profile: shown,
        crawl: said.crawl.clone(),
        missing: missing.into_iter().collect(),
        requests: said.requests,
        ..worker.end_of(outcome)
    };
    worker.finish(end).await;
}

fn own(number: u64) -> Profile {
    profile(&format!("1{number}"), &format!("account{number}"))
}

/// The id of an account's item.
fn id(number: u64, item: u64) -> String {
    (START.unsigned_abs() + 10 * number + item).to_string()
}

/// Returns all rows of items, history, counters and days, without the availability of items.
async fn numbers(world: &World) -> BTreeSet<String> {
    let rows = sqlx::query(
        "SELECT 'post ' || (to_jsonb(r) - 'availability' - 'unavailable_since')::text FROM posts r
         UNION ALL SELECT 'measured ' || to_jsonb(r)::text FROM post_metrics r
         UNION ALL SELECT 'counters ' || to_jsonb(r)::text FROM account_counters r
         UNION ALL SELECT 'posted ' || to_jsonb(r)::text FROM post_days r
         UNION ALL SELECT 'account ' || to_jsonb(r)::text FROM account_days r
         UNION ALL SELECT 'video ' || to_jsonb(r)::text FROM video_days r
         UNION ALL SELECT 'platform ' || to_jsonb(r)::text FROM platform_days r
         UNION ALL SELECT 'change ' || to_jsonb(r)::text FROM platform_day_changes r
         UNION ALL SELECT 'total ' || to_jsonb(r)::text FROM platform_totals r
         UNION ALL SELECT 'total change ' || to_jsonb(r)::text FROM platform_total_changes r",
    )
    .fetch_all(&world.owner)
    .await
    .unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn refused_report_ends_its_unit_with_reason() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let failure = "SELECT last_outcome || ', ' || consecutive_failures || ': ' || last_detail
                   FROM platform_accounts";
    let refused_by_database = "unknown_error, 1: the database refused the data; see the API's log";
    let refused_by_api = "unknown_error, 2: the API refused the data: page.observed_at: the time is too long ago; \
                          correct the clock of the scraper's machine";
    world.execute("ALTER TABLE posts ADD CHECK (likes < 10)").await;
    for (age, expected) in [(0, refused_by_database), (32 * 86_400, refused_by_api)] {
        let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
        let page = Body::Page(PageReport {
            unit_id: worker.unit(),
            observed_at: START - age,
            observations: vec![seen("1", 10, 10)],
            ..PageReport::default()
        });
        for _ in 0..2 {
            let refused = worker.send(page.clone()).await;
            assert!(
                refused.as_ref().is_err_and(DbError::is_refusal_of_data),
                "{refused:?}"
            );
        }
        assert_eq!(world.one::<String>(failure).await, expected);
        let left = world
            .count("SELECT count(*) FROM run_units WHERE outcome IS NULL")
            .await;
        assert_eq!(left, 0);
        worker.complete().await.unwrap();
    }
}
