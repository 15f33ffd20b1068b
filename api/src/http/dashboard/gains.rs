//! `GET /api/dashboard/gains`: what was gained in a period, compared with another one.

use std::collections::HashMap;

use axum::Json;
use chrono::{Datelike, Days, NaiveDate};
use clipmeter_db::content::{self, ContentItem};
use clipmeter_db::cost::{self, CostTerms};
use clipmeter_db::stats::days::{self, Counts, DayChange};
use clipmeter_db::stats::gains::{self, PeriodGains};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::content::item::{InstagramPost, TiktokVideo};
use crate::http::content::view::{instagram_post, tiktok_video};
use crate::http::cost::Cost;
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::{GroupScope, SignedIn};

/// Longest period in days: a leap year.
const MAX_DAYS: i64 = 366;
/// Length of the period without parameters.
const USUAL_DAYS: u64 = 7;
/// Years of the days that are accepted. PostgreSQL supports all days that are derived from them.
const YEARS: std::ops::RangeInclusive<i32> = 2000..=9999;
/// Items in the list of those that gained the most, for each platform.
const LENGTH: i64 = 10;

/// Query of gains: group and period.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GainsQuery {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// First day of the period (UTC); 6 days before the last one if absent.
    pub(crate) from: Option<NaiveDate>,
    /// Last day of the period (UTC), which has at most 366 days; yesterday if absent.
    pub(crate) to: Option<NaiveDate>,
    /// First day of the period to compare with (UTC); with `compare_to` only. Both absent: the period of the same length
    /// that ends on the day before `from`.
    pub(crate) compare_from: Option<NaiveDate>,
    /// Last day of the period to compare with (UTC).
    pub(crate) compare_to: Option<NaiveDate>,
}

/// Days from the first to the last one, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Period {
    /// The first day.
    pub(crate) from: NaiveDate,
    /// The last day.
    pub(crate) to: NaiveDate,
}

impl Period {
    /// Returns the requested period and the one to compare with.
    fn requested(query: &GainsQuery, today: NaiveDate) -> Result<(Self, Self), Problem> {
        let to = query.to.unwrap_or_else(|| before(today, 1));
        let from = query.from.unwrap_or_else(|| before(to, USUAL_DAYS - 1));
        let period = Self::checked(from, to)?;
        let previous = match (query.compare_from, query.compare_to) {
            (None, None) => period.previous(),
            (Some(from), Some(to)) => Self::checked(from, to)?,
            _ => return Err(Problem::invalid("compare_from and compare_to need each other")),
        };
        Ok((period, previous))
    }

    pub(super) fn checked(from: NaiveDate, to: NaiveDate) -> Result<Self, Problem> {
        if ![from, to].iter().all(|day| YEARS.contains(&day.year())) {
            return Err(Problem::invalid(format!(
                "the days of a period must be in the years {} to {}, like 2026-01-31",
                YEARS.start(),
                YEARS.end()
            )));
        }
        if from > to {
            return Err(Problem::invalid(
                "the first day of a period must not be after its last day",
            ));
        }
        if (to - from).num_days() >= MAX_DAYS {
            return Err(Problem::invalid(format!("a period has at most {MAX_DAYS} days")));
        }
        Ok(Self { from, to })
    }

    /// Returns the period of the same length that ends on the day before.
    fn previous(self) -> Self {
        let length = u64::try_from((self.to - self.from).num_days()).unwrap_or_default() + 1;
        Self {
            from: before(self.from, length),
            to: before(self.from, 1),
        }
    }
}

/// Returns the day that is this number of days earlier.
pub(super) fn before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN)
}

/// Gains in a period and in another one, to compare with.
#[derive(Serialize, ToSchema)]
pub(crate) struct Gains {
    /// The requested period.
    pub(crate) period: Period,
    /// The period to compare with.
    pub(crate) previous: Period,
    /// ISO 4217 code of all costs; null: amounts have no currency.
    #[schema(example = "EUR")]
    pub(crate) currency: Option<String>,
    /// The cost of each post: that of the group, or the default.
    pub(crate) cost_rule: Cost,
    /// Whether some accounts of the group have another cost.
    pub(crate) has_exceptions: bool,
    /// First day (UTC) of which measurements are kept; null: of all days. The cost of a period that begins earlier is not
    /// known, and `top` covers the days from this one on.
    pub(crate) history_begins: Option<NaiveDate>,
    /// Instagram posts.
    pub(crate) instagram: PlatformGains<GainedPost>,
    /// TikTok videos.
    pub(crate) tiktok: PlatformGains<GainedVideo>,
}

