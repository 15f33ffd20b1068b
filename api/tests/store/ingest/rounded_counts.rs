//! Tests of rounded and exact counts.

use clipmeter_fixtures::database::{World, profile, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, Platform, Precision, Profile};
use proptest::prelude::*;
use sqlx::Row as _;

/// Bits of `rounded`.
const VIEWS: u32 = 1;
const LIKES: u32 = 2;

/// Returns views and likes, the bits of the rounded counts, and the number of points in the history.
async fn item(world: &World) -> (i64, i64, i16, i64) {
    let row = sqlx::query(
        "SELECT views, likes, rounded, (SELECT count(*) FROM post_metrics m WHERE m.post_id = p.id) FROM posts p",
    )
    .fetch_one(&world.owner)
    .await
    .unwrap();
    (row.get(0), row.get(1), row.get(2), row.get(3))
}

#[tokio::test]
async fn rounded_flag_is_kept_for_each_count() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let show = async |views, likes, rounded| {
        let shown = Observation {
            rounded,
            ..seen("1", views, likes)
        };
        world.clock.advance(std::time::Duration::from_mins(1));
        world.scrape(Platform::Tiktok, account, vec![shown]).await;
        item(&world).await
    };
    assert_eq!(show(38_500, 1_234, VIEWS).await, (38_500, 1_234, 1, 1));
    assert_eq!(show(38_490, 1_230, LIKES).await, (38_490, 1_234, 0, 2));
    // Down by a step, which is ignored for a rounded count; up by one.
    assert_eq!(show(38_300, 1_240, VIEWS | LIKES).await, (38_490, 1_234, 0, 2));
    assert_eq!(show(38_600, 1_400, VIEWS | LIKES).await, (38_600, 1_400, 3, 3));
    assert_eq!(show(38_500, 1_290, VIEWS | LIKES).await, (38_500, 1_290, 3, 4));
    // An equal exact count adds no measurement, and the stored count is exact from then on.
    assert_eq!(show(38_500, 1_290, LIKES).await, (38_500, 1_290, 2, 4));
    assert_eq!(show(38_300, 1_290, VIEWS).await, (38_500, 1_290, 0, 4));
}

#[tokio::test]
async fn rounded_precision_of_older_scraper_applies_to_every_count() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    let old = Observation {
        precision: Precision::Rounded.into(),
        ..seen("1", 38_500, 120)
    };
    world.scrape(Platform::Tiktok, account, vec![old]).await;
    assert_eq!(item(&world).await.2, 0b1_1111);
}

#[tokio::test]
async fn rounded_follower_count_does_not_replace_exact_one() {
    let (world, account) = World::tracking(Platform::Tiktok, "nasa").await;
    for (shown, stored) in [
        (38_490, 38_490),
        // As its embed shows it.
        (38_500, 38_490),
        (38_600, 38_600),
        (38_595, 38_595),
        (152_000, 152_000),
        (151_998, 151_998),
        (152_000, 151_998),
        (9_900, 9_900),
    ] {
        let profile = Profile {
            follower_count: Some(shown),
            ..profile("1", "nasa")
        };
        let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
        worker.page_as(profile, vec![seen("1", 1, 1)]).await;
        worker.finish(worker.end_of(Outcome::Ok)).await;
        let followers = "SELECT follower_count FROM platform_accounts";
        assert_eq!(world.one::<i64>(followers).await, stored, "{shown}");
    }
}

/// Returns the stored count after a rounded one was observed.
async fn merged(world: &World, known: i64, known_is_rounded: bool, observed: i64) -> i64 {
    sqlx::query_scalar("SELECT merged_count($1, $2, $3, true)")
        .bind(known)
        .bind(known_is_rounded)
        .bind(observed)
        .fetch_one(&world.owner)
        .await
        .unwrap()
}

#[tokio::test]
async fn rounded_count_is_merged_by_its_number_of_digits() {
    let world = World::new().await;
    for (known, observed, of_exact, of_rounded) in [
        (1_585_253, 1_600_000, 1_585_253, 1_585_253),
        (1_585_253, 1_500_000, 1_585_253, 1_585_253),
        (1_585_253, 1_700_000, 1_700_000, 1_700_000),
        (1_700_000, 1_500_000, 1_700_000, 1_500_000),
        (38_490, 38_500, 38_490, 38_490),
        (38_490, 38_400, 38_490, 38_490),
        (38_500, 38_600, 38_600, 38_600),
        (38_500, 38_400, 38_500, 38_400),
        (99_960, 100_000, 99_960, 99_960),
        (12_345_678, 12_300_000, 12_345_678, 12_345_678),
        (12_345_678, 12_400_000, 12_345_678, 12_345_678),
        (12_345_678, 12_500_000, 12_500_000, 12_500_000),
        // Although round, it is not a rounding of these.
        (7, 100, 100, 100),
        (38_490, 100_000, 100_000, 100_000),
        (7, 8, 8, 8),
        (7, 0, 7, 0),
    ] {
        let found = (
            merged(&world, known, false, observed).await,
            merged(&world, known, true, observed).await,
        );
        assert_eq!(found, (of_exact, of_rounded), "{known} seen as {observed}");
    }
}

/// A count as platforms show it: so many digits, the others cut off or rounded.
fn shown(count: i64, digits: u32, cut: bool) -> i64 {
    let step = 10_i64.pow(count.max(1).ilog10().saturating_sub(digits - 1));
    let rest = if cut { 0 } else { step / 2 };
    (count + rest) / step * step
}

#[test]
fn rounded_count_never_lowers_an_exact_one() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::new());
    let count =
        || (0_u32..40, any::<u32>()).prop_map(|(bits, drawn)| i64::from(drawn) % (1_i64 << bits).max(1));
    proptest!(|(exact in count(), other in count(), digits in 2_u32..=3, cut in any::<bool>())| {
        runtime.block_on(async {
            prop_assert_eq!(merged(&world, exact, false, shown(exact, digits, cut)).await, exact);
            let after = merged(&world, exact, false, shown(other, digits, cut)).await;
            prop_assert!(after >= exact, "{exact} became {after}");
            Ok(())
        })?;
    });
}
