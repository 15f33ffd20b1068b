//! The series by day.

mod costs;
mod everything;
mod gains;
mod recount;
mod zone;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use clipmeter_db::stats::days::DayChange;
use clipmeter_db::stats::{self, days};
use clipmeter_db::{Access, Scope};
use clipmeter_domain::metric::Metric;
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, Row as _};

/// What a day added, by column: `items`, each count, and what is gained of it. Zeros are left out.
pub(crate) type Sums = BTreeMap<String, i64>;

/// Sums by account or item, and day.
pub(crate) type Days = BTreeMap<(i64, NaiveDate), Sums>;

/// Returns the rows of a table of days in a time zone.
async fn series(world: &World, table: &str, id: &str, zone: &str) -> Days {
    let query = format!(
        "SELECT {id}, day, to_jsonb(d) - '{{{id},zone,day}}'::text[] FROM {table} d JOIN zones z ON z.id = d.zone WHERE z.name = $1"
    );
    let rows = sqlx::query(AssertSqlSafe(query))
        .bind(zone)
        .fetch_all(&world.owner)
        .await;
    let rows = rows.unwrap();
    let days = rows.iter().map(|row| {
        let Json(sums) = row.get(2);
        ((row.get(0), row.get(1)), sums)
    });
    without_nothing(days.collect())
}

/// A day whose changes cancel each other out may have a row or not.
fn without_nothing(mut days: Days) -> Days {
    for sums in days.values_mut() {
        sums.retain(|_, sum| *sum != 0);
    }
    days.retain(|_, sums| !sums.is_empty());
    days
}

/// Returns the stored days of accounts in the installation's zone.
pub(crate) async fn account_days(world: &World) -> Days {
    series(world, "account_days", "account_id", &platform_zone(world).await).await
}

/// Returns the stored days of single videos in the installation's zone.
pub(crate) async fn video_days(world: &World) -> Days {
    series(world, "video_days", "post_id", &platform_zone(world).await).await
}

async fn platform_zone(world: &World) -> String {
    world.one("SELECT platform_zone()").await
}

/// One measurement of an item.
struct Measurement {
    account: i64,
    post: i64,
    is_tracked: bool,
    from_zero: bool,
    day: NaiveDate,
    counts: Vec<(Metric, Option<i64>)>,
    source: Option<String>,
}

impl Measurement {
    fn of(row: &PgRow) -> Self {
        Self {
            account: row.get(0),
            post: row.get(1),
            is_tracked: row.get(2),
            from_zero: row.get(3),
            day: row.get(4),
            counts: Metric::counts()
                .map(|count| (count, row.get(count.field())))
                .collect(),
            source: row.get("views_source"),
        }
    }

    /// Returns its changes since the previous measurement.
    fn change(&self, before: Option<&Self>) -> Sums {
        let mut sums = Sums::from([("items".to_owned(), i64::from(before.is_none()))]);
        for (nth, (count, new)) in self.counts.iter().enumerate() {
            let old = before.and_then(|before| before.counts[nth].1);
            let growth = new.unwrap_or_default() - old.unwrap_or_default();
            let is_comparable = *count != Metric::Views
                || old.is_none()
                || before.is_some_and(|before| before.source == self.source);
            let is_gain = is_comparable && (self.from_zero || (old.is_some() && new.is_some()));
            sums.insert(count.field().to_owned(), growth);
            sums.insert(
                format!("gained_{}", count.field()),
                if is_gain { growth } else { 0 },
            );
        }
        sums
    }
}