/// Gains of a platform.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlatformGains<T> {
    /// Gained in the period.
    pub(crate) gained: GainedCounts,
    /// Gained in the period to compare with.
    pub(crate) previous: GainedCounts,
    /// At most 10 items, most gained views first.
    pub(crate) top: Vec<T>,
}

/// What all items in scope gained in a period. Initial counts of newly collected items are not gains; counts that the
/// platform corrected downward are negative.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct GainedCounts {
    /// Items that were added: collected for the first time, whenever they were posted.
    pub(crate) items: i64,
    /// Views.
    pub(crate) views: i64,
    /// Likes.
    pub(crate) likes: i64,
    /// Comments.
    pub(crate) comments: i64,
    /// Shares; 0 on Instagram.
    pub(crate) shares: i64,
    /// Saves; 0 on Instagram.
    pub(crate) saves: i64,
    /// Cost of the gained views, 2 decimals: the items' costs at the end of the period minus those before it. Null if no
    /// cost is set, or if the period begins before `history_begins`.
    pub(crate) cost: Option<f64>,
}

/// An Instagram post with its gains.
#[derive(Serialize, ToSchema)]
pub(crate) struct GainedPost {
    /// The post.
    pub(crate) post: InstagramPost,
    /// Views gained in the period.
    pub(crate) gained_views: i64,
    /// Cost of these views, 2 decimals; null if that of the period is.
    pub(crate) cost: Option<f64>,
}

/// A TikTok video with its gains.
#[derive(Serialize, ToSchema)]
pub(crate) struct GainedVideo {
    /// The video.
    pub(crate) video: TiktokVideo,
    /// Views gained in the period.
    pub(crate) gained_views: i64,
    /// Cost of these views, 2 decimals; null if that of the period is.
    pub(crate) cost: Option<f64>,
}

/// Gains in a period
///
/// What everything in scope gained in a period, what it gained in another one, and the items that gained the most views in
/// the period. Days are UTC.
#[utoipa::path(
    get,
    path = "/api/dashboard/gains",
    tag = "Dashboard",
    security(("token" = [])),
    params(GainsQuery),
    responses(
        (status = 200, body = Gains, description = "The gains"),
    ),
)]
pub(crate) async fn dashboard_gains(
    caller: SignedIn,
    Query(query): Query<GainsQuery>,
) -> Result<Json<Gains>, Problem> {
    let (period, previous) = Period::requested(&query, caller.caller().now().date_naive())?;
    let scope = caller.in_group(query.group_id).await?;
    let mut transaction = scope.read().await?;
    let terms = cost::terms(&mut transaction).await?;
    let mut read =
        async |platform| of_platform(&scope, &mut transaction, platform, [period, previous], &terms).await;
    let instagram = read(Platform::Instagram).await?;
    let tiktok = read(Platform::Tiktok).await?;
    Ok(Json(Gains {
        period,
        previous,
        currency: terms.currency,
        cost_rule: terms.cost.0.into(),
        has_exceptions: terms.has_exceptions,
        history_begins: terms.history_begins,
        instagram: instagram.with(|item, gained_views, cost| GainedPost {
            post: instagram_post(item),
            gained_views,
            cost,
        }),
        tiktok: tiktok.with(|item, gained_views, cost| GainedVideo {
            video: tiktok_video(item),
            gained_views,
            cost,
        }),
    }))
}

/// An item, its gained views and their cost.
type GainedItem = (ContentItem, i64, Option<f64>);

impl PlatformGains<GainedItem> {
    fn with<T>(self, row: impl Fn(ContentItem, i64, Option<f64>) -> T) -> PlatformGains<T> {
        PlatformGains {
            gained: self.gained,
            previous: self.previous,
            top: self
                .top
                .into_iter()
                .map(|(item, gained, cost)| row(item, gained, cost))
                .collect(),
        }
    }
}

