//! `GET /api/dashboard/compare`

use axum::Json;
use clipmeter_db::stats::compare::DailyViews;
use serde::Serialize;
use utoipa::ToSchema;

use super::{CompareQuery, Compared, series};
use crate::http::error::{ErrorBody, Problem};
use crate::http::input::Query;
use crate::http::period::Period;
use crate::http::scope::SignedIn;

/// Views of accounts or groups by day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DayComparison {
    /// The days.
    pub(crate) period: Period,
    /// In the order of the request.
    pub(crate) series: Vec<ComparedDays>,
}

/// Views of an account or a group by day.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComparedDays {
    /// What the series is of.
    #[serde(flatten)]
    pub(crate) compared: Compared,
    /// Views of all items before the period.
    pub(crate) views_before: i64,
    /// Views of all items after the period, with the initial counts of those that were collected in it.
    pub(crate) views_after: i64,
    /// Views gained on each day of the period. Initial counts of newly collected items are not gains.
    pub(crate) gained: Vec<i64>,
}

/// Compare accounts or groups by day
///
/// The views that accounts, or groups, gained on each day of a period. Days are in the time zone of the
/// caller's group, or else of the installation; those of compared groups in the zone of each.
#[utoipa::path(
    get,
    path = "/api/dashboard/compare",
    tag = "Dashboard",
    security(("token" = [])),
    params(CompareQuery),
    responses(
        (status = 200, body = DayComparison, description = "The series"),
        (status = 404, body = ErrorBody, description = "`not_found`: the caller sees no account or group with one of the IDs"),
    ),
)]
pub(crate) async fn compare_days(
    caller: SignedIn,
    Query(query): Query<CompareQuery>,
) -> Result<Json<DayComparison>, Problem> {
    let period = query.period(caller.today(None).await?)?;
    let series = series::<DailyViews>(&caller, &query.selection()?, period).await?;
    let series = series.into_iter().map(|(compared, views)| ComparedDays {
        compared,
        views_before: views.before,
        views_after: views.after,
        gained: views.gained,
    });
    Ok(Json(DayComparison {
        period,
        series: series.collect(),
    }))
}
