//! `GET /api/dashboard/trend`

use axum::Json;
use chrono::NaiveDate;
use clipmeter_db::stats;
use clipmeter_db::stats::days::{self, DayChanges};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::SignedIn;
use crate::http::series::{SeriesLength, TrendDay};

/// Query of a trend: group and range.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TrendQuery {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// Number of days up to today; all when absent.
    #[param(inline)]
    pub(crate) days: Option<SeriesLength>,
}

/// The days of everything in scope. Both lists cover the same days: all from the first to today, oldest first; empty
/// without any measurement.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Trend {
    /// The first day: the start of the requested range, or the first day with a measurement if that is later; null
    /// without any measurement.
    pub(crate) from: Option<NaiveDate>,
    /// Today; null without any measurement.
    pub(crate) to: Option<NaiveDate>,
    /// Instagram posts.
    pub(crate) instagram: Vec<TrendDay>,
    /// TikTok videos.
    pub(crate) tiktok: Vec<TrendDay>,
}

/// Totals and gains by day
///
/// Over a member's own group, or for admins over one group or all; the totals of the last day equal those of the
/// dashboard. Days are in the time zone of the group in scope, or else of the installation.
#[utoipa::path(
    get,
    path = "/api/dashboard/trend",
    tag = "Dashboard",
    security(("token" = [])),
    params(TrendQuery),
    responses(
        (status = 200, body = Trend, description = "The days"),
    ),
)]
pub(crate) async fn dashboard_trend(
    caller: SignedIn,
    Query(query): Query<TrendQuery>,
) -> Result<Json<Trend>, Problem> {
    let scope = caller.in_group(query.group_id).await?;
    let mut transaction = scope.read().await?;
    let today = days::today(&mut transaction, scope.caller().now()).await?;
    let from = query.days.map(|days| days.first_day(today));
    let [instagram, tiktok] = if scope.is_everything() {
        [
            days::of_everything(&mut transaction, Platform::Instagram, from).await?,
            days::of_everything(&mut transaction, Platform::Tiktok, from).await?,
        ]
    } else {
        let totals = stats::totals(&mut transaction).await?;
        let mut read = async |platform: Platform| {
            let changes = days::of_scope(&mut transaction, platform, from).await?;
            let now = totals.of(platform).sums();
            Ok::<_, Problem>(DayChanges { now, changes })
        };
        [read(Platform::Instagram).await?, read(Platform::Tiktok).await?]
    };
    let first = [&instagram, &tiktok]
        .into_iter()
        .filter_map(|known| days::first_day(known.now, &known.changes, from))
        .min();
    Ok(Json(Trend {
        from: first,
        to: first.map(|_| today),
        instagram: trend_days(&instagram, first, today),
        tiktok: trend_days(&tiktok, first, today),
    }))
}

/// Returns every day of a platform from the first to today; empty without a first day.
fn trend_days(known: &DayChanges, first: Option<NaiveDate>, today: NaiveDate) -> Vec<TrendDay> {
    let series = first.map(|first| days::series(known.now, &known.changes, first, today));
    series
        .unwrap_or_default()
        .into_iter()
        .map(TrendDay::from)
        .collect()
}