async fn of_platform(
    scope: &GroupScope,
    transaction: &mut Transaction,
    platform: Platform,
    [period, previous]: [Period; 2],
    terms: &CostTerms,
) -> Result<PlatformGains<GainedItem>, Problem> {
    let first = Some(period.from.min(previous.from));
    let changes = if scope.is_everything() {
        days::of_everything(transaction, platform, first).await?
    } else {
        days::of_scope(transaction, platform, first).await?
    };
    let now = gains::of_scope(transaction, platform, period.from, period.to, LENGTH).await?;
    // Only the cost is read of the period to compare with.
    let before = if is_cost_known(terms, previous) {
        gains::of_scope(transaction, platform, previous.from, previous.to, 1).await?
    } else {
        PeriodGains::default()
    };
    let ids: Vec<i64> = now.top.iter().map(|gain| gain.id).collect();
    let items = content::by_ids(transaction, &ids).await?;
    let mut items: HashMap<i64, ContentItem> = items.into_iter().map(|item| (item.id, item)).collect();
    let sum = |period: Period, cost: Option<f64>| {
        let cost = is_cost_known(terms, period).then(|| cost.unwrap_or(0.0));
        sum(&changes, period, cost)
    };
    let top = now.top.iter().filter_map(|gain| {
        let cost = gain.cost.filter(|_| is_cost_known(terms, period));
        Some((items.remove(&gain.id)?, gain.views, cost))
    });
    Ok(PlatformGains {
        gained: sum(period, now.cost),
        previous: sum(previous, before.cost),
        top: top.collect(),
    })
}

/// Returns whether there is a cost, and all measurements of the period are kept.
pub(super) fn is_cost_known(terms: &CostTerms, period: Period) -> bool {
    terms.has_cost() && terms.history_begins.is_none_or(|day| day <= period.from)
}

fn sum(changes: &[DayChange], period: Period, cost: Option<f64>) -> GainedCounts {
    let days = changes
        .iter()
        .filter(|change| (period.from..=period.to).contains(&change.day));
    let (mut items, mut counts) = (0, Counts::default());
    for change in days {
        items += change.raised.items;
        counts = counts + change.gained;
    }
    GainedCounts {
        items,
        views: counts.views,
        likes: counts.likes,
        comments: counts.comments,
        shares: counts.shares,
        saves: counts.saves,
        cost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn period_previous_has_same_length_and_ends_the_day_before() {
        for (from, to, previous_from, previous_to) in [
            ("2026-11-20", "2026-11-26", "2026-11-13", "2026-11-19"),
            ("2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28"),
            ("2024-01-01", "2024-12-31", "2022-12-31", "2023-12-31"),
        ] {
            let period = Period {
                from: day(from),
                to: day(to),
            };
            let previous = Period {
                from: day(previous_from),
                to: day(previous_to),
            };
            assert_eq!(period.previous(), previous, "{from}");
        }
    }

    #[test]
    fn period_is_valid_if_ordered_and_within_a_year() {
        let query = |from: Option<&str>, to: Option<&str>| GainsQuery {
            group_id: None,
            from: from.map(day),
            to: to.map(day),
            compare_from: None,
            compare_to: None,
        };
        let today = day("2026-11-27");
        for (from, to, is_valid) in [
            (Some("2026-11-26"), Some("2026-11-26"), true),
            (Some("2026-11-27"), Some("2026-11-26"), false),
            (Some("2024-01-01"), Some("2024-12-31"), true),
            (Some("2024-01-01"), Some("2025-01-01"), false),
            (Some("2026-11-27"), None, false),
            (None, None, true),
            (Some("2000-01-01"), Some("2000-01-01"), true),
            (Some("1999-12-31"), Some("2000-01-01"), false),
            // The first day is derived.
            (None, Some("2000-01-06"), false),
            (Some("9999-12-31"), Some("9999-12-31"), true),
            (Some("9999-12-31"), Some("+10000-01-01"), false),
            (Some("-262143-01-01"), Some("+262142-12-31"), false),
            (None, Some("-262143-01-01"), false),
            (Some("+262142-12-31"), None, false),
        ] {
            let requested = Period::requested(&query(from, to), today);
            assert_eq!(requested.is_ok(), is_valid, "{from:?} to {to:?}");
        }
        let half = GainsQuery {
            compare_to: Some(today),
            ..query(None, None)
        };
        assert!(Period::requested(&half, today).is_err());
    }
}