/// Adds up all measurements one by one, by account and by single video, for the accounts that are counted in a time zone.
async fn recounted(world: &World, zone: &str) -> (Days, Days) {
    let rows = sqlx::query(
        "SELECT p.account_id, p.id, EXISTS (SELECT FROM tracked_videos v WHERE v.post_id = p.id), p.from_zero,
                (m.observed_at AT TIME ZONE z.name)::date, m.*
         FROM zones z JOIN account_zones k ON k.zone = z.id JOIN posts p ON p.account_id = k.account_id
         JOIN post_metrics m ON m.post_id = p.id
         WHERE z.name = $1 ORDER BY p.id, m.observed_at",
    )
    .bind(zone)
    .fetch_all(&world.owner)
    .await
    .unwrap();
    let (mut accounts, mut videos) = (Days::new(), Days::new());
    let mut before: Option<Measurement> = None;
    for measurement in rows.iter().map(Measurement::of) {
        let same = before.as_ref().filter(|before| before.post == measurement.post);
        let change = measurement.change(same);
        let add = |days: &mut Days, id| {
            let sums = days.entry((id, measurement.day)).or_default();
            for (column, change) in &change {
                *sums.entry(column.clone()).or_default() += change;
            }
        };
        add(&mut accounts, measurement.account);
        if measurement.is_tracked {
            add(&mut videos, measurement.post);
        }
        before = Some(measurement);
    }
    (without_nothing(accounts), without_nothing(videos))
}

/// Returns the days of all accounts tracked on a platform, summed by account; asserts that they equal those shown to an
/// admin.
pub(crate) async fn of_all_accounts(world: &World, platform: Platform) -> Vec<DayChange> {
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let mut changes = days::of_scope(&mut transaction, platform, None).await.unwrap();
    changes.retain(|change| *change != DayChange::none(change.day));
    let shown = days::of_everything(&mut transaction, platform, None)
        .await
        .unwrap();
    assert_eq!(shown.changes, changes);
    if let Some(last) = changes.last().map(|change| change.day) {
        let latest = days::of_everything(&mut transaction, platform, Some(last))
            .await
            .unwrap();
        assert_eq!(latest.now, shown.now);
        assert_eq!(latest.changes, changes[changes.len() - 1..]);
    }
    changes
}

/// Asserts that the days of everything add up to the totals that counters have.
async fn assert_totals(world: &World, platform: Platform) {
    let mut transaction = world.begin(Scope::Admin, Access::Read).await;
    let days = days::of_everything(&mut transaction, platform, None)
        .await
        .unwrap();
    let totals = stats::totals(&mut transaction).await.unwrap();
    assert_eq!(days.now, totals.of(platform).sums());
}

/// Days of platforms that are not the sums of their accounts' days.
const WRONG_PLATFORM_DAYS: &str = "
    SELECT count(*) FROM (
        SELECT platform, zone, day, sum(sign * items) AS items, sum(sign * views) AS views, sum(sign * gained_views) AS gained
        FROM (SELECT 1 AS sign, platform, zone, day, items, views, gained_views FROM platform_days
              UNION ALL SELECT 1, platform, zone, day, items, views, gained_views FROM platform_day_changes
              UNION ALL SELECT -1, a.platform, d.zone, d.day, d.items, d.views, d.gained_views
                        FROM account_days d JOIN platform_accounts a ON a.id = d.account_id) changes
        GROUP BY 1, 2, 3) sums
    WHERE (items, views, gained) <> (0, 0, 0)";

/// Asserts that the stored days equal a recount in each zone, and add up to the totals, and that they lead to the top items.
pub(crate) async fn assert_recount(world: &World) {
    assert_days(world).await;
    costs::assert_top_items(world).await;
}

/// Asserts that the stored days equal a recount, and add up to the totals.
async fn assert_days(world: &World) {
    of_all_accounts(world, Platform::Tiktok).await;
    for platform in Platform::ALL {
        assert_totals(world, platform).await;
    }
    let zones: Vec<String> = sqlx::query_scalar("SELECT name FROM zones")
        .fetch_all(&world.owner)
        .await
        .unwrap();
    for zone in &zones {
        let (accounts, videos) = recounted(world, zone).await;
        assert_eq!(
            series(world, "account_days", "account_id", zone).await,
            accounts,
            "{zone}"
        );
        assert_eq!(
            series(world, "video_days", "post_id", zone).await,
            videos,
            "{zone}"
        );
    }
    assert_eq!(world.one::<i64>(&clipmeter_fixtures::recount::sums()).await, 0);
    assert_eq!(world.count(WRONG_PLATFORM_DAYS).await, 0);
    costs::assert_recount(world).await;
}
